import { dropPapersOf } from '#src/views/job/kept-papers.ts';
import { dropKept } from '#src/views/offline/kept-answers.ts';
import type { SessionActor } from '#src/views/session/session-context.ts';
import { keepFocus } from '#src/views/ui/kept-focus.ts';
import { watchBuild } from './build-watch.ts';
import { whenSignedOut } from './when-signed-out.ts';

/** What a page does once it has loaded. */
export function afterLoad(session: SessionActor): void {
  // The next screens need these styles; whoever then waits for them reports a failure.
  import('#src/views/ui/later-styles.ts').catch(() => {});
  watchBuild();
  keepFocus();
  dropWhatWasKept(session);
  // What is not sent yet outlives an expired session.
  whenSignedOut(session, (personId) => void dropPapersOf(personId));
}

/** What is kept on the device belongs to one carrier, and lasts only as long as the session. */
function dropWhatWasKept(session: SessionActor): void {
  let last: string | null | undefined;
  const look = () => {
    const { value, context } = session.getSnapshot();
    // Unknown while the server cannot be reached.
    if (value === 'restoring' || value === 'unreachable') return;
    const owner = value === 'signingOut' ? null : (context.user?.id ?? null);
    if (owner === last) return;
    last = owner;
    void dropKept(owner);
  };
  session.subscribe(look);
  look();
}
