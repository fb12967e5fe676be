import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** The job of a carrier after its signature, with its history and the papers that it brings. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const statements = `
create table carrier_job (
  id uuid primary key,
  lead_id uuid not null references agent_lead,
  carrier_id uuid not null references carrier,
  agreement_id uuid not null unique references agreement,
  state text not null check (state in ('not-started', 'on-the-way', 'picked-up', 'delivered')),
  departed_at timestamptz,
  picked_up_at timestamptz,
  delivered_at timestamptz,
  version int not null default 1,
  history_length int not null,
  model_version int not null,
  created_at timestamptz not null
);

create index carrier_job_lead on carrier_job (lead_id, created_at);

create index carrier_job_carrier on carrier_job (carrier_id);

comment on table carrier_job is 'One for each job agreement that a carrier has signed; a carrier that drops out leaves its own behind.';

comment on column carrier_job.created_at is 'When the carrier signed.';

create table carrier_job_paper (
  id uuid primary key,
  job_id uuid not null references carrier_job on delete cascade,
  file_id uuid not null unique references file,
  kind text not null check (kind in ('completion-statement', 'bill-of-lading', 'delivery-receipt', 'photo', 'other')),
  name text not null,
  brought_by uuid references account on delete set null,
  brought_by_name text not null,
  created_at timestamptz not null
);

create index carrier_job_paper_job on carrier_job_paper (job_id, created_at);

create index carrier_job_paper_account on carrier_job_paper (brought_by) where brought_by is not null;

create table history_job partition of history for values in ('job');

alter table history_job add foreign key (record_id) references carrier_job on delete cascade;

insert into carrier_job (id, lead_id, carrier_id, agreement_id, state, history_length, model_version, created_at)
  select gen_random_uuid(), lead_id, awarded_carrier_id, job_agreement_id, 'not-started', 1, 1, carrier_signed_at
    from contract where carrier_signed_at is not null and job_agreement_id is not null and awarded_carrier_id is not null;

insert into history (lifecycle, record_id, sequence, event, payload, judged, facts, actor_role, at, from_state, to_state, model_version)
  select 'job', id, 1, 'job.signed', '{}', '{"type": "job.signed"}', '{}', 'carrier', created_at, null, 'not-started', 1
    from carrier_job
`;
