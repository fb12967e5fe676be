import { type ReactNode, useState } from 'react';
import { FIRST_ANSWERS } from '#src/views/ui/first-answers.ts';
import { LiveContext } from '#src/views/ui/live-context.ts';
import { createLive } from './live.ts';

/** Live updates through a client's link, for a page without an account. */
export default function LinkLive({ link, children }: { link: string; children: ReactNode }) {
  const [live] = useState(() => createLive(link, undefined, sinceRequested()));
  return <LiveContext value={live}>{children}</LiveContext>;
}

/** At first since the page was requested: what the server rendered may have changed while the application loaded. */
function sinceRequested(): () => number {
  let requested = globalThis.document?.getElementById(FIRST_ANSWERS) ? Math.floor(performance.timeOrigin) : null;
  return () => {
    const since = requested ?? Date.now();
    requested = null;
    return since;
  };
}
