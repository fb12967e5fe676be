import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { writeMachine } from '#src/machines/write/write.machine.ts';
import type { WriteAnswer } from '#src/machines/write/write.machine.ts';
import { useNotify } from './notify-context.ts';
import { problemOf } from './problem.ts';

interface Writing<Answer> {
  /** Which of the screen's buttons it is: `busy` names it meanwhile. */
  name?: string;
  send: () => Promise<Answer>;
  /** What is said once it was written, or what is to be done then. */
  done?: string | ((answer: Answer) => unknown);
  /** What is said where the server gives no reason of its own. */
  failed: string;
  /** Sees what went wrong before anybody is told; true when nobody has to be. */
  refused?: (error: unknown) => boolean | void;
}

interface Options {
  /** A refusal is shown by the caller, in `problem` and `fields`; a toast says only what has no reason. */
  isInline?: boolean;
}

/** Writes from a button or a form, one at a time. What fails is told in a toast, in the server's words where it has any. */
export function useWrite({ isInline = false }: Options = {}) {
  const notify = useNotify();
  const actor = useActorRef(writeMachine);
  const snapshot = useSelector(actor, (now) => now);
  const { name, detail, fields } = snapshot.context;
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => void (isShown.current = false);
  }, []);

  /** Whether it was written. */
  function write<Answer>({ name: asked = 'write', send, done, failed, refused }: Writing<Answer>): Promise<boolean> {
    if (isShown.current && actor.getSnapshot().hasTag('busy')) return Promise.resolve(false);
    return new Promise((resolve) => {
      const attempt = async (): Promise<WriteAnswer> => {
        try {
          const answer = await send();
          if (typeof done === 'string') notify.done(done);
          else await done?.(answer);
          resolve(true);
          return { is: 'done' };
        } catch (error) {
          resolve(false);
          if (refused?.(error)) return { is: 'refused', detail: null, fields: {} };
          const problem = problemOf(error);
          const hasReason = problem.status !== null && problem.status < 500 && problem.detail !== null;
          const isOfFields = Object.keys(problem.fields).length > 0;
          if (!isInline || !(hasReason || isOfFields)) notify.failed(error, failed);
          if (!hasReason && !isOfFields) throw error;
          return { is: 'refused', detail: hasReason ? problem.detail : null, fields: problem.fields };
        }
      };
      if (isShown.current) actor.send({ type: 'write.asked', name: asked, write: attempt });
      // From a toast that outlived the screen, such as "Undo".
      else void attempt().catch(() => {});
    });
  }

  return {
    /** The name of what is being written; null while nothing is. */
    busy: snapshot.hasTag('busy') ? name : null,
    problem: detail,
    fields,
    write,
  };
}
