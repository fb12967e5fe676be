import type { SessionUser } from '#src/machines/session/session.user.ts';
import { keptOfAnybody } from '#src/views/offline/kept-answers.ts';

/**
 * Who is signed in, where the server cannot be asked: the carrier whose loads are kept on this device. It opens nothing
 * but what was kept; the server is asked again as soon as it can be.
 *
 * @throws `error` in every other portal, and where nobody was kept
 */
export async function keptSession(error: unknown): Promise<SessionUser> {
  const user = location.pathname.startsWith('/load-board/') ? await keptOfAnybody<SessionUser>('session') : null;
  if (!user) throw error;
  return user;
}
