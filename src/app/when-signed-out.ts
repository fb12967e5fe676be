import type { SessionActor } from '#src/views/session/session-context.ts';

/** Calls `run` with the id of a person who signed out; not when a session expires, so that its owner can continue. */
export function whenSignedOut(session: SessionActor, run: (personId: string) => void): void {
  let leaving: string | null = null;
  session.subscribe(({ value, context }) => {
    if (value === 'signingOut') leaving = context.user?.id ?? null;
    // Where the answer to a sign-out was lost, the server is asked again.
    else if (leaving && value !== 'restoring' && value !== 'unreachable') {
      if (value === 'signedOut') run(leaving);
      leaving = null;
    }
  });
}
