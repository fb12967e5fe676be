import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Conversations of clients with the assistant and with agents, and how each came to where it stands. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const statements = `
create table chat (
  id uuid primary key,
  lead_id uuid references agent_lead,
  link_id uuid references link,
  stage text not null check (stage in ('collecting', 'confirming', 'handed-over', 'closed')),
  owner text not null check (owner in ('assistant', 'handing-over', 'agent')),
  client_zone text not null,
  details jsonb not null default '{}',
  confirmed_at timestamptz,
  applied_at timestamptz,
  summary text,
  summary_by text check (summary_by in ('assistant', 'agent')),
  script jsonb not null,
  writing text,
  reply_until timestamptz,
  agent_id uuid references account,
  agents_seen int not null default 0,
  messages int not null default 0,
  last_message_at timestamptz,
  spent_on date,
  tokens_spent int not null default 0,
  history_length int not null default 0,
  version int not null default 1,
  model_version int not null,
  created_by uuid references account,
  created_at timestamptz not null,
  closed_at timestamptz
);

create index chat_lead on chat (lead_id) where lead_id is not null;

create index chat_newest on chat (coalesce(last_message_at, created_at) desc, id desc);

create table chat_message (
  id uuid primary key,
  chat_id uuid not null references chat on delete cascade,
  sequence int not null,
  revision int not null,
  author text not null check (author in ('client', 'assistant', 'agent')),
  account_id uuid references account,
  author_name text not null,
  text text not null,
  fills jsonb not null default '[]',
  at timestamptz not null,
  unique (chat_id, sequence)
);

create table chat_photo (
  id uuid primary key,
  chat_id uuid not null references chat on delete cascade,
  message_id uuid not null references chat_message on delete cascade,
  file_id uuid not null references file,
  name text not null
);

create index chat_photo_message on chat_photo (message_id);

create index chat_photo_chat on chat_photo (chat_id);

create table chat_event (
  chat_id uuid not null references chat on delete cascade,
  sequence int not null,
  event text not null,
  payload jsonb not null,
  judged jsonb not null,
  facts jsonb not null,
  actor_id uuid references account,
  actor_name text not null,
  actor_role text not null,
  at timestamptz not null,
  from_stage text not null,
  from_owner text not null,
  to_stage text not null,
  to_owner text not null,
  model_version int not null,
  primary key (chat_id, sequence)
)
`;
