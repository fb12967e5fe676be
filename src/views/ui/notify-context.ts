import { createContext, use } from 'react';
import type { Notification } from '#src/machines/notification/notification.machine.ts';

export interface Notify {
  /** Something succeeded; `undo` takes it back. */
  done(title: string, more?: Partial<Pick<Notification, 'description' | 'undo' | 'color' | 'id'>>): void;
  /** Something failed: shows the server's message if the person can do something about it, otherwise the fallback. */
  failed(error: unknown, fallback: string): void;
}

export const NotifyContext = createContext<Notify | null>(null);

export function useNotify(): Notify {
  const notify = use(NotifyContext);
  if (!notify) throw new Error('no notifications above this component');
  return notify;
}
