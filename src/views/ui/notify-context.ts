import { createContext, use } from 'react';
import type { Notification } from '#src/machines/notification/notification.machine.ts';

export interface Notify {
  /** Something was done; `action` may undo it. */
  done(title: string, more?: Partial<Pick<Notification, 'description' | 'action' | 'color' | 'id'>>): void;
  /** Something failed: the server's own sentence where it is the person's to mend, else the fallback. */
  failed(error: unknown, fallback: string): void;
}

export const NotifyContext = createContext<Notify | null>(null);

export function useNotify(): Notify {
  const notify = use(NotifyContext);
  if (!notify) throw new Error('no notifications above this component');
  return notify;
}
