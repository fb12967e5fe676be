import type { SessionActor } from '#src/views/session/session-context.ts';
import { dropDraftsOf, setDraftOwner } from '#src/views/ui/draft-storage.ts';

/**
 * Drafts belong to who is signed in, and go when that person signs out. A session that ran out keeps them: its owner
 * comes back to what was typed.
 */
export function keepDraftsByOwner(session: SessionActor): void {
  let leaving: string | null = null;
  session.subscribe(({ value, context }) => {
    setDraftOwner(context.user?.id ?? null);
    if (value === 'signingOut') leaving = context.user?.id ?? null;
    else if (leaving) {
      // A sign-out that failed leads back to the session.
      if (value === 'signedOut') dropDraftsOf(leaving);
      leaving = null;
    }
  });
}
