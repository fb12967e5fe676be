import { useMutation, useQuery } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import {
  HandOutPortalDocument,
  LeadPageDocument,
  type LeadPageQuery,
  MarkBidsSeenDocument,
  RevokeLinkDocument,
  SendPaymentLinkDocument,
  ShareLeadDocument,
} from '#src/generated/graphql/graphql.ts';
import type { LeadView } from '#src/machines/session/routes.ts';
import type { AgentMove } from '#src/machines/agent-lead/agent-lead.moves.ts';
import type { LeadRow } from '#src/views/agent-lead/lead-lifecycle.ts';
import { useTrailEnd } from '#src/views/agent-lead/list/lead-trail.ts';
import { useMoveDialogs } from '#src/views/agent-lead/moves/move-dialogs.tsx';
import { movesOf } from '#src/views/agent-lead/moves/lead-moves.ts';
import type { MoveSubject } from '#src/views/agent-lead/moves/use-move.ts';
import { useChatList } from '#src/views/chat/list/use-chat-list.ts';
import { Unread } from '#src/views/chat/unread.tsx';
import { hrefs } from '#src/views/hrefs.ts';
import { showDay } from '#src/views/ui/dates.ts';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { useLive } from '#src/views/ui/live-context.ts';
import { NoAccess } from '#src/views/ui/no-access.tsx';
import { type HandOut, useNewLink } from '#src/views/ui/use-new-link.tsx';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { LinkButton } from '#src/views/ui/button.tsx';
import { problemOf } from '#src/views/ui/problem.ts';
import { Tabs } from '#src/views/ui/tabs.tsx';
import { useTitle } from '#src/views/ui/use-title.ts';
import { rememberLead } from '../palette/recent-leads.ts';
import { LeadHeader } from './lead-header.tsx';
import { LeadPageSkeleton } from './lead-page-skeleton.tsx';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';

const MergeDialog = lazy(() => import('#src/views/agent-lead/merge/merge-dialog.tsx'));
const LogCallForm = lazy(() => import('#src/views/agent-lead/notes/log-call-form.tsx'));

/** The lead from the page's single query, with the fragments of all its panels. */
export type PageLead = LeadPageQuery['agentLead'];

/** What panels can request from the page. */
export interface LeadActions {
  /** For the page's lead, or the one that was just written. */
  open: (move: AgentMove, subject?: MoveSubject & { lead?: LeadRow; after?: () => void }) => void;
  logCall: () => void;
  again: () => void;
  isSharing: boolean;
  /** Copies or emails the link to the client page. */
  handOutPage: (isMailed: boolean) => Promise<void>;
  share: () => Promise<void>;
  sendPaymentLink: () => Promise<void>;
  revoke: (linkId: string) => void;
  seeBids: () => void;
}

/** The component of each view; a new view without one does not compile. */
const views: Record<LeadView, ReturnType<typeof lazyView>> = {
  info: lazyView(() => import('./info-view.tsx')),
  files: lazyView(() => import('./files-view.tsx')),
  'nearest-carriers': lazyView(() => import('./nearest-carriers-view.tsx')),
  chat: lazyView(() => import('./chat-view.tsx')),
};

type LeadChats = ReturnType<typeof useChatList>;

function lazyView(
  load: () => Promise<{
    default: (props: { lead: PageLead; actions: LeadActions; chats: LeadChats }) => React.ReactNode;
  }>,
) {
  return lazy(load);
}

/** One lead: client, route, dates, state, and next step, with one of its views below. */
export default function LeadPage({ params }: { params: Readonly<Record<string, string>> }) {
  const id = params.id!;
  const view = params.view as LeadView;
  const { data, error, refetch } = useQuery(LeadPageDocument, { variables: { id }, fetchPolicy: 'cache-and-network' });
  // The lead as it was when the call was logged, so that a concurrent change is noticed rather than silently applied.
  const [called, setCalled] = useState<PageLead | null>(null);
  /** Whether leads are being merged, and with which other one; null if that is still to be chosen. */
  const [merged, setMerged] = useState<{ otherId: string | null } | null>(null);
  const [, navigate] = useLocation();
  const again = () => void refetch().catch(() => {});
  const moves = useMoveDialogs(again);
  useLive('agent-lead', again, id);
  useTrailEnd();
  const chats = useChatList({ leadId: id });
  const unread = chats.rows?.reduce((sum, chat) => sum + chat.unread, 0) ?? 0;
  const lead = data?.agentLead;
  const open: LeadActions['open'] = (move, { lead: written = lead, ...subject } = {}) =>
    written && moves.open(written, move, subject);
  useAskedAward(lead, open);
  const { handOut, shown: newLink } = useNewLink();
  const logCall = () => lead && setCalled(lead);
  const { hasCalled, forget } = useCalls(id, lead?.client.phone ?? null);
  const actions = useLeadActions(id, { open, logCall, again, handOut });
  useTitle(lead ? `${lead.client.name} · ${lead.reference}` : 'Lead');
  const [name, reference] = [lead?.client.name, lead?.reference];
  useEffect(() => {
    if (name !== undefined && reference !== undefined) rememberLead({ id, reference, name });
  }, [id, reference, name]);

  if (!lead && error) {
    if (problemOf(error).status === 404) {
      return (
        <NoAccess title="Lead not found" action={<LinkButton href={hrefs.agent.leads('new')}>Go to leads</LinkButton>}>
          The link may be outdated or mistyped.
        </NoAccess>
      );
    }
    return <FailedState title="The lead could not be loaded" onRetry={again} />;
  }
  if (!lead) return <LeadPageSkeleton />;
  const View = views[view];
  const tab = (label: string, to: LeadView, count?: number) => ({
    label,
    href: hrefs.agent.lead(id, to),
    ...(count === undefined ? {} : { count }),
  });
  return (
    <div className="pb-20 sm:pb-0">
      <LeadHeader
        lead={lead}
        view={view}
        onMove={(move) => open(move)}
        hasBar={view !== 'chat'}
        hasCalled={hasCalled}
        onLogCall={logCall}
        onMerge={(otherId) => setMerged({ otherId })}
      />
      <div className="mb-4">
        <Tabs
          label="Views of this lead"
          tabs={[
            tab('Info', 'info'),
            tab('Files', 'files', lead.attachments.length),
            tab('Nearest carriers', 'nearest-carriers'),
            { ...tab('Chat', 'chat'), badge: <Unread count={unread} /> },
          ]}
        />
      </div>
      <LazyBoundary fallback={<LeadPageSkeleton isPart />}>
        <View key={id} lead={lead} actions={actions} chats={chats} />
      </LazyBoundary>
      {newLink}
      {called && (
        <LazyBoundary>
          <LogCallForm
            lead={called}
            onClose={() => setCalled(null)}
            onDone={() => {
              forget();
              again();
            }}
          />
        </LazyBoundary>
      )}
      {merged !== null && (
        <LazyBoundary>
          <MergeDialog
            id={id}
            otherId={merged.otherId}
            onClose={() => setMerged(null)}
            onMerged={(keptId) => {
              setMerged(null);
              if (keptId === id) again();
              else navigate(hrefs.agent.lead(keptId));
            }}
          />
        </LazyBoundary>
      )}
      {moves.dialog}
    </div>
  );
}

/**
 * An email about a bid links to its award. The parameter is then removed from the URL, so that going back does not open
 * it again.
 */
function useAskedAward(lead: PageLead | undefined, open: LeadActions['open']) {
  const bidId = new URLSearchParams(useSearch()).get('award');
  const [, navigate] = useLocation();
  const isAwardable = lead && movesOf(lead).some((move) => move.event === 'carrier.awarded' && move.isAllowed);
  useEffect(() => {
    if (bidId === null || !lead) return;
    navigate(hrefs.agent.lead(lead.id), { replace: true });
    if (isAwardable) open('carrier.awarded', { bidId });
  });
}

/** Whether the client's number was pressed anywhere on the page, until dismissed. */
function useCalls(leadId: string, phone: string | null) {
  const [called, setCalled] = useState<string | null>(null);
  useEffect(() => {
    if (phone === null) return;
    const listen = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest(`a[href="tel:${phone}"]`)) setCalled(leadId);
    };
    document.addEventListener('click', listen);
    return () => document.removeEventListener('click', listen);
  }, [leadId, phone]);
  return { hasCalled: called === leadId, forget: () => setCalled(null) };
}

function useLeadActions(
  leadId: string,
  { open, logCall, again, handOut }: Pick<LeadActions, 'open' | 'logCall' | 'again'> & { handOut: HandOut },
): LeadActions {
  const notify = useNotify();
  const [seen] = useMutation(MarkBidsSeenDocument);
  const [share, sharing] = useMutation(ShareLeadDocument);
  const [revoke] = useMutation(RevokeLinkDocument);
  const [sendLink] = useMutation(SendPaymentLinkDocument);
  const [handOutPortal] = useMutation(HandOutPortalDocument);
  return {
    open,
    logCall,
    again,
    isSharing: sharing.loading,
    seeBids: () =>
      void seen({ variables: { leadId } }).catch((error: unknown) =>
        notify.failed(error, 'Couldn’t mark the bids as seen.'),
      ),
    async share() {
      try {
        const { data } = await share({ variables: { leadId } });
        again();
        const { url, expiresAt } = data!.shareLead;
        await handOut({ url, terms: `Anyone with it can read the move details until ${showDay(expiresAt)}.` });
      } catch (error) {
        notify.failed(error, 'Couldn’t create the link.');
      }
    },
    async handOutPage(isMailed) {
      try {
        const { data } = await handOutPortal({ variables: { leadId, isMailed } });
        again();
        if (isMailed) return notify.done('Client page sent', { description: 'The client has the link by email.' });
        const { url, expiresAt } = data!.handOutPortal;
        await handOut({ url, terms: `Whoever has it can act for the client until ${showDay(expiresAt)}.` });
      } catch (error) {
        notify.failed(error, 'Couldn’t hand out the client page.');
      }
    },
    async sendPaymentLink() {
      try {
        await sendLink({ variables: { leadId } });
        again();
        notify.done('Payment link sent', { description: 'The client pays what is due by card.' });
      } catch (error) {
        notify.failed(error, 'The payment link could not be sent.');
      }
    },
    revoke: (id) =>
      void revoke({ variables: { leadId, id } }).then(
        () => notify.done('Link revoked', { description: 'It no longer works.' }),
        (error: unknown) => notify.failed(error, 'Couldn’t revoke the link.'),
      ),
  };
}
