import { sql } from 'kysely';
import { forgetOldSignUps } from './account/sign-up.ts';
import { pruneRefusals } from './agent-lead/agent-lead.refusal.ts';
import { compactTally } from './agent-lead/agent-lead.repository.ts';
import { expireAgreements } from './agreement/agreement.repository.ts';
import { tidyMailing } from './mailing/mailing.list.ts';
import { forgetUnpaid } from './marketplace/forget.ts';
import { pruneLiveEvents, publish } from './platform/live.ts';
import type { ApiParts } from './platform/parts.ts';
import { inTransaction } from './platform/write.ts';
import { pruneRefreshTokens } from './session/refresh-tokens.ts';

/** What is done every few minutes: tallies and the list of live changes stay short. */
export async function tidyOften(parts: ApiParts): Promise<void> {
  await compactTally(parts.database.kysely);
  await pruneLiveEvents(parts.database);
}

/** What is done every hour: agreements expire, and what has served its time is forgotten. */
export async function tidyHourly(parts: ApiParts): Promise<void> {
  await expireLateAgreements(parts);
  await inTransaction(parts.database, (tx) => forgetOldSignUps(tx, parts.now()));
  await inTransaction(parts.database, (tx) => tidyMailing(tx, parts.now()));
  await forgetUnpaid(parts);
  const { kysely } = parts.database;
  await sql`delete from idempotency where created_at < now() - interval '2 days'`.execute(kysely);
  await pruneRefreshTokens(kysely);
  await pruneRefusals(kysely, parts.now());
  // Failures count for minutes, requests for an hour or a day; the addresses that an account is known at, for a month.
  await sql`delete from sign_in_attempt
    where at < now() - interval '30 days' or (at < now() - interval '1 day' and key not like 'known:%')`.execute(
    kysely,
  );
}

async function expireLateAgreements(parts: ApiParts): Promise<void> {
  for (;;) {
    const expired = await inTransaction(parts.database, async (tx) => {
      const rows = await expireAgreements(tx, parts.now());
      for (const row of rows) {
        if (row.lead_id) await publish(tx, { noun: 'agent-lead', id: row.lead_id, audience: 'agents' });
        if (row.lead_id && row.carrier_id)
          await publish(tx, { noun: 'load', id: row.lead_id, audience: `carrier:${row.carrier_id}` });
      }
      return rows.length;
    });
    if (expired === 0) return;
  }
}
