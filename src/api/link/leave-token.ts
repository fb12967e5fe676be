import { createHmac, timingSafeEqual } from 'node:crypto';
import { secretsOf } from '#src/api/configuration/session-secrets.ts';
import type { ApiParts } from '#src/api/parts.ts';
import type { MailSwitch } from '#src/machines/account/mail-switches.ts';
import type { NoticeKind } from '#src/machines/notice/notice.ts';

const SIGNATURE_BYTES = 24;

/**
 * What a token can end: the mailing list (whose choice can be changed, too), the alerts of one search, or one kind of
 * mail to an account. A token for one is invalid for the others.
 */
export type LeftList =
  | 'mailing-leave'
  | 'mailing-choice'
  | 'load-search'
  | 'email_on_new_lead'
  | 'email_on_subscription_cancellation'
  | `mail-${MailSwitch}`
  | `notice-${NoticeKind}`;

/**
 * A token in mails that ends such mails to one mailbox: the id of its member or account, and a signature of it. It is
 * not a row in the table of links, because every mail carries it, the oldest must still work, and all it can do is to
 * unsubscribe.
 */
export function createLeaveTokens({ sessionSecret }: Pick<ApiParts, 'sessionSecret'>, list: LeftList) {
  const secrets = secretsOf(sessionSecret).map((secret) => createHmac('sha256', secret).update(list).digest());
  const sign = (id: Buffer, secret: Buffer): Buffer =>
    createHmac('sha256', secret).update(id).digest().subarray(0, SIGNATURE_BYTES);
  return {
    /** 54 characters, safe in a URL. */
    tokenOf(ownerId: string): string {
      const id = Buffer.from(ownerId.replaceAll('-', ''), 'hex');
      return Buffer.concat([id, sign(id, secrets[0]!)]).toString('base64url');
    },

    /** The id that it was made for, or null if this token was never issued. */
    ownerOf(token: string): string | null {
      const bytes = Buffer.from(token, 'base64url');
      const id = bytes.subarray(0, 16);
      const signature = bytes.subarray(16);
      if (signature.length !== SIGNATURE_BYTES) return null;
      if (!secrets.some((secret) => timingSafeEqual(signature, sign(id, secret)))) return null;
      const hex = id.toString('hex');
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
    },
  };
}
