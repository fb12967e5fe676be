import { useActorRef, useSelector } from '@xstate/react';
import { fromPromise } from 'xstate';
import { type SigningAnswer, signingMachine, type SigningWrite } from '#src/machines/agreement/signing.machine.ts';
import { problemOf } from '#src/views/ui/problem.ts';

interface SigningCalls {
  /** Reports that the signer has opened it; omitted if that is not needed. */
  open?: () => Promise<unknown>;
  send: (write: SigningWrite) => Promise<unknown>;
}

/** The flow of one agreement on one page; the page provides its requests. */
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
            // Only a refusal is a definite response; after anything else it is unknown whether it was written.
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
