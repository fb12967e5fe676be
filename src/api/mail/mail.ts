import type { Brokerage } from '#src/machines/settings/brokerage.ts';
import type { Database } from '#src/api/database/database.ts';
import { sanitizeFileName, type FileStore } from '#src/api/file/files.ts';
import { newId } from '#src/api/database/ids.ts';
import type { Jobs } from '#src/api/job/jobs.ts';
import { letter } from './letter.ts';
import type { MailKind } from './mail-kinds.ts';
import { checkedAddress, headerText } from './mail-address.ts';
import { logoAttachments, withFooter } from './mail-composition.ts';
import type { MailLogo, MailMover } from './mail-composition.ts';
import { createDelivery } from './mail-delivery.ts';
import type { Sender } from './mail-delivery.ts';
import type { Tx } from '#src/api/database/write.ts';

export interface MailAttachment {
  readonly fileKey: string;
  readonly name: string;
  readonly mediaType: string;
  /** The HTML references it by this Content-ID. */
  readonly cid?: string;
}

export interface MailMessage {
  /** One plain address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Inner HTML that says the same; footer and frame are added. */
  readonly html: string;
  readonly attachments?: readonly MailAttachment[];
  /** What the mail is about, such as `quote`: for operators, not for the recipient. */
  readonly kind: MailKind;
  /** The lead whose client gets the mail: it is shown there, with its status. */
  readonly leadId?: string | undefined;
  /** The agent or mover who wrote it: their name is the sender's, and replies go to them. */
  readonly writer?: { readonly name: string; readonly replyTo: string };
  /** The writer's company, if it is not the brokerage. */
  readonly mover?: MailMover;
  /** For mail to a list: the URL where one POST unsubscribes, and the page where a person does. */
  readonly listUnsubscribe?: { readonly post: string; readonly page: string };
}

/** A row of `mail` as the delivery reads it. The body is empty once the mail is sent. */
export interface StoredMail {
  readonly id: string;
  readonly message_id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly created_at: string;
  readonly lead_id: string | null;
  readonly kind: string;
  readonly body: {
    readonly text?: string;
    readonly html?: string;
    readonly attachments: readonly MailAttachment[];
    readonly listUnsubscribe?: string | undefined;
    readonly writer?: MailMessage['writer'] | undefined;
  };
}

/** The settings that a mail uses. */
export interface MailSender {
  readonly brokerage: Brokerage;
  /** Shown above the letter; null: no logo. */
  readonly logo: MailLogo | null;
  /** The sender name instead of the brokerage's, and the address for replies. */
  readonly mail: { readonly senderName: string | null; readonly replyTo: string | null };
}

export interface Mail {
  /**
   * Writes a mail in the caller's transaction: it is sent if and only if that commits, shortly afterwards, or up to
   * hours later if the mail server is down.
   *
   * @returns the id of the mail
   * @throws MailAddressRefused
   */
  send(tx: Tx, message: MailMessage): Promise<string>;
  /** Sends a short mail at once, bypassing the queue, and returns the mail server's response as a sentence. */
  tryOut(to: string): Promise<{ is_right: boolean; says: string }>;
  /** Makes this node deliver mail. Called once, before or after the jobs start. */
  startDelivery(): Promise<void>;
  close(): void;
}

const TEST_SUBJECT = 'Your email works';
export const deliverJob = 'mail.deliver';
const pruneJob = 'mail.prune';

/** The sender according to the current settings. */
interface SenderOptions {
  sender: () => MailSender;
  /** The sender's address until the brokerage has set one. */
  fallbackAddress: () => string;
  /** The client's page of a lead's move, which each of the lead's mails links to; null if there is none. */
  movePageOf?: (tx: Tx, leadId: string) => Promise<string | null>;
}

const senderOf = (options: SenderOptions) => (): Sender => {
  const { brokerage, mail } = options.sender();
  return {
    from: {
      name: headerText(mail.senderName ?? brokerage.name),
      address: checkedAddress(brokerage.email || options.fallbackAddress()),
    },
    replyTo: mail.replyTo === null ? null : checkedAddress(mail.replyTo),
  };
};

/**
 * Writes mail that the running product delivers. The job carries only an id, so that no job log ever contains a letter.
 */
export function createOutbox(options: SenderOptions & { jobs: Jobs }): Pick<Mail, 'send'> {
  const { jobs } = options;
  const sender = senderOf(options);
  return {
    async send(tx, message) {
      const id = newId();
      const subject = headerText(message.subject);
      const { post, page } = message.listUnsubscribe ?? {};
      const { address } = sender().from;
      // The button of the mail about the page leads there already.
      const hasMovePage = message.leadId !== undefined && message.kind !== 'portal';
      const movePage = hasMovePage ? await options.movePageOf?.(tx, message.leadId) : null;
      const body: StoredMail['body'] = {
        ...withFooter({ ...message, subject, movePage, unsubscribePage: page && new URL(page).href }, options.sender()),
        attachments: [
          ...(message.attachments ?? []),
          ...logoAttachments(message.mover ? null : options.sender().logo),
        ].map((attachment) => ({
          ...attachment,
          name: sanitizeFileName(attachment.name),
        })),
        listUnsubscribe: post && new URL(post).href,
        writer: message.writer && {
          name: headerText(message.writer.name),
          replyTo: checkedAddress(message.writer.replyTo),
        },
      };
      await tx
        .insertInto('mail')
        .values({
          id,
          message_id: `<${id}@${address.slice(address.indexOf('@') + 1)}>`,
          recipient: checkedAddress(message.to),
          subject,
          body: JSON.stringify(body),
          kind: message.kind,
          lead_id: message.leadId ?? null,
        })
        .execute();
      await jobs.enqueue(tx, deliverJob, { id });
      return id;
    },
  };
}

/** The mail of the brokerage. */
export function createMail(
  options: SenderOptions & { database: Database; jobs: Jobs; files: FileStore; smtpUrl: string },
): Mail {
  const { database, jobs, files, smtpUrl } = options;
  const delivery = createDelivery({ database, files, smtpUrl, sender: senderOf(options) });

  return {
    ...createOutbox(options),

    tryOut: (to) => {
      const { name } = options.sender().brokerage;
      return delivery.tryOut(checkedAddress(to), {
        ...withFooter(
          {
            subject: TEST_SUBJECT,
            text: `This email shows that ${name} can send mail.`,
            html: letter({
              subject: TEST_SUBJECT,
              greeting: 'Hello,',
              paragraphs: [`This email shows that ${name} can send mail.`],
            }).html,
          },
          options.sender(),
        ),
        subject: TEST_SUBJECT,
        attachments: logoAttachments(options.sender().logo),
      });
    },

    async startDelivery() {
      await jobs.work<{ id: string }>(deliverJob, ({ data }) => delivery.deliver(data.id), { concurrency: 3 });
      await jobs.work(pruneJob, async () => {
        await database.pool.query(
          `update mail set body = '{}' where created_at < now() - interval '3 days' and body <> '{}'`,
        );
      });
      await jobs.schedule(pruneJob, '17 3 * * *');
    },

    close: () => delivery.close(),
  };
}
