import { useApolloClient } from '@apollo/client/react';
import { use, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import {
  NewestChatsDocument,
  type NewestChatsQuery,
  SearchAgentLeadsDocument,
  type SearchAgentLeadsQuery,
  SearchCarriersDocument,
} from '#src/generated/graphql/graphql.ts';
import { hrefs } from '#src/views/hrefs.ts';
import type { MenuAction } from '#src/views/ui/menu-item.tsx';
import { ShortcutContext } from '#src/views/ui/shortcuts.ts';
import { type Search, useSearchResults } from '#src/views/ui/use-search-results.ts';
import { recentLeads } from './recent-leads.ts';

export type Hit = SearchAgentLeadsQuery['searchAgentLeads'][number];

/** One line of the palette: an action or a page. */
export interface Entry extends MenuAction {
  key: string;
  /** Set for a lead that was found, which is shown in its own format. */
  hit?: Hit;
}

export interface Group {
  name: string;
  entries: readonly Entry[];
}

const CHATS = 4;

/** Whether a word of the label starts with it: typing a lead's name must not match half of the commands. */
const begins = (label: string, wanted: string): boolean =>
  label
    .toLowerCase()
    .split(/\s+/)
    .some((_, at, words) => words.slice(at).join(' ').startsWith(wanted));

/**
 * The entries for a text: actions for this page and pages whose name matches, then leads, carriers, and chats. Without
 * a text: actions for this page and the leads opened last.
 */
export function usePalette(text: string, commands: readonly MenuAction[]) {
  const client = useApolloClient();
  const [path] = useLocation();
  // As it was when the palette opened, so that the page behind cannot change what is about to be chosen.
  const list = use(ShortcutContext);
  const [opened] = useState(() => ({ here: list?.here() ?? null, recent: recentLeads() }));
  const wanted = text.trim();
  const asked = wanted === '' ? null : wanted;
  const options = (signal: AbortSignal) => ({
    fetchPolicy: 'network-only' as const,
    context: { fetchOptions: { signal } },
  });
  const searchLeads: Search<Hit> = async (query, signal) => {
    const { data } = await client.query({
      query: SearchAgentLeadsDocument,
      variables: { query },
      ...options(signal),
    });
    return data?.searchAgentLeads ?? [];
  };
  const searchCarriers: Search<Entry> = async (query, signal) => {
    const { data } = await client.query({ query: SearchCarriersDocument, variables: { query }, ...options(signal) });
    return (data?.agentCarriers.carriers ?? []).map(({ id, legalName, usdot, city, state }) => ({
      key: id,
      label: legalName || 'Unnamed carrier',
      note: [usdot && `USDOT ${usdot}`, city && state && `${city}, ${state}`].filter(Boolean).join(' · '),
      href: hrefs.agent.carrier(id),
    }));
  };
  // The same for every text, so they are loaded once; again after a failure.
  const newest = useRef<Promise<NewestChatsQuery['chats']['items']>>(undefined);
  const readNewest = async () => {
    const { data } = await client.query({ query: NewestChatsDocument, fetchPolicy: 'network-only' });
    return data?.chats.items ?? [];
  };
  const searchChats: Search<Entry> = async (query) => {
    newest.current ??= readNewest().catch((error: unknown) => {
      newest.current = undefined;
      throw error;
    });
    return (await newest.current)
      .filter(({ clientName }) => clientName && begins(clientName, query.toLowerCase()))
      .slice(0, CHATS)
      .map(({ id, leadId, clientName, route }) => ({
        key: id,
        label: clientName!,
        ...(route ? { note: route } : {}),
        href: leadId ? hrefs.agent.lead(leadId, 'chat') : hrefs.agent.chat(id),
      }));
  };
  const leads = useSearchResults(searchLeads, asked);
  const carriers = useSearchResults(searchCarriers, asked);
  const chats = useSearchResults(searchChats, asked);

  const named = (actions: readonly MenuAction[]): Entry[] =>
    actions
      .filter(({ label }) => asked === null || begins(label, wanted.toLowerCase()))
      .map((action) => ({ key: action.label, ...action }));
  const actions = (opened.here?.items ?? []).filter((item) => item !== 'separator');
  const recent = opened.recent
    .filter(({ id }) => !path.includes(id))
    .map(({ id, reference, name }) => ({
      key: id,
      label: name,
      note: reference,
      href: hrefs.agent.lead(id),
    }));
  const found = leads.options.map((hit) => ({
    key: hit.id,
    label: hit.clientName,
    href: hrefs.agent.lead(hit.id),
    hit,
  }));
  const groups: Group[] = [
    { name: opened.here?.name ?? '', entries: named(actions) },
    ...(asked === null
      ? [{ name: 'Opened last', entries: recent }]
      : [
          { name: 'Go to', entries: named(commands) },
          { name: 'Leads', entries: found },
          { name: 'Carriers', entries: carriers.options },
          { name: 'Chats', entries: chats.options },
        ]),
  ].filter(({ entries }) => entries.length > 0);
  return { groups, status: leads.status };
}
