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

/** Which error shows which words: specification, section 8. */
export function raiseFailure(error: unknown, fallback: string): void {
  const { status, detail } = problemOf(error);
  const description = (status === 400 || status === 401 ? detail : null) ?? fallback;
  // The same failure twice is one notification, shown anew.
  raise({ id: `failed-${description}`, title: 'Error', description, color: 'red' });
}
