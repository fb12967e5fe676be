import type { SessionActor } from '#src/views/session/session-context.ts';
import { dropDraftsOf, setDraftOwner } from '#src/views/ui/draft-storage.ts';

/**
 * Drafts belong to the signed-in person and are removed when that person signs out. They survive an expired session, so
 * that its owner can continue.
 */
export function keepDraftsByOwner(session: SessionActor): void {
  let leaving: string | null = null;
  session.subscribe(({ value, context }) => {
    setDraftOwner(context.user?.id ?? null);
    if (value === 'signingOut') leaving = context.user?.id ?? null;
    else if (leaving) {
      // A failed sign-out returns to the session.
      if (value === 'signedOut') dropDraftsOf(leaving);
      leaving = null;
    }
  });
}
