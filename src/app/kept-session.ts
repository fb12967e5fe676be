import type { SessionUser } from '#src/machines/session/session.user.ts';
import { keptOfAnybody } from '#src/views/offline/kept-answers.ts';

/**
 * The session to use when the server cannot be reached: that of the carrier whose loads are kept on this device. It
 * gives access only to what was kept; the server is asked again as soon as possible.
 *
 * @throws `error` in every other portal, and where no session was kept
 */
export async function keptSession(error: unknown): Promise<SessionUser> {
  const user = location.pathname.startsWith('/load-board/') ? await keptOfAnybody<SessionUser>('session') : null;
  if (!user) throw error;
  return user;
}
