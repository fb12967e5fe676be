import { setTimeout as sleep } from 'node:timers/promises';

/** Everyone notified of the same change sends a request within this time. */
const GATHER_MS = 25;

/**
 * Shares one read among all who request the same data at about the same time, as every page does that shows what has
 * just changed. The read starts after all of them have requested it, so nobody gets data older than their request.
 */
export function createReadsTogether<T>(): (question: string, read: () => Promise<T>) => Promise<T> {
  const gathering = new Map<string, Promise<T>>();
  return (question, read) => {
    const open = gathering.get(question);
    if (open) return open;
    const answer = sleep(GATHER_MS).then(() => {
      gathering.delete(question);
      return read();
    });
    gathering.set(question, answer);
    return answer;
  };
}
