import { createRoot } from 'react-dom/client';
import { createActor } from 'xstate';
import type { Notification } from '#src/machines/notification/notification.machine.ts';
import { notificationsMachine } from '#src/machines/notification/notifications.machine.ts';
import { problemOf } from '#src/views/ui/problem.ts';
import { Toasts } from '#src/views/ui/toasts.tsx';

/**
 * The stack of notifications on every page. It has a root of its own beside the application's, so a screen that
 * breaks cannot take the word about it along. Loaded with the first portal: the sign-in page raises none.
 */
const actor = createActor(notificationsMachine).start();

createRoot(document.getElementById('notifications')!).render(<Toasts actor={actor} />);

export function raise(notification: Notification): void {
  actor.send({ type: 'notification.raised', notification });
}

/**
 * A refusal (any 4xx) is told in the server's sentence, which says what to do about it; anything else in the caller's.
 * Specification, section 8, knows 400 and 401 only: the server's reasons mostly come as 403, 409, 422 and 429.
 */
export function raiseFailure(error: unknown, fallback: string): void {
  const { status, detail } = problemOf(error);
  const description = (status !== null && status >= 400 && status < 500 ? detail : null) ?? fallback;
  // The same failure twice is one notification, shown anew.
  raise({ id: `failed-${description}`, title: 'Error', description, color: 'red' });
}
