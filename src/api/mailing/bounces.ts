import { inTransaction } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { imapMailbox } from './bounce-mailbox.ts';
import type { BounceMailbox } from './bounce-mailbox.ts';
import { readBounceReport } from './bounce-report.ts';
import type { BounceReport } from './bounce-report.ts';
import { hearOfMail } from './mail-stop.ts';

/** Reads returned mails, if a mailbox is configured; reading the same ones again changes nothing. */
export async function readBounces(parts: ApiParts): Promise<void> {
  if (parts.bounceMailboxUrl !== null) await hearOfBounces(parts, imapMailbox(parts.bounceMailboxUrl));
}

/** @returns how many reports were about mails of ours that were not delivered */
export async function hearOfBounces(parts: ApiParts, mailbox: BounceMailbox): Promise<number> {
  const { kysely } = parts.database;
  const kept = await kysely
    .selectFrom('bounce_mailbox')
    .select(['uid_validity', 'last_uid'])
    .where('address', '=', mailbox.address)
    .executeTakeFirst();
  const after = kept ? { uidValidity: kept.uid_validity, lastUid: kept.last_uid } : null;
  const { position, reports } = await mailbox.read(after, parts.now());
  const read = await Promise.all(
    reports.map(({ uid, source }) =>
      readBounceReport(source).catch((error: unknown) => {
        parts.log.warn({ uid, err: error }, 'A mail in the mailbox of bounces could not be read, and is passed over.');
        return null;
      }),
    ),
  );
  return inTransaction(parts.database, async (tx) => {
    let heard = 0;
    for (const report of read) if (report && (await hearOf(tx, parts, report))) heard += 1;
    const now = {
      uid_validity: position.uidValidity,
      last_uid: position.lastUid,
      read_at: parts.now().toISOString(),
    };
    await tx
      .insertInto('bounce_mailbox')
      .values({ address: mailbox.address, ...now })
      .onConflict((conflict) => conflict.column('address').doUpdateSet(now))
      .execute();
    return heard;
  });
}

/**
 * Anyone can write to the mailbox, so a report counts for the recipient of a mail that we sent, found by a Message-ID
 * that only the recipient's side can know, and not for the address that it names.
 */
async function hearOf(tx: Tx, parts: ApiParts, { messageId, at, failed }: BounceReport): Promise<boolean> {
  const [bounce] = failed.toSorted((one, other) => Number(other.isForGood) - Number(one.isForGood));
  if (!bounce || messageId === null) return false;
  const mail = await tx
    .selectFrom('mail')
    .select(['id', 'recipient'])
    .where('message_id', '=', messageId)
    .executeTakeFirst();
  if (!mail) return false;
  await hearOfMail(tx, parts, {
    email: mail.recipient,
    type: 'bounce',
    permanent: bounce.isForGood,
    at: at ?? parts.now().toISOString(),
    detail: bounce.detail,
    mailId: mail.id,
  });
  return true;
}
