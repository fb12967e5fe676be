import type { SessionActor } from '#src/views/session/session-context.ts';
import { dropDraftsOf, setDraftOwner } from '#src/views/ui/draft-owner.ts';
import { whenSignedOut } from './when-signed-out.ts';

/** Drafts belong to the signed-in person and are removed when that person signs out. */
export function keepDraftsByOwner(session: SessionActor): void {
  session.subscribe(({ context }) => setDraftOwner(context.user?.id ?? null));
  whenSignedOut(session, dropDraftsOf);
}
