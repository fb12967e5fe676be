import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { requestMachine } from '#src/machines/request/request.machine.ts';
import type { RequestAnswer } from '#src/machines/request/request.machine.ts';
import { useNotify } from './notify-context.ts';
import { problemOf } from './problem.ts';

interface Writing<Answer> {
  /** Identifies one of the screen's buttons; `busy` returns it meanwhile. */
  name?: string;
  send: () => Promise<Answer>;
  /** The message after success, or a callback. */
  done?: string | ((answer: Answer) => unknown);
  /** The message if no reason is given. */
  failed: string;
  /** The reason, for errors that carry their own. The server's reason is used without it. */
  reasonOf?: (error: unknown) => string | null;
  /** Called with an error before it is shown; return true if it need not be. */
  refused?: (error: unknown) => boolean | void;
}

interface Options {
  /**
   * What the caller shows with `problem` and `fields` instead of a toast: only refusals with a reason, or everything,
   * as on a page with nothing else to show.
   */
  inline?: 'reasons' | 'all';
}

/**
 * Writes from a button or a form, one at a time. A failure is shown in a toast, in the server's words if there are any.
 */
export function useWrite({ inline }: Options = {}) {
  const notify = useNotify();
  const actor = useActorRef(requestMachine);
  const snapshot = useSelector(actor, (now) => now);
  const { name, detail, fields } = snapshot.context;
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => void (isShown.current = false);
  }, []);

  /** Resolves to whether it was written. */
  function write<Answer>({
    name: asked = 'write',
    send,
    done,
    failed,
    reasonOf,
    refused,
  }: Writing<Answer>): Promise<boolean> {
    if (isShown.current && actor.getSnapshot().hasTag('busy')) return Promise.resolve(false);
    return new Promise((resolve) => {
      const attempt = async (): Promise<RequestAnswer> => {
        try {
          const answer = await send();
          if (typeof done === 'string') notify.done(done);
          else await done?.(answer);
          resolve(true);
          return { is: 'done' };
        } catch (error) {
          resolve(false);
          if (refused?.(error)) return { is: 'refused', detail: null, fields: {} };
          const { status, detail: told, fields: ofFields } = problemOf(error);
          const reason = reasonOf?.(error) ?? (inline === 'all' || (status !== null && status < 500) ? told : null);
          const isRefused = reason !== null || Object.keys(ofFields).length > 0;
          if (inline !== 'all' && !(inline && isRefused)) notify.failed(error, reason ?? failed);
          if (!isRefused) throw error;
          return { is: 'refused', detail: reason, fields: ofFields };
        }
      };
      if (isShown.current) actor.send({ type: 'request.made', name: asked, failed, send: attempt });
      // Called from a toast that outlived the screen, such as "Undo".
      else void attempt().catch(() => {});
    });
  }

  return {
    /** The name of the write in progress, or null. */
    busy: snapshot.hasTag('busy') ? name : null,
    problem: inline === 'all' || snapshot.matches('refused') ? detail : null,
    fields,
    write,
    /** Clears the message about the last attempt. */
    dismiss: () => actor.send({ type: 'request.dismissed' }),
  };
}
