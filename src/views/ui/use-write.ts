import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { requestMachine } from '#src/machines/request/request.machine.ts';
import type { RequestAnswer } from '#src/machines/request/request.machine.ts';
import { useNotify } from './notify-context.ts';
import { problemOf } from './problem.ts';

interface Writing<Answer> {
  /** Which of the screen's buttons it is: `busy` names it meanwhile. */
  name?: string;
  send: () => Promise<Answer>;
  /** What is said once it was written, or what is to be done then. */
  done?: string | ((answer: Answer) => unknown);
  /** What is said where nobody gives a reason. */
  failed: string;
  /** Why it failed, of errors that say so themselves. The server's reason is known without. */
  reasonOf?: (error: unknown) => string | null;
  /** Sees what went wrong before anybody is told; true when nobody has to be. */
  refused?: (error: unknown) => boolean | void;
}

interface Options {
  /**
   * What the caller shows by `problem` and `fields` instead of a toast: what was refused with a reason, or everything,
   * as on a page that has nothing else to say.
   */
  inline?: 'reasons' | 'all';
}

/** Writes from a button or a form, one at a time. What fails is told in a toast, in the server's words where it has any. */
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

  /** Whether it was written. */
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
      // From a toast that outlived the screen, such as "Undo".
      else void attempt().catch(() => {});
    });
  }

  return {
    /** The name of what is being written; null while nothing is. */
    busy: snapshot.hasTag('busy') ? name : null,
    problem: inline === 'all' || snapshot.matches('refused') ? detail : null,
    fields,
    write,
    /** Takes away what was said about the last try. */
    dismiss: () => actor.send({ type: 'request.dismissed' }),
  };
}
