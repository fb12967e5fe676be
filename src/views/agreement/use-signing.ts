import { useActorRef, useSelector } from '@xstate/react';
import { fromPromise } from 'xstate';
import { type SigningAnswer, signingMachine, type SigningWrite } from '#src/machines/agreement/signing.machine.ts';
import { problemOf } from '#src/views/ui/problem.ts';

interface SigningCalls {
  /** Tells that the signer has begun; nothing where nobody asks for it. */
  open?: () => Promise<unknown>;
  send: (write: SigningWrite) => Promise<unknown>;
}

/** The flow of one agreement on one page; the page says how it is written. */
export function useSigning({ open, send }: SigningCalls) {
  const actor = useActorRef(
    signingMachine.provide({
      actors: {
        open: fromPromise<unknown>(async () => open?.()),
        send: fromPromise<SigningAnswer, SigningWrite>(async ({ input }) => {
          try {
            await send(input);
            return { is: input.wish === 'sign' ? 'signed' : 'declined' };
          } catch (error) {
            const { status, detail } = problemOf(error);
            // Only a refusal is an answer; after anything else nobody knows whether it was written.
            if (status === null || status >= 500 || status === 429 || detail === null) throw error;
            return { is: 'refused', detail };
          }
        }),
      },
    }),
    { input: undefined },
  );
  const snapshot = useSelector(actor, (now) => now);
  return {
    actor,
    snapshot,
    draft: snapshot.context.draft,
    problem: snapshot.context.problem,
    busy: snapshot.hasTag('busy'),
  };
}

export type Signing = ReturnType<typeof useSigning>;
