import { problemOf } from '#src/views/ui/problem.ts';

/**
 * The server's refusal of a token: `detail` is null if it only knows that there is no such token. Null if the failure
 * is about something else.
 */
export function deadToken(error: unknown): { detail: string | null } | null {
  const { status, detail, fields } = problemOf(error);
  if (status === 404 || 'token' in fields) return { detail: null };
  return status === 410 || status === 409 ? { detail } : null;
}
