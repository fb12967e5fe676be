/**
 * Where the rows stand that are in a place of a lifecycle, for carrying them to the next version of it. Of a lifecycle that is not
 * here nothing is kept: where a record stands is computed from other rows (docs/decisions/states-that-are-not-kept.md).
 *
 * A lift of long ago runs with this on an empty database, too: where a lifecycle gets other columns, the lifts up to then
 * keep the description that they were written with.
 */
export interface LifecycleRows {
  table: string;
  /** The primary key. */
  id: readonly string[];
  /** What `keyOf` of the lifecycle's model says of a row, as SQL over the columns of its place. */
  place: string;
  /** The columns of a place, by its key. */
  columnsOf: (key: string) => Record<string, string | boolean | null>;
  /** The table of what happened to a row; null where nothing is written down. */
  entries: {
    table: string;
    /** SQL by column, over `was` (the row before) and `becomes` (the columns of its new place). */
    values: Record<string, string>;
  } | null;
}

const oneState = (state: string) => ({ state });
const bySystem = { actor_role: `'system'` };
const byNamedSystem = { ...bySystem, actor_name: `'The system'`, payload: `'{}'` };

export const LIFECYCLE_ROWS = {
  'agent-lead': {
    table: 'agent_lead',
    id: ['id'],
    place: `case when is_archived then 'archived.' else '' end || state || coalesce('.' || stage, '')`,
    columnsOf: (key) => {
      const [state, stage] = key.replace(/^archived\./, '').split('.');
      return { state: state!, stage: stage ?? null, is_archived: key.startsWith('archived.') };
    },
    entries: {
      table: 'agent_lead_history',
      values: {
        ...byNamedSystem,
        lead_id: 'was.id',
        from_state: 'was.state',
        from_stage: 'was.stage',
        to_state: 'becomes.state',
        to_stage: 'becomes.stage',
        is_archived: 'becomes.is_archived',
      },
    },
  },
  agreement: { table: 'agreement', id: ['id'], place: 'state', columnsOf: oneState, entries: null },
  bid: { table: 'bid', id: ['id'], place: 'state', columnsOf: oneState, entries: null },
  chat: {
    table: 'chat',
    id: ['id'],
    place: `stage || '.' || owner`,
    columnsOf: (key) => {
      const [stage, owner] = key.split('.');
      return { stage: stage!, owner: owner! };
    },
    entries: {
      table: 'chat_event',
      values: {
        ...byNamedSystem,
        chat_id: 'was.id',
        from_stage: 'was.stage',
        from_owner: 'was.owner',
        to_stage: 'becomes.stage',
        to_owner: 'becomes.owner',
      },
    },
  },
  mailing: {
    table: 'mailing_member',
    id: ['id'],
    place: 'state',
    columnsOf: oneState,
    entries: {
      table: 'mailing_event',
      values: { member_id: 'was.id', from_state: 'was.state', to_state: 'becomes.state' },
    },
  },
  purchase: {
    table: 'purchase',
    id: ['id'],
    place: 'state',
    columnsOf: oneState,
    entries: {
      table: 'purchase_event',
      values: { ...bySystem, purchase_id: 'was.id', from_state: 'was.state', to_state: 'becomes.state' },
    },
  },
  'state-lead': {
    table: 'state_lead_work',
    id: ['business_id', 'lead_id'],
    place: `case when is_archived then 'archived.' else '' end || state`,
    columnsOf: (key) => ({ state: key.replace(/^archived\./, ''), is_archived: key.startsWith('archived.') }),
    entries: {
      table: 'state_lead_event',
      values: {
        ...byNamedSystem,
        business_id: 'was.business_id',
        lead_id: 'was.lead_id',
        from_state: 'was.state',
        to_state: 'becomes.state',
        is_archived: 'becomes.is_archived',
      },
    },
  },
  subscription: {
    table: 'subscription',
    id: ['id'],
    place: `standing || case when is_ending then '.ending' else '' end`,
    columnsOf: (key) => ({ standing: key.replace(/\.ending$/, ''), is_ending: key.endsWith('.ending') }),
    entries: {
      table: 'subscription_event',
      values: {
        payload: `'{}'`,
        subscription_id: 'was.id',
        from_standing: 'was.standing',
        from_ending: 'was.is_ending',
        to_standing: 'becomes.standing',
        to_ending: 'becomes.is_ending',
      },
    },
  },
} as const satisfies Record<string, LifecycleRows>;
