import { dropKept } from '#src/views/offline/kept-answers.ts';
import type { SessionActor } from '#src/views/session/session-context.ts';
import { watchBuild } from './build-watch.ts';

/** What a page does once it stands. */
export function afterLoad(session: SessionActor): void {
  // Whatever comes next needs them; a failure is told to whoever then waits for them.
  import('#src/views/ui/later-styles.ts').catch(() => {});
  watchBuild();
  dropWhatWasKept(session);
}

/** What a carrier read is on the device for that carrier alone, and only while the session lasts. */
function dropWhatWasKept(session: SessionActor): void {
  let last: string | null | undefined;
  const look = () => {
    const { value, context } = session.getSnapshot();
    // While nobody could be asked, nobody knows.
    if (value === 'restoring' || value === 'unreachable') return;
    const owner = value === 'signingOut' ? null : (context.user?.id ?? null);
    if (owner === last) return;
    last = owner;
    void dropKept(owner);
  };
  session.subscribe(look);
  look();
}
