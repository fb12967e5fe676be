import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useActorRef, useSelector } from '@xstate/react';
import { type FormEvent, useState } from 'react';
import { fromPromise } from 'xstate';
import {
  agentLeadMoveMachine,
  type MoveDraft,
  type MoveRefusal,
  type MoveWrite,
} from '#src/machines/agent-lead/agent-lead-move.machine.ts';
import type { ComboboxOption } from '#src/views/ui/combobox.tsx';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { problemOf } from '#src/views/ui/problem.ts';
import type { LeadRow } from '../lead-lifecycle.ts';

/** In place of the id of a bid: the lowest that can be awarded. */
export const LOWEST_BID = 'lowest';

/** What an edit begins with. */
export type LeadDetail = 'email' | 'dates' | 'origin' | 'destination';

/** What the person pressed a button of, where it was one. */
export interface MoveSubject {
  estimateId?: string;
  /** Or `LOWEST_BID`. */
  bidId?: string;
  carrier?: ComboboxOption;
  /** Why it is done, where that is known before. */
  reason?: string;
  /** What is to be filled in. */
  detail?: LeadDetail;
}

export interface MoveFormProps extends MoveSubject {
  lead: LeadRow;
  onClose: () => void;
  /** After the move was written; the lead in the cache is already the new one. */
  onDone?: () => void;
}

export interface Write<D> {
  draft: D;
  version: number;
  key: string;
  signal: AbortSignal;
  client: ApolloClient;
}

interface WriteOptions<D> {
  /** The version that the person sees; 0 for what is new. */
  version: number;
  onClose: () => void;
  onDone?: (answer: unknown) => void;
  draft: D;
  /** Fields that are not filled in properly, each with a sentence. */
  check?: (draft: D) => Readonly<Record<string, string | false | null>>;
  save: (write: Write<D>) => Promise<unknown>;
  /** What was done, said in the toast: "Quote sent to Jane Doe". */
  done: string | (() => string);
  /** Takes it back, from the toast. */
  undo?: (client: ApolloClient, version: number) => Promise<unknown>;
}

/** One form that writes once: the draft, its errors, and where it stands between filling in and done. */
export function useDraftWrite<D extends object>({
  version,
  onClose,
  onDone,
  draft: initial,
  check,
  save,
  done,
  undo,
}: WriteOptions<D>) {
  const client = useApolloClient();
  const notify = useNotify();
  const [attempt, setAttempt] = useState(0);

  const saveActor = fromPromise<unknown, MoveWrite>(async ({ input, signal }) => {
    const answer = await save({ ...input, draft: input.draft as D, signal, client }).catch((error: unknown) => {
      throw refusalOf(error);
    });
    const action = undo && {
      label: 'Undo',
      run: () =>
        void undo(client, input.version + 1).then(onDone, (error: unknown) =>
          notify.failed(error, 'Couldn’t undo: the lead has changed since.'),
        ),
    };
    notify.done(typeof done === 'string' ? done : done(), { action });
    onDone?.(answer);
    onClose();
    return answer;
  });
  const actor = useActorRef(agentLeadMoveMachine.provide({ actors: { save: saveActor } }), {
    input: { draft: initial as MoveDraft, version },
  });
  const snapshot = useSelector(actor, (now) => now);
  const { context } = snapshot;
  const draft = context.draft as D;
  const busy = snapshot.hasTag('busy');

  const found = Object.entries(check?.(draft) ?? {}).filter(
    (row): row is [string, string] => typeof row[1] === 'string',
  );
  const errors: Readonly<Record<string, string>> = {
    ...context.refusal?.fields,
    ...(attempt > 0 ? Object.fromEntries(found) : {}),
  };

  return {
    draft,
    errors,
    attempt,
    busy,
    isStale: snapshot.matches('conflict'),
    isRefused: snapshot.matches('refused'),
    refusal: context.refusal,
    problem: context.problem,
    change: (part: Partial<D>) => actor.send({ type: 'draft.changed', part }),
    accept: () => actor.send({ type: 'conflict.accepted' }),
    close: () => {
      if (!busy) onClose();
    },
    /** A try that did not get as far as being sent. */
    fail: () => setAttempt((count) => count + 1),
    submit(event: FormEvent) {
      event.preventDefault();
      // The form of a dialog inside another form would send that one, too.
      event.stopPropagation();
      setAttempt((count) => count + 1);
      if (found.length === 0) actor.send({ type: 'move.submitted' });
    },
  };
}

interface MoveOptions<D> extends Omit<MoveFormProps, 'onDone'>, Omit<WriteOptions<D>, 'version' | 'save' | 'onClose'> {
  /** `lead` is the one that the person sees: what is bound by the move is named from it. */
  save: (write: Write<D> & { lead: LeadRow }) => Promise<unknown>;
}

/** The form of one move of one lead: as it was when the form opened, until the person has read what changed. */
export function useMove<D extends object>({ lead: first, save, ...options }: MoveOptions<D>) {
  const [lead, setLead] = useState(first);
  const form = useDraftWrite<D>({ ...options, version: first.version, save: (write) => save({ ...write, lead }) });
  const accept = () => {
    setLead(currentOf(form.refusal?.current) ?? lead);
    form.accept();
  };
  return { lead, ...form, accept };
}

export type MoveForm<D> = ReturnType<typeof useMove<D & object>>;

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

/** The lead as a refusal carries it is spelled the way REST spells it. */
function camelized(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelized);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [camel(key), camelized(inner)]));
}

/** The lead as it is now, as a refusal carries it; null where it carries none. */
export const currentOf = (current: unknown): LeadRow | null => (current ? (camelized(current) as LeadRow) : null);
