/** What a failed request reports, whether it was GraphQL or an upload by REST. */
export interface Problem {
  status: number | null;
  code: string | null;
  /** The current state as reported by the server, in one word. */
  state: string | null;
  /** A message from the server that can be shown. */
  detail: string | null;
  /** From the request's field names to one message each. */
  fields: Readonly<Record<string, string>>;
  /** What the request named as seen but has changed since; nothing was written. */
  changed: readonly Changed[];
}

export interface Changed {
  field: string;
  seen: string | number | null;
  now: string | number | null;
}

const statusOfCode: Record<string, number> = {
  BAD_USER_INPUT: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
};

interface Loose {
  errors?: { message?: string; extensions?: Loose }[];
  status?: unknown;
  code?: unknown;
  state?: unknown;
  detail?: unknown;
  data?: Loose;
  fields?: unknown;
  changed?: unknown;
  message?: string;
}

/** Checks only the shape: UI primitives do not depend on a client library. */
export function problemOf(error: unknown): Problem {
  const loose = (typeof error === 'object' && error !== null ? error : {}) as Loose;
  const first = loose.errors?.[0];
  const facts: Loose = first?.extensions ?? { ...loose.data, status: loose.status };
  const code = typeof facts.code === 'string' ? facts.code : null;
  const status = typeof facts.status === 'number' ? facts.status : (code && statusOfCode[code]) || null;
  const detail =
    typeof facts.detail === 'string' ? facts.detail : status && status < 500 ? (first?.message ?? null) : null;
  return {
    status,
    code,
    state: typeof facts.state === 'string' ? facts.state : null,
    detail,
    fields: fieldsOf(facts.errors ?? facts.fields),
    changed: Array.isArray(facts.changed) ? (facts.changed as Changed[]) : [],
  };
}

function fieldsOf(list: unknown): Record<string, string> {
  if (!Array.isArray(list)) return (list as Record<string, string> | undefined) ?? {};
  const rows = list as { field?: string; path?: string; message?: string; detail?: string }[];
  return Object.fromEntries(rows.map((row) => [row.field ?? row.path ?? '', row.message ?? row.detail ?? '']));
}

/** Why something could not be loaded: what the server said, such as of a filter that it refuses. */
export const whyUnread = (error: unknown): string =>
  problemOf(error).detail ?? 'Check your connection, then try again.';
