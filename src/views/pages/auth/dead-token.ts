import { problemOf } from '#src/views/ui/problem.ts';

/**
 * What the server says of a token that it does not take: `detail` is null where all it knows is that there is no such
 * thing. Null where the failure is about something else.
 */
export function deadToken(error: unknown): { detail: string | null } | null {
  const { status, detail, fields } = problemOf(error);
  if (status === 404 || 'token' in fields) return { detail: null };
  return status === 410 || status === 409 ? { detail } : null;
}
