import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { OperationVariables } from '@apollo/client';
import { useApolloClient, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import {
  AgentChatDocument,
  AgentChatEarlierDocument,
  type AgentChatPartsFragment,
} from '#src/generated/graphql/graphql.ts';
import { mutate } from '#src/views/ui/mutate.ts';
import { useLive } from '#src/views/ui/live-context.ts';
import { problemOf } from '#src/views/ui/problem.ts';
import type { ChatMessage } from '../chat-types.ts';
import type { Earlier } from '../messages.tsx';
import { merged } from '../merge-chat.ts';

/** A conversation as shown to an agent: all messages loaded so far, oldest first. */
export type AgentChat = Omit<AgentChatPartsFragment, 'messages'> & { messages: readonly ChatMessage[] };

/** Runs one of the chat's mutations, and shows its response. */
export type WriteChat = <Data, Variables extends OperationVariables>(
  mutation: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  key?: string,
) => Promise<void>;

/** A conversation kept up to date: new messages are loaded after each change, so nothing is missed or duplicated. */
export function useAgentChat(id: string) {
  const client = useApolloClient();
  const question = { query: AgentChatDocument, variables: { id } };
  const { data, error, refetch } = useQuery(AgentChatDocument, { variables: { id }, fetchPolicy: 'cache-and-network' });
  const [going, setGoing] = useState<Earlier['state']>('ready');
  const chat = data?.chat;

  const shown = () => client.readQuery(question)?.chat;
  const show = (next: AgentChat) => void client.writeQuery({ ...question, data: { __typename: 'Query', chat: next } });
  /** Merges a response of the server; what was there already stays. */
  function take(answer: unknown): void {
    const before = shown();
    if (before) show(merged(before, answer as AgentChat));
  }

  async function again(): Promise<void> {
    const before = shown();
    if (!before) return void (await refetch());
    const { data: since } = await client.query({
      query: AgentChatDocument,
      variables: { id, after: before.version },
      fetchPolicy: 'no-cache',
    });
    take(since!.chat);
  }
  // If loading fails, the current data stays; the next change tries again.
  const reload = () => void again().catch(() => {});
  useLive('chat', reload, id);
  useLive('chat-writing', reload, id);

  const write: WriteChat = async (mutation, variables, key) => {
    const sent = mutate({ client, key }, mutation, variables, 'no-cache');
    const { data: answer } = await sent.catch(async (error: unknown) => {
      // Refused because the screen was outdated: update it before reporting that.
      if (problemOf(error).changed.length > 0) await again().catch(() => {});
      throw error;
    });
    // Besides the chat, the response contains its type name.
    take(Object.values(answer as object).find((value) => typeof value === 'object'));
  };

  /** Returns whether there were earlier messages. */
  async function loadEarlier(): Promise<boolean> {
    const before = shown();
    if (!before) return false;
    setGoing('loading');
    try {
      const { data: page } = await client.query({
        query: AgentChatEarlierDocument,
        variables: { id, before: before.messages[0]!.sequence },
        fetchPolicy: 'no-cache',
      });
      const now = shown();
      if (now)
        show({
          ...now,
          messages: [
            ...page!.chatEarlier.messages.filter(({ sequence }) => sequence < now.messages[0]!.sequence),
            ...now.messages,
          ],
        });
      setGoing('ready');
      return page!.chatEarlier.messages.length > 0;
    } catch {
      setGoing('failed');
      return false;
    }
  }

  return {
    chat,
    /** Why there is nothing to show. */
    error: chat ? undefined : error,
    reload,
    write,
    loadEarlier,
    earlier: {
      has: (chat?.messages[0]?.sequence ?? 1) > 1,
      state: going,
      load: () => void loadEarlier(),
    } satisfies Earlier,
  };
}

export type ChatAtHand = ReturnType<typeof useAgentChat> & { chat: AgentChat };
