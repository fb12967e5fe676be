import { assign, fromPromise, setup } from 'xstate';

/**
 * One transition of a lead, from the form to the record.
 *
 * filling   the form is open; what was typed is the draft
 * saving    the write is in progress; nothing can be sent or changed meanwhile
 * conflict  someone changed the lead since it was loaded; nothing was written, the draft is kept
 * refused   the lifecycle does not allow it in this state; the unmet requirements explain why
 * failed    unknown whether it was written; a retry sends the same key, so it happens at most once
 * done      the transition is written
 */

export type MoveDraft = Readonly<Record<string, unknown>>;

export interface MoveInput {
  draft: MoveDraft;
  /** The version of the lead that the person sees. */
  version: number;
}

export interface MoveWrite extends MoveInput {
  /** Each submission has one idempotency key, however often it is sent. */
  key: string;
}

/** What a save rejects with. Any other rejection is a network failure. */
export interface MoveRefusal {
  kind: 'conflict' | 'refused' | 'invalid';
  detail: string;
  /** The requirements that do not hold, ready to display. */
  unmet: readonly string[];
  /** Sentences by field name. */
  fields: Readonly<Record<string, string>>;
  /** The record as it is now. */
  current: { version: number } | null;
}

const FAILED = 'No response. Check your connection and try again; it won’t happen twice.';

function refusalOf(error: unknown): MoveRefusal | null {
  return typeof error === 'object' && error !== null && 'kind' in error && 'unmet' in error
    ? (error as MoveRefusal)
    : null;
}

/** The error, wrapped because it can be of any type. */
interface Back {
  error: unknown;
}

interface MoveContext extends MoveWrite {
  refusal: MoveRefusal | null;
  problem: string | null;
}

export const agentLeadMoveMachine = setup({
  types: {
    context: {} as MoveContext,
    input: {} as MoveInput,
    events: {} as
      | { type: 'draft.changed'; part: MoveDraft }
      | { type: 'move.submitted' }
      /** The person has seen what changed and continues with the newer version. */
      | { type: 'conflict.accepted' },
    tags: {} as 'busy',
  },
  actors: {
    save: fromPromise<unknown, MoveWrite>(() => Promise.reject(new Error('actor "save" was not provided'))),
  },
  actions: {
    change: assign({
      draft: ({ context }, part: MoveDraft) => ({ ...context.draft, ...part }),
      refusal: null,
      problem: null,
    }),
    makeKey: assign({ key: () => crypto.randomUUID() }),
    forgetProblem: assign({ refusal: null, problem: null }),
    keepRefusal: assign({ refusal: (_, { error }: Back) => refusalOf(error) }),
    keepProblem: assign({ problem: (_, { error }: Back) => refusalOf(error)?.detail ?? FAILED }),
    takeVersion: assign({ version: ({ context }) => context.refusal?.current?.version ?? context.version }),
  },
  guards: {
    'the lead was changed meanwhile': (_, { error }: Back) => refusalOf(error)?.kind === 'conflict',
    'the lifecycle refuses': (_, { error }: Back) => refusalOf(error)?.kind === 'refused',
    'a field is wrong': (_, { error }: Back) => refusalOf(error)?.kind === 'invalid',
  },
}).createMachine({
  id: 'agent-lead-move',
  initial: 'filling',
  context: ({ input }) => ({ ...input, key: '', refusal: null, problem: null }),
  states: {
    filling: {
      on: {
        'draft.changed': { actions: { type: 'change', params: ({ event }) => event.part } },
        'move.submitted': { target: 'saving', actions: 'makeKey' },
      },
    },
    saving: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'save',
        src: 'save',
        input: ({ context: { draft, version, key } }) => ({ draft, version, key }),
        onDone: 'done',
        onError: [
          {
            guard: { type: 'the lead was changed meanwhile', params: ({ event }) => ({ error: event.error }) },
            target: 'conflict',
            actions: { type: 'keepRefusal', params: ({ event }) => ({ error: event.error }) },
          },
          {
            guard: { type: 'the lifecycle refuses', params: ({ event }) => ({ error: event.error }) },
            target: 'refused',
            actions: { type: 'keepRefusal', params: ({ event }) => ({ error: event.error }) },
          },
          {
            guard: { type: 'a field is wrong', params: ({ event }) => ({ error: event.error }) },
            target: 'filling',
            actions: [
              { type: 'keepRefusal', params: ({ event }) => ({ error: event.error }) },
              { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
            ],
          },
          { target: 'failed', actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) } },
        ],
      },
    },
    conflict: {
      on: { 'conflict.accepted': { target: 'filling', actions: ['takeVersion', 'forgetProblem'] } },
    },
    refused: {
      on: { 'draft.changed': { target: 'filling', actions: { type: 'change', params: ({ event }) => event.part } } },
    },
    failed: {
      on: {
        'move.submitted': 'saving',
        'draft.changed': { target: 'filling', actions: { type: 'change', params: ({ event }) => event.part } },
      },
    },
    done: { type: 'final' },
  },
});
