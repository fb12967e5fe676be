import type { Kysely } from 'kysely';
import { AGENT_RIGHTS } from '#src/machines/account/agent-rights.ts';
import { newId } from '#src/api/database/ids.ts';
import { hashPassword } from '#src/api/session/passwords.ts';
import type { DemoBusinesses } from './demo-businesses.ts';
import type { RowOf, Tables } from '#src/api/database/tables.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

export const DEMO_PASSWORD = 'demo-password';

/** Takes half off a mover's first three months. */
export const DEMO_COUPON = 'WELCOME50';

const ACCOUNTS = [
  {
    email: 'mover@demo.test',
    role: 'mover',
    name: 'Marcus Hale',
    phone: '+16145550111',
    shows: 'A moving company with its leads, quotes, and assistants',
  },
  {
    email: 'assistant@demo.test',
    role: 'assistant',
    name: 'Priya Raman',
    phone: '+16145550112',
    shows: 'Works the moving company’s leads',
  },
  {
    email: 'newmover@demo.test',
    role: 'mover',
    name: 'Owen Castillo',
    phone: '+16145550134',
    shows: `A mover before the free trial. Coupon ${DEMO_COUPON} takes half off`,
  },
  {
    email: 'agent@demo.test',
    role: 'agent',
    name: 'Dana Whitfield',
    phone: '+16145550143',
    shows: 'An agent: leads from first call to paid invoice, team, and settings',
  },
  {
    email: 'agent2@demo.test',
    role: 'agent',
    name: 'Luis Ortega',
    phone: '+16145550144',
    shows: 'An agent without extra rights',
  },
  {
    email: 'carrier@demo.test',
    role: 'carrier',
    name: 'Tom Beckett',
    phone: '+12165550121',
    shows: 'A carrier: the load board with bids and jobs',
  },
  {
    email: 'carrier2@demo.test',
    role: 'carrier',
    name: 'Grace Nwosu',
    phone: '+13125550122',
    shows: 'A second carrier to bid against',
  },
  {
    email: 'newcarrier@demo.test',
    role: 'carrier',
    name: 'Henry Lund',
    phone: '+16155550123',
    shows: 'A carrier in the middle of signing up',
  },
] as const;

export type DemoEmail = (typeof ACCOUNTS)[number]['email'];

/** The accounts offered on the sign-in page: where each one signs in, and what it shows. */
export const demoOffer = {
  password: DEMO_PASSWORD,
  mailbox: '/dev/mailbox',
  accounts: ACCOUNTS.map(({ email, role, name, shows }) => ({
    email,
    name,
    shows,
    platform: role === 'agent' ? 'agent-portal' : role === 'carrier' ? 'load-board' : 'lead-portal',
  })),
};

export interface DemoAccount {
  id: string;
  name: string;
}

/** The accounts named in the startup message, all with one password, which is hashed once. */
export async function makeDemoAccounts(
  now: Date,
  businesses: Pick<DemoBusinesses, 'settled' | 'beginning'>,
): Promise<{ rows: RowOf<'account'>[]; accounts: Record<DemoEmail, DemoAccount>; passwordHash: string }> {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  // They joined before the oldest lead of the demo.
  const at = new Date(now.getTime() - 300 * DAY).toISOString();
  const rows = ACCOUNTS.map(({ email, role, name, phone }) => ({
    id: newId(),
    email,
    role,
    name,
    phone,
    password_hash: passwordHash,
    avatar_file_id: null,
    business_id: businessOf(email, businesses),
    email_on_new_lead: true,
    email_on_subscription_cancellation: true,
    email_verified_at: at,
    sessions_valid_from: at,
    disabled_at: null,
    last_signed_in_at: null,
    rights: email === 'agent@demo.test' ? [...AGENT_RIGHTS] : [],
    version: 1,
    created_at: at,
  }));
  return {
    rows,
    accounts: Object.fromEntries(rows.map((row) => [row.email, { id: row.id, name: row.name }])) as Record<
      DemoEmail,
      DemoAccount
    >,
    passwordHash,
  };
}

function businessOf(
  email: DemoEmail,
  { settled, beginning }: Pick<DemoBusinesses, 'settled' | 'beginning'>,
): string | null {
  if (email === 'newmover@demo.test') return beginning;
  return email === 'mover@demo.test' || email === 'assistant@demo.test' ? settled : null;
}

/** The accounts of a demo that has been begun, and the business of its settled mover. */
export async function findDemoAccounts(
  db: Kysely<Tables>,
): Promise<{ accounts: Record<DemoEmail, DemoAccount>; settled: string }> {
  const emails = ACCOUNTS.map(({ email }) => email);
  const rows = await db
    .selectFrom('account')
    .select(['id', 'name', 'email', 'business_id'])
    .where('email', 'in', emails)
    .execute();
  const rowOf = (email: DemoEmail) => rows.find((row) => row.email === email)!;
  return {
    accounts: Object.fromEntries(
      emails.map((email) => [email, { id: rowOf(email).id, name: rowOf(email).name }]),
    ) as Record<DemoEmail, DemoAccount>,
    settled: rowOf('mover@demo.test').business_id!,
  };
}
