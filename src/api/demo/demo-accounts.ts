import { hashPassword } from '#src/api/session/passwords.ts';
import { newId } from '#src/api/platform/ids.ts';
import type { Tx } from '#src/api/platform/write.ts';

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

/** The accounts that the ready line names, all with one password. */
export async function writeDemoAccounts(tx: Tx, now: Date): Promise<{ accounts: Record<DemoEmail, DemoAccount>; passwordHash: string }> {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const at = now.toISOString();
  const rows = ACCOUNTS.map((account) => ({ id: newId(), ...account, password_hash: passwordHash, email_verified_at: at, created_at: at }));
  await tx.insertInto('account').values(rows).execute();
  return { accounts: Object.fromEntries(rows.map((row) => [row.email, { id: row.id, name: row.name }])) as Record<DemoEmail, DemoAccount>, passwordHash };
}
