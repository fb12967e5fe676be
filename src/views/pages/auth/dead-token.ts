import { problemOf } from '#src/views/ui/problem.ts';
import { hasDoneItsWork } from '#src/views/ui/use-link.ts';

export interface DeadToken {
  /** Null if the server only knows that there is no such token. */
  detail: string | null;
  /** The link has already done its work. */
  isDone: boolean;
}

/** The server's refusal of a token. Null if the failure is about something else. */
export function deadToken(error: unknown): DeadToken | null {
  const problem = problemOf(error);
  const { status, detail, fields } = problem;
  if (status === 404 || 'token' in fields) return { detail: null, isDone: false };
  return status === 410 || status === 409 ? { detail, isDone: hasDoneItsWork(problem) } : null;
}
