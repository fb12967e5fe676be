import { setTimeout as sleep } from 'node:timers/promises';

/** Within this time those who heard of the same change ask. */
const GATHER_MS = 25;

/**
 * One read for all who ask the same at about the same time, as every page does that shows what has just changed. It begins
 * when all of them have asked, so nobody is given what is older than the question.
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
