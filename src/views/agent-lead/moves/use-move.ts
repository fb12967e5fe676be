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
import type { JobEndedBy } from '#src/machines/agent-lead/agent-lead.types.ts';
import { problemOf } from '#src/views/ui/problem.ts';
import { useDraft } from '#src/views/ui/use-draft.ts';
import type { LeadRow } from '../lead-lifecycle.ts';

/** Instead of a bid's id: the lowest bid that can be awarded. */
export const LOWEST_BID = 'lowest';

/** The field that an edit starts at. */
export type LeadDetail = 'email' | 'dates' | 'origin' | 'destination';

export interface PickUpDays {
  first: string;
  last: string;
}

/** What the pressed button refers to, if anything. */
export interface MoveSubject {
  estimateId?: string;
  /** Or `LOWEST_BID`. */
  bidId?: string;
  carrier?: ComboboxOption;
  /** The reason, if already known. */
  reason?: string;
  /** Who ended the carrier's job, if already known. */
  endedBy?: JobEndedBy;
  /** The detail to fill in. */
  detail?: LeadDetail;
  /** The pick-up dates to start from instead of those of the lead. */
  days?: PickUpDays;
}

export interface MoveFormProps extends MoveSubject {
  lead: LeadRow;
  onClose: () => void;
  /** Called after the write; the lead in the cache is already up to date. */
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
  /** The version that the person sees; 0 for a new record. */
  version: number;
  onClose: () => void;
  onDone?: (answer: unknown) => void;
  draft: D;
  /** Errors by field. */
  check?: (draft: D) => Readonly<Record<string, string | false | null>>;
  save: (write: Write<D>) => Promise<unknown>;
  /** The message in the toast: "Quote sent to Jane Doe". */
  done: string | (() => string);
  /** Undoes it, from the toast. */
  undo?: (client: ApolloClient, version: number) => Promise<unknown>;
}

/** A form that writes once: its draft, its errors, and its progress. */
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
      // Counts as another attempt, so that the focus moves to what went wrong: the form may be scrolled away from it.
      setAttempt((count) => count + 1);
      throw refusalOf(error);
    });
    const takeBack = () =>
      void undo?.(client, input.version + 1).then(onDone, (error: unknown) =>
        notify.failed(error, 'Couldn’t undo: the lead has changed since.'),
      );
    notify.done(typeof done === 'string' ? done : done(), undo ? { undo: takeBack } : {});
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
    /** An attempt that failed before it was sent. */
    fail: () => setAttempt((count) => count + 1),
    submit(event: FormEvent) {
      event.preventDefault();
      // A dialog's form inside another form would submit that one, too.
      event.stopPropagation();
      setAttempt((count) => count + 1);
      if (found.length === 0) actor.send({ type: 'move.submitted' });
    },
  };
}

interface MoveOptions<D>
  extends Omit<MoveFormProps, 'onDone'>, Omit<WriteOptions<D>, 'version' | 'save' | 'onClose' | 'onDone'> {
  onDone?: () => void;
  /** `lead` is the one that the person sees: what the request names as seen is taken from it. */
  save: (write: Write<D> & { lead: LeadRow }) => Promise<unknown>;
  /** Keeps what is typed on this device, under this name, until it is saved. For words, not for amounts. */
  keptAs?: string;
  /** The words in the draft, if there is more in it. */
  keeps?: readonly (keyof D)[];
}

/**
 * The form of one transition of one lead. It uses the lead as it was when the form opened, until the person has
 * acknowledged changes.
 */
export function useMove<D extends object>({ lead: first, save, keptAs, keeps, ...options }: MoveOptions<D>) {
  const [lead, setLead] = useState(first);
  const [kept, keep] = useDraft<Partial<D>>(`move.${keptAs}.${first.id}`);
  const form = useDraftWrite<D>({
    ...options,
    draft: { ...options.draft, ...kept },
    version: first.version,
    save: (write) => save({ ...write, lead }),
    onDone: () => {
      if (keptAs) keep(null);
      options.onDone?.();
    },
  });
  const accept = () => {
    setLead(currentOf(form.refusal?.current) ?? lead);
    form.accept();
  };
  const change = (part: Partial<D>) => {
    form.change(part);
    if (keptAs) keep(pick({ ...form.draft, ...part }, keeps));
  };
  return { lead, ...form, accept, change };
}

const pick = <D extends object>(draft: D, keys: readonly (keyof D)[] | undefined): Partial<D> =>
  keys ? (Object.fromEntries(keys.map((key) => [key, draft[key]])) as Partial<D>) : draft;

export type MoveForm<D> = ReturnType<typeof useMove<D & object>>;

interface Extras {
  unmet?: string[];
  allowed?: string[];
  current?: { version: number };
  changed?: unknown[];
}

/** GraphQL has them in the first error's extensions, an upload in the response itself. */
function extrasOf(error: unknown): Extras {
  const loose = error as { errors?: { extensions?: Extras }[]; data?: Extras } | null;
  return loose?.errors?.[0]?.extensions ?? loose?.data ?? {};
}

const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** What a failed write means for the form; the error itself if it is unknown whether the write happened. */
export function refusalOf(error: unknown): unknown {
  const { status, detail, fields } = problemOf(error);
  if (status === null || status >= 500 || status === 429) return error;
  const { unmet = [], allowed, current = null, changed } = extrasOf(error);
  // What the person saw has changed: the form shows both versions, and the person decides again. A stale version
  // includes the current lead; a refusal by the lifecycle also lists what is allowed.
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

/** A lead in a refusal uses REST's spelling. */
function camelized(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelized);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [camel(key), camelized(inner)]));
}

/** The current lead contained in a refusal; null if there is none. */
export const currentOf = (current: unknown): LeadRow | null => (current ? (camelized(current) as LeadRow) : null);
