import type { Selectable } from 'kysely';
import { newId } from '#src/api/platform/ids.ts';
import type { AccountTable } from '#src/api/platform/tables/account.ts';
import { hashPassword } from '#src/api/session/passwords.ts';

export const DEMO_PASSWORD = 'demo-password';

const ACCOUNTS = [
  { email: 'mover@demo.test', role: 'mover', name: 'Marcus Hale' },
  { email: 'assistant@demo.test', role: 'assistant', name: 'Priya Raman' },
  { email: 'newmover@demo.test', role: 'mover', name: 'Owen Castillo' },
  { email: 'agent@demo.test', role: 'agent', name: 'Dana Whitfield' },
  { email: 'agent2@demo.test', role: 'agent', name: 'Luis Ortega' },
  { email: 'carrier@demo.test', role: 'carrier', name: 'Tom Beckett' },
  { email: 'carrier2@demo.test', role: 'carrier', name: 'Grace Nwosu' },
  { email: 'newcarrier@demo.test', role: 'carrier', name: 'Henry Lund' },
] as const;

export type DemoEmail = (typeof ACCOUNTS)[number]['email'];

export interface DemoAccount {
  id: string;
  name: string;
}

/** The accounts that the ready line names, all with one password, hashed once. */
export async function makeDemoAccounts(now: Date): Promise<{ rows: Selectable<AccountTable>[]; accounts: Record<DemoEmail, DemoAccount>; passwordHash: string }> {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  // They have worked here longer than the oldest lead of the demo.
  const at = new Date(now.getTime() - 300 * 86_400_000).toISOString();
  const rows = ACCOUNTS.map((account) => ({
    id: newId(),
    ...account,
    password_hash: passwordHash,
    phone: null,
    avatar_file_id: null,
    email_verified_at: at,
    sessions_valid_from: at,
    disabled_at: null,
    version: 1,
    created_at: at,
  }));
  return { rows, accounts: Object.fromEntries(rows.map((row) => [row.email, { id: row.id, name: row.name }])) as Record<DemoEmail, DemoAccount>, passwordHash };
}
