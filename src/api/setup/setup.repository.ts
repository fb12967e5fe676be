import type { Kysely } from 'kysely';
import { AGENT_RIGHTS } from '#src/machines/account/agent-rights.ts';
import { MINUTE } from '#src/machines/calendar/durations.ts';
import type { Brokerage } from '#src/machines/settings/brokerage.ts';
import { freeEmail } from '#src/api/account/account.repository.ts';
import type { Database } from '#src/api/database/database.ts';
import { newId, newToken, sha256 } from '#src/api/database/ids.ts';
import type { Tables } from '#src/api/database/tables.ts';
import type { Tx } from '#src/api/database/write.ts';
import { problem } from '#src/api/http/problem.ts';
import { changeSection } from '#src/api/settings/settings.repository.ts';
import { hashOfCode, newSetupCode } from './setup.code.ts';

/** How long the person with the code may take. */
const TOKEN_MS = 120 * MINUTE;

/** Whether this deployment still has to be set up. */
export interface Setup {
  isOpen(): Promise<boolean>;
  /** A new code, which invalidates the previous one; null if there is nothing to set up. */
  begin(): Promise<string | null>;
}

/** A demo has its agents; so does any deployment once it has been set up. */
export function createSetup({ kysely }: Database, { isDemo }: { isDemo: boolean }): Setup {
  let isOver = isDemo;
  const isOpen = async (): Promise<boolean> => {
    if (!isOver) isOver = await hasAgent(kysely);
    return !isOver;
  };
  return {
    isOpen,
    async begin() {
      if (!(await isOpen())) return null;
      const code = newSetupCode();
      const row = { code_hash: hashOfCode(code), token_hash: null, token_until: null };
      await kysely
        .insertInto('setup')
        .values(row)
        .onConflict((conflict) => conflict.column('is_only').doUpdateSet(row))
        .execute();
      return code;
    },
  };
}

async function hasAgent(kysely: Kysely<Tables>): Promise<boolean> {
  const found = await kysely.selectFrom('account').select('id').where('role', '=', 'agent').limit(1).executeTakeFirst();
  return found !== undefined;
}

/** Uses up the code; returns the token for the next steps. @throws Problem 401 if it is wrong, or was used */
export async function spendCode(tx: Tx, code: string, now: Date): Promise<{ token: string }> {
  const token = newToken();
  const spent = await tx
    .updateTable('setup')
    .set({
      code_hash: null,
      token_hash: sha256(token),
      token_until: new Date(now.getTime() + TOKEN_MS).toISOString(),
    })
    .where('code_hash', '=', hashOfCode(code))
    .returning('is_only')
    .executeTakeFirst();
  if (!spent) {
    const message = 'This code is wrong or was used. Use the code from the latest start.';
    throw problem(422, message, { errors: [{ field: 'code', message }] });
  }
  return { token };
}

/** Only one at a time, and only whoever used the code. @throws Problem 410 */
async function holdSetup(tx: Tx, token: string, now: Date): Promise<void> {
  const row = await tx.selectFrom('setup').selectAll().forUpdate().executeTakeFirst();
  const isRight = row?.token_hash === sha256(token) && row.token_until !== null && row.token_until > now.toISOString();
  if (!isRight || (await hasAgent(tx)))
    throw problem(410, 'The set-up has ended here. Restart the product and enter the new code, or sign in.');
}

/** @throws Problem 410; 422 with the fields */
export async function setUpBrokerage(tx: Tx, token: string, brokerage: Brokerage, now: Date): Promise<void> {
  await holdSetup(tx, token, now);
  const { version } = await tx
    .selectFrom('settings')
    .select('version')
    .where('section', '=', 'brokerage')
    .forUpdate()
    .executeTakeFirstOrThrow();
  await changeSection(tx, 'brokerage', { version, fields: brokerage }, null);
}

/**
 * Creates the first agent, who has all rights and can sign in at once. This completes the set-up. @throws Problem 410
 */
export async function createFirstAgent(
  tx: Tx,
  token: string,
  agent: { name: string; email: string; password_hash: string },
  now: Date,
): Promise<void> {
  await holdSetup(tx, token, now);
  if (!(await freeEmail(tx, agent.email))) {
    const message = 'This address has an account already. Choose another one.';
    throw problem(422, message, { errors: [{ field: 'email', message }] });
  }
  await tx
    .insertInto('account')
    .values({
      id: newId(now.getTime()),
      role: 'agent',
      ...agent,
      email_verified_at: now.toISOString(),
      rights: [...AGENT_RIGHTS],
    })
    .execute();
  await tx.deleteFrom('setup').execute();
}
