import type { Generated, Json } from './columns.ts';

export interface IdempotencyTable {
  scope: string;
  key: string;
  fingerprint: string;
  status: number | null;
  /** Sealed with the caller's key, of which `key` is a hash. */
  answer: Buffer | null;
  created_at: Generated<string>;
}

export interface LiveEventTable {
  sequence: Generated<number>;
  at: Generated<string>;
  noun: string;
  subject_id: string;
  audience: string;
  /** Given by who reads it, in the order in which it is told; null until then. */
  number: number | null;
}

export interface MailTable {
  id: string;
  message_id: string;
  recipient: string;
  subject: string;
  body: Json;
  kind: string;
  created_at: Generated<string>;
  delivered_at: string | null;
  attempts: Generated<number>;
  last_error: string | null;
}

export interface FileTable {
  id: string;
  storage_key: string;
  name: string;
  media_type: string;
  size: number;
  sha256: string;
  created_at: Generated<string>;
}

export interface LinkTable {
  id: string;
  token_hash: string;
  purpose: string;
  subject_id: string;
  created_by: string | null;
  created_at: Generated<string>;
  expires_at: string;
  revoked_at: string | null;
  /** Of links that do one thing once. */
  used_at: string | null;
  /** What the link is to do, where its subject does not say it. */
  data: Json;
}
