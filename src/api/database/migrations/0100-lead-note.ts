import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** What agents write down about a lead, and the calls that they made. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const statements = `
create table lead_note (
  id uuid primary key,
  lead_id uuid not null references agent_lead on delete cascade,
  kind text not null check (kind in ('note', 'call')),
  outcome text check (outcome in ('reached', 'no-answer', 'voicemail', 'busy', 'call-back', 'wrong-number')),
  text text not null,
  is_pinned boolean not null default false,
  earlier jsonb not null default '[]',
  version integer not null default 1,
  created_by uuid not null references account,
  created_at timestamptz not null,
  edited_at timestamptz,
  deleted_by uuid references account,
  deleted_at timestamptz,
  check ((kind = 'call') = (outcome is not null)),
  check ((deleted_at is null) = (deleted_by is null))
);

create index lead_note_lead on lead_note (lead_id, created_at desc, id desc);

comment on table lead_note is 'What an agent wrote down about a lead, or a call that was made. One that was deleted has no text any more.';

comment on column lead_note.outcome is 'Of a call.';

comment on column lead_note.earlier is 'What it said before, and until when: \`[{text, outcome, until}]\`, oldest first.'
`;
