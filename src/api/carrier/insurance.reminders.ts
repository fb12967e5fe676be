import { sql } from 'kysely';
import { addDays, dateIn } from '#src/machines/calendar/days.ts';
import { REMINDER_DAYS, dueReminder } from '#src/machines/carrier/insurance-reminder.ts';
import { hrefs } from '#src/api/link/hrefs.ts';
import { leaveOf, wantsMails } from '#src/api/mailing/mail-switch.repository.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { inTransaction } from '#src/api/database/write.ts';
import { policyEndingMail } from './carrier.mails.ts';
import { daysBetween } from './insurance.repository.ts';

/**
 * Reminds carriers of policies that end soon; each reminder is sent once, however often this runs. A policy that a
 * later one of the same kind continues without a gap needs none.
 */
export async function remindOfEndingPolicies(parts: ApiParts): Promise<void> {
  const today = dateIn(parts.brokerage.zone, parts.now());
  const ending = await parts.database.kysely
    .selectFrom('insurance_policy as policy')
    .innerJoin('carrier', 'carrier.id', 'policy.carrier_id')
    .innerJoin('account', 'account.id', 'carrier.account_id')
    .select('policy.id')
    .where('policy.expiration', '>=', today)
    .where('policy.expiration', '<=', addDays(today, REMINDER_DAYS[0]))
    .where('agreement_signed_at', 'is not', null)
    .where('authority', '<>', 'revoked')
    .where('account.disabled_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('insurance_policy as next')
            .select('next.id')
            .whereRef('next.carrier_id', '=', 'policy.carrier_id')
            .whereRef('next.kind', '=', 'policy.kind')
            .whereRef('next.expiration', '>', 'policy.expiration')
            .where(sql<boolean>`next.effective <= policy.expiration + 1`),
        ),
      ),
    )
    .orderBy('policy.expiration')
    .execute();
  for (const { id } of ending) await remind(parts, id, today);
}

async function remind(parts: ApiParts, id: string, today: string): Promise<void> {
  await inTransaction(parts.database, async (tx) => {
    const policy = await tx
      .selectFrom('insurance_policy')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!policy) return;
    const daysLeft = daysBetween(today, policy.expiration);
    const due = dueReminder(daysLeft, policy.reminded_days);
    if (due === null) return;
    const { contact_name, email, account_id } = await tx
      .selectFrom('carrier')
      .select(['contact_name', 'email', 'account_id'])
      .where('id', '=', policy.carrier_id)
      .executeTakeFirstOrThrow();
    const { kind, insurer, policy_number: policyNumber, expiration } = policy;
    const mail = policyEndingMail({
      carrier: contact_name,
      kind,
      insurer,
      policyNumber,
      expiration,
      daysLeft,
      url: parts.publicUrl() + hrefs.boardSettings(),
    });
    await tx.updateTable('insurance_policy').set({ reminded_days: due }).where('id', '=', id).execute();
    if (!(await wantsMails(tx, account_id, 'policy-ending'))) return;
    const listUnsubscribe = leaveOf(parts, 'mail-policy-ending', account_id, hrefs.boardAccount());
    await parts.mail.send(tx, { to: email, kind: 'policy-ending', listUnsubscribe, ...mail });
  });
}
