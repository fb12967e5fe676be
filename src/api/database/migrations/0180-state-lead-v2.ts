import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { recordedRows } from '#src/api/engine/lift.ts';
import type { Lift } from '#src/api/engine/lift.ts';

/** The columns of each state of both versions. */
const states = {
  accepted: { state: 'accepted', is_archived: false },
  'archived.accepted': { state: 'accepted', is_archived: true },
  'archived.contacted': { state: 'contacted', is_archived: true },
  'archived.declined': { state: 'declined', is_archived: true },
  'archived.fresh': { state: 'fresh', is_archived: true },
  'archived.quoted': { state: 'quoted', is_archived: true },
  contacted: { state: 'contacted', is_archived: false },
  declined: { state: 'declined', is_archived: false },
  fresh: { state: 'fresh', is_archived: false },
  quoted: { state: 'quoted', is_archived: false },
  'archived.lost': { state: 'lost', is_archived: true },
  'archived.won': { state: 'won', is_archived: true },
  lost: { state: 'lost', is_archived: false },
  won: { state: 'won', is_archived: false },
};

/** The rows of state-lead go over to version 2 of their lifecycle. */
export const lift: Lift = {
  lifecycle: 'state-lead',
  version: 2,
  rows: recordedRows('state-lead', 'state_lead_work', states),
  becomes: {
    accepted: 'accepted',
    'archived.accepted': 'archived.accepted',
    'archived.contacted': 'archived.contacted',
    'archived.declined': 'archived.declined',
    'archived.fresh': 'archived.fresh',
    'archived.quoted': 'archived.quoted',
    contacted: 'contacted',
    declined: 'declined',
    fresh: 'fresh',
    quoted: 'quoted',
  },
  brings: ['archived.lost', 'archived.won', 'lost', 'won'],
};

/** Won and lost, whose lead it is, when to follow up, and the texts that a business sends from its phones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const statements = `
alter table state_lead_work drop constraint state_lead_work_state_check,
  add constraint state_lead_work_state_check
    check (state in ('fresh', 'contacted', 'quoted', 'accepted', 'declined', 'won', 'lost')),
  add column assignee_id uuid references account,
  add column follow_up_date date,
  add column follow_up_by uuid references account,
  add column won_value int check (won_value > 0),
  add column lost_reason text
    check (lost_reason in ('price', 'other-mover', 'no-answer', 'dates', 'not-moving', 'other')),
  add column lost_note text,
  add column decided_at timestamptz,
  add check (state <> 'won' or won_value is not null),
  add check (state <> 'lost' or lost_reason is not null);

comment on column state_lead_work.assignee_id is 'Who of the business works it; null where nobody is named.';

comment on column state_lead_work.follow_up_by is 'Who set the day; reminded where nobody is assigned.';

comment on column state_lead_work.won_value is 'US cents.';

comment on column state_lead_work.decided_at is 'When it was marked as won or lost.';

create index state_lead_work_follow_up on state_lead_work (business_id, follow_up_date) where follow_up_date is not null;

create index state_lead_work_assignee on state_lead_work (assignee_id) where assignee_id is not null;

create index state_lead_work_follow_up_by on state_lead_work (follow_up_by) where follow_up_by is not null;

alter table state_quote drop constraint state_quote_answer_check,
  add constraint state_quote_answer_check check (answer in ('accepted', 'declined', 'replaced', 'withdrawn'));

create table state_lead_text (
  business_id uuid primary key references business on delete cascade,
  texts jsonb not null,
  version int not null default 1
);

comment on table state_lead_text is 'The short texts that a business has written for its phones; without a row it has those of the product.'
`;
