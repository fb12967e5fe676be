import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** What the embedded payment sandbox keeps, and which of the provider's events were taken. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const statements = `
create table sandbox_object (
  id text primary key,
  object text not null,
  position bigint generated always as identity,
  data jsonb not null
);

create index sandbox_object_newest on sandbox_object (object, position desc);

create index sandbox_object_field on sandbox_object using gin (data jsonb_path_ops);

create table sandbox_request (
  key text primary key,
  fingerprint text not null,
  status int not null,
  body text not null,
  created_at timestamptz not null default now()
);

create table payment_event (
  id text primary key,
  type text not null,
  object_id text not null,
  received_at timestamptz not null default now()
)
`;
