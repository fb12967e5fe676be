import { useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  ClientChatDocument,
  ClientChatEarlierDocument,
  type ClientChatPartsFragment,
  ConfirmClientChatDocument,
  CorrectClientChatDocument,
  RequestPersonDocument,
} from '#src/generated/graphql/graphql.ts';
import { ask, dataOf } from '#src/views/ui/ask.ts';
import { firstAnswer } from '#src/views/ui/first-answers.ts';
import { useLive } from '#src/views/ui/live-context.ts';
import { problemOf } from '#src/views/ui/problem.ts';
import { unread } from '#src/views/ui/use-link.ts';
import { useLoad } from '#src/views/ui/use-load.ts';
import { merged } from '../merge-chat.ts';
import type { ChatMessage, Correct } from '../chat-types.ts';
import type { Earlier } from '../messages.tsx';

/** A conversation as shown to its client: all messages loaded so far, oldest first. */
export type ClientChat = Omit<ClientChatPartsFragment, 'messages'> & { messages: readonly ChatMessage[] };

type ChatState =
  | { is: 'loading' }
  | { is: 'there'; chat: ClientChat }
  /** The link is wrong, expired, or was revoked. */
  | { is: 'dead'; detail: string | null }
  | { is: 'failed'; why: string };

/** What the server included in the page; null if nothing. */
function firstChat(link: string): ChatState | null {
  const answer = firstAnswer(ClientChatDocument, { link, after: null });
  if (!answer) return null;
  try {
    return { is: 'there', chat: dataOf(answer).clientChat as ClientChat };
  } catch (error) {
    return unread(error);
  }
}

/** While waiting for an answer, it is also polled, in case live updates do not get through; a closed chat has none. */
const LOOK_MS = 15_000;

/**
 * The conversation behind a link, kept up to date: new messages are loaded after each change, so nothing is missed or
 * duplicated.
 */
export function useClientChat(link: string) {
  const [first] = useState(() => firstChat(link));
  const [state, setState] = useState<ChatState>(first ?? { is: 'loading' });
  const shown = useRef<ClientChat | null>(first?.is === 'there' ? first.chat : null);
  const line = useRef({ isReading: false, isStale: false });

  function show(next: ClientChat): void {
    shown.current = next;
    setState({ is: 'there', chat: next });
  }
  /** Merges a response of the server; what was there already stays. */
  function take(answer: unknown): void {
    const chat = answer as ClientChat;
    show(shown.current ? merged(shown.current, chat) : chat);
  }

  /** One request at a time; changes meanwhile lead to one more. */
  async function read(): Promise<void> {
    if (line.current.isReading) return void (line.current.isStale = true);
    line.current.isReading = true;
    try {
      do {
        line.current.isStale = false;
        take((await ask(ClientChatDocument, { link, after: shown.current?.version ?? null })).clientChat);
      } while (line.current.isStale);
    } catch (error) {
      const next = unread(error);
      // What is shown stays; the next change tries again.
      if (next.is === 'dead' || !shown.current) setState(next);
    } finally {
      line.current.isReading = false;
    }
  }

  const reload = () => void read();
  const readAgain = useEffectEvent(reload);
  useEffect(() => {
    if (first) return;
    const reading = setTimeout(() => readAgain());
    return () => clearTimeout(reading);
  }, [first]);
  useLive('chat', reload);
  useLive('chat-writing', reload);
  useEffect(() => {
    const look = () => void (document.hidden || readAgain());
    addEventListener('online', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      removeEventListener('online', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  const isWaiting =
    state.is === 'there' &&
    (state.chat.stage === 'closed' ||
      state.chat.owner === 'handing_over' ||
      state.chat.messages.at(-1)?.author === 'client');
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => void (document.hidden || readAgain()), LOOK_MS);
    return () => clearInterval(timer);
  }, [isWaiting]);

  const { busy, failed, load } = useLoad(async () => {
    const first = shown.current?.messages[0];
    if (!first) return;
    const { clientChatEarlier } = await ask(ClientChatEarlierDocument, { link, before: first.sequence });
    const now = shown.current!;
    const earlier = clientChatEarlier.messages.filter(({ sequence }) => sequence < now.messages[0]!.sequence);
    show({ ...now, messages: [...earlier, ...now.messages] });
  });

  const correct: Correct = async (input, key) => {
    try {
      take((await ask(CorrectClientChatDocument, { link, input }, { key })).correctClientChat);
    } catch (error) {
      // Refused because the screen was outdated: update it before reporting that.
      if (problemOf(error).changed.length > 0) await read();
      throw error;
    }
  };

  return {
    state,
    reload,
    correct,
    /** The client's confirmation of what is on the screen; refused if something changed meanwhile. */
    confirm: async (version: number, key: string) =>
      take((await ask(ConfirmClientChatDocument, { link, version }, { key })).confirmClientChat),
    requestPerson: async (key: string) => take((await ask(RequestPersonDocument, { link }, { key })).requestPerson),
    earlierOf: (chat: ClientChat): Earlier => ({
      has: (chat.messages[0]?.sequence ?? 1) > 1,
      state: busy ? 'loading' : failed ? 'failed' : 'ready',
      load,
    }),
  };
}
