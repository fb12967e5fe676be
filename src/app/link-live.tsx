import { type ReactNode, useState } from 'react';
import { LiveContext } from '#src/views/ui/live-context.ts';
import { createLive } from './live.ts';

/** Live updates through a client's link, for a page without an account. */
export default function LinkLive({ link, children }: { link: string; children: ReactNode }) {
  const [live] = useState(() => createLive(link));
  return <LiveContext value={live}>{children}</LiveContext>;
}
