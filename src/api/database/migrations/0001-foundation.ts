import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** The tables that every noun stands on, the accounts and the files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create extension if not exists pg_trgm`.execute(db);
  await sql`create extension if not exists unaccent`.execute(db);
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const statements = `
create table account (
  id uuid primary key,
  role text not null check (role in ('mover', 'assistant', 'agent', 'carrier')),
  email text not null unique check (email = lower(email)),
  password_hash text not null,
  name text not null,
  phone text,
  avatar_file_id uuid,
  email_verified_at timestamptz,
  sessions_valid_from timestamptz not null default now(),
  disabled_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now()
);

create index account_role on account (role, name);

create table refresh_token (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  family_id uuid not null,
  token_hash text not null unique,
  successor_id uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  replaced_at timestamptz,
  revoked_at timestamptz
);

create index refresh_token_family on refresh_token (family_id);

create index refresh_token_account on refresh_token (account_id);

create table sign_in_attempt (
  id bigint generated always as identity primary key,
  key text not null,
  at timestamptz not null default now()
);

create index sign_in_attempt_key on sign_in_attempt (key, at);

create table idempotency (
  scope text not null,
  key text not null,
  fingerprint text not null,
  status int,
  body jsonb,
  created_at timestamptz not null default now(),
  primary key (scope, key)
);

create index idempotency_age on idempotency (created_at);

create table live_event (
  sequence bigint generated always as identity primary key,
  at timestamptz not null default now(),
  noun text not null,
  subject_id uuid not null,
  audience text not null
);

create index live_event_age on live_event (at);

create table mail (
  id uuid primary key,
  message_id text not null unique,
  recipient text not null,
  subject text not null,
  body jsonb not null,
  kind text not null,
  created_at timestamptz not null default now(),
  delivered_at timestamptz,
  attempts int not null default 0,
  last_error text
);

create table file (
  id uuid primary key,
  storage_key text not null,
  name text not null,
  media_type text not null,
  size int not null,
  sha256 text not null,
  created_at timestamptz not null default now()
);

create table link (
  id uuid primary key,
  token_hash text not null unique,
  purpose text not null,
  subject_id uuid not null,
  created_by uuid references account,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);

create index link_subject on link (subject_id, purpose)
`;
