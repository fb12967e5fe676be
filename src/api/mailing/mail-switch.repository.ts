import type { Kysely } from 'kysely';
import type { Tables } from '#src/api/database/tables.ts';
import { hrefs } from '#src/api/link/hrefs.ts';
import { createLeaveTokens } from '#src/api/link/leave-token.ts';
import type { LeftList } from '#src/api/link/leave-token.ts';
import type { ApiParts } from '#src/api/parts.ts';
import type { MailSwitch } from '#src/machines/account/mail-switches.ts';

/** Whether an account still wants mails of a kind. */
export async function wantsMails(db: Kysely<Tables>, accountId: string, kind: MailSwitch): Promise<boolean> {
  const off = await db
    .selectFrom('mail_off')
    .select('kind')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return off === undefined;
}

/** Idempotent. */
export async function turnMails(db: Kysely<Tables>, accountId: string, kind: MailSwitch, isOn: boolean): Promise<void> {
  if (isOn) await db.deleteFrom('mail_off').where('account_id', '=', accountId).where('kind', '=', kind).execute();
  else
    await db
      .insertInto('mail_off')
      .values({ account_id: accountId, kind })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/**
 * The headers by which one click in a mail program ends a kind of mail (RFC 8058), and the page where a person does it.
 */
export const leaveOf = (
  parts: Pick<ApiParts, 'publicUrl' | 'sessionSecret'>,
  list: Extract<LeftList, `mail-${string}` | `notice-${string}`>,
  accountId: string,
  page: string,
) => ({
  post: parts.publicUrl() + hrefs.oneClickMails(createLeaveTokens(parts, list).tokenOf(accountId)),
  page: parts.publicUrl() + page,
});
