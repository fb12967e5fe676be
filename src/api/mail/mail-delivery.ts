import type { Transporter } from 'nodemailer';
import type { Database } from '#src/api/database/database.ts';
import type { FileStore } from '#src/api/file/files.ts';
import { publish, TEAM_ID } from '#src/api/live/live.ts';
import type { MailAttachment, StoredMail } from './mail.ts';
import { MINUTE } from '#src/machines/calendar/durations.ts';

export interface Sender {
  readonly from: { readonly name: string; readonly address: string };
  readonly replyTo: string | null;
}

export interface Delivery {
  /** Hands one mail to the mail server, unless it was already sent. Throws when another attempt may succeed. */
  deliver(id: string): Promise<void>;
  /** Hands one letter to the mail server now, and returns its response. */
  tryOut(
    to: string,
    letter: { subject: string; text: string; html: string; attachments: readonly MailAttachment[] },
  ): Promise<{ is_right: boolean; says: string }>;
  close(): void;
}

/**
 * Delivery over SMTP. A mail may reach the server twice if the process dies right after the first time; its Message-ID
 * stays the same, so mailboxes show it once.
 */
export function createDelivery(options: {
  database: Database;
  files: FileStore;
  smtpUrl: string;
  /** Read for each mail. */
  sender: () => Sender;
}): Delivery {
  const { database, files, smtpUrl, sender } = options;
  let transport: Promise<Transporter> | null = null;

  const connect = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer');
    const settings = {
      url: smtpUrl,
      pool: true,
      maxConnections: 3,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: MINUTE,
      // Prevents the content of a mail from making us read a file or a URL.
      disableFileAccess: true,
      disableUrlAccess: true,
    };
    return createTransport(settings);
  };

  const load = async (id: string): Promise<StoredMail | undefined> => {
    const { rows } = await database.pool.query<StoredMail>(
      `select id, message_id, recipient, subject, body, created_at, lead_id, kind from mail where id = $1 and delivered_at is null`,
      [id],
    );
    return rows[0];
  };

  const read = async ({ fileKey, name, mediaType, cid }: MailAttachment) => ({
    filename: name,
    contentType: mediaType,
    content: await files.readAll(fileKey),
    ...(cid === undefined ? {} : { cid, contentDisposition: 'inline' as const }),
  });

  // A mail contains links that open without a password, so its content is deleted as soon as it is delivered.
  const settled = `body = '{}'::jsonb, attempts = attempts + 1`;

  /** Notifies whoever has the lead, or the team, open of the mail's status. */
  const tellOf = async ({ kind, lead_id: id }: StoredMail): Promise<void> => {
    if (id !== null) await publish(database.kysely, { noun: 'agent-lead', id, audience: 'agents' });
    if (kind === 'invitation') await publish(database.kysely, { noun: 'team', id: TEAM_ID, audience: 'agents' });
  };

  return {
    async deliver(id) {
      const mail = await load(id);
      if (mail?.body.text === undefined) return;
      const held = await database.pool.query(
        `update mail set held_at = coalesce(held_at, now()) where id = $1
           and exists (select from mail_stop where email = lower(recipient) and lifted_at is null)`,
        [id],
      );
      if (held.rowCount === 1) return tellOf(mail);
      const { text, html, attachments, listUnsubscribe, writer } = mail.body;
      try {
        const server = await (transport ??= connect());
        const { from, replyTo } = sender();
        const answersGo = writer?.replyTo ?? replyTo;
        await server.sendMail({
          from: writer ? { ...from, name: writer.name } : from,
          ...(answersGo === null ? {} : { replyTo: answersGo }),
          to: { name: '', address: mail.recipient },
          subject: mail.subject,
          messageId: mail.message_id,
          date: new Date(mail.created_at),
          text,
          html,
          headers: {
            // Mail that a person wrote may get automatic replies, such as an out-of-office notice.
            ...(writer ? {} : { 'Auto-Submitted': 'auto-generated' }),
            // One-click unsubscribe in the mail program, without a page in between (RFC 8058).
            ...(listUnsubscribe === undefined
              ? {}
              : { 'List-Unsubscribe': `<${listUnsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
          },
          attachments: await Promise.all(attachments.map(read)),
        });
      } catch (error) {
        const reason = (error as Error).message.slice(0, 500);
        if (isRefusedForGood(error)) {
          await database.pool.query(`update mail set ${settled}, last_error = $2 where id = $1`, [id, reason]);
          return tellOf(mail);
        }
        await database.pool.query(`update mail set attempts = attempts + 1, last_error = $2 where id = $1`, [
          id,
          reason,
        ]);
        await tellOf(mail);
        throw error;
      }
      await database.pool.query(`update mail set ${settled}, delivered_at = now(), last_error = null where id = $1`, [
        id,
      ]);
      await tellOf(mail);
    },

    async tryOut(to, letter) {
      const { from, replyTo } = sender();
      try {
        const server = await (transport ??= connect());
        const { response } = (await server.sendMail({
          from,
          ...(replyTo === null ? {} : { replyTo }),
          to: { name: '', address: to },
          headers: { 'Auto-Submitted': 'auto-generated' },
          ...letter,
          attachments: await Promise.all(letter.attachments.map(read)),
        })) as { response?: string };
        return { is_right: true, says: `The mail server accepted an email to ${to}. It said: ${told(response)}` };
      } catch (error) {
        return { is_right: false, says: whyNot(error, new URL(smtpUrl).host) };
      }
    },

    close() {
      void transport?.then((server) => server.close());
      transport = null;
    },
  };
}

const told = (response: string | undefined): string => (response ?? 'nothing').trim().slice(0, 300);

/** The mail server's own message, where it sent one; our user name and password are never repeated. */
function whyNot(error: unknown, host: string): string {
  const { code, response } = error as { code?: string; response?: string };
  if (code === 'EAUTH')
    return `The mail server does not accept the name or password in SMTP_URL. It said: ${told(response)}`;
  if (response) return `The mail server refused the email. It said: ${told(response)}`;
  if (code === 'ETIMEDOUT') return `The mail server at ${host} does not answer.`;
  return `The mail server at ${host} cannot be reached${code ? ` (${code})` : ''}.`;
}

/** The server reports that this recipient does not exist (5xx to RCPT), not that our sign-in failed. */
function isRefusedForGood(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return code === 'EENVELOPE' && responseCode !== undefined && responseCode >= 550 && responseCode < 560;
}
