import { createRoot } from 'react-dom/client';
import { createActor } from 'xstate';
import type { Notification } from '#src/machines/notification/notification.machine.ts';
import { notificationsMachine } from '#src/machines/notification/notifications.machine.ts';
import { problemOf } from '#src/views/ui/problem.ts';
import { Toasts } from '#src/views/ui/toasts.tsx';

/**
 * The stack of notifications on every page. It has its own root beside the application's, so that it survives a screen
 * that crashes. Loaded with the first portal: the sign-in page raises none.
 */
const actor = createActor(notificationsMachine).start();

createRoot(document.getElementById('notifications')!).render(<Toasts actor={actor} />);

export function raise(notification: Notification): void {
  actor.send({ type: 'notification.raised', notification });
}

/**
 * A refusal (any 4xx) shows the server's message, which says what to do about it; any other failure shows the caller's.
 * Specification, section 8, lists 400 and 401 only, but the server's reasons mostly come as 403, 409, 422 and 429.
 */
export function raiseFailure(error: unknown, fallback: string): void {
  const { status, detail } = problemOf(error);
  const description = (status !== null && status >= 400 && status < 500 ? detail : null) ?? fallback;
  // A repeated failure replaces its notification instead of adding another.
  raise({ id: `failed-${description}`, title: 'Error', description, color: 'red' });
}
