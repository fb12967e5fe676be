import type { Generated } from './columns.ts';

export interface AccountTable {
  id: string;
  role: 'mover' | 'assistant' | 'agent' | 'carrier';
  email: string;
  password_hash: string;
  name: string;
  phone: string | null;
  avatar_file_id: string | null;
  email_verified_at: string | null;
  sessions_valid_from: Generated<string>;
  disabled_at: string | null;
  version: Generated<number>;
  created_at: Generated<string>;
}

export interface RefreshTokenTable {
  id: string;
  account_id: string;
  family_id: string;
  token_hash: string;
  successor_id: string | null;
  created_at: Generated<string>;
  expires_at: string;
  replaced_at: string | null;
  revoked_at: string | null;
}

export interface SignInAttemptTable {
  id: Generated<number>;
  key: string;
  at: Generated<string>;
}
