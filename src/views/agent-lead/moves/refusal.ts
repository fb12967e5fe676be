import type { MoveRefusal } from '#src/machines/agent-lead/agent-lead-move.machine.ts';
import { problemOf } from '#src/views/ui/problem.ts';

interface Extras {
  unmet?: string[];
  allowed?: string[];
  current?: { version: number };
  changed?: unknown[];
}

/** GraphQL keeps them in the first error's extensions, an upload in the answer itself. */
function extrasOf(error: unknown): Extras {
  const loose = error as { errors?: { extensions?: Extras }[]; data?: Extras } | null;
  return loose?.errors?.[0]?.extensions ?? loose?.data ?? {};
}

const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** What a failed write means for the form; the error itself where nobody knows whether it was written. */
export function refusalOf(error: unknown): unknown {
  const { status, detail, fields } = problemOf(error);
  if (status === null || status >= 500 || status === 429) return error;
  const { unmet = [], allowed, current = null, changed } = extrasOf(error);
  // What the person named as seen is another now: the form shows both, and the person decides again. A stale version says what the lead is now; the lifecycle's refusal also says what it would allow.
  const kind =
    status === 409 && allowed === undefined && current && !changed
      ? 'conflict'
      : status === 400 || status === 422 || changed
        ? 'invalid'
        : 'refused';
  return {
    kind,
    detail: detail ?? 'That wasn’t accepted.',
    unmet,
    fields: Object.fromEntries(Object.entries(fields).map(([name, message]) => [camel(name), message])),
    current,
  } satisfies MoveRefusal;
}
