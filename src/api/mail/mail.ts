import type { Kysely } from 'kysely';
import type { Brokerage } from '#src/api/configuration/configuration-brokerage.ts';
import type { Database } from '#src/api/database/database.ts';
import { sanitizeFileName, type FileStore } from '#src/api/file/files.ts';
import { newId } from '#src/api/database/ids.ts';
import type { Jobs } from '#src/api/job/jobs.ts';
import { checkedAddress, headerText } from './mail-address.ts';
import { withFooter } from './mail-composition.ts';
import { createDelivery } from './mail-delivery.ts';
import type { Tables } from '#src/api/database/tables.ts';

export interface MailAttachment {
  readonly fileKey: string;
  readonly name: string;
  readonly mediaType: string;
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
  readonly kind: string;
  /** For mail to a list: where one POST ends it, and the page where a person does. */
  readonly listUnsubscribe?: { readonly post: string; readonly page: string };
}

/** A row of `mail` as the delivery reads it. The body is empty once the mail is out. */
export interface StoredMail {
  readonly id: string;
  readonly message_id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly created_at: string;
  readonly body: {
    readonly text?: string;
    readonly html?: string;
    readonly attachments: readonly MailAttachment[];
    readonly listUnsubscribe?: string;
  };
}

export interface Mail {
  /**
   * Writes a mail in the caller's transaction: it goes out if and only if that commits, shortly after, or for hours
   * later when the mail server is away.
   *
   * @returns the id of the mail
   * @throws MailAddressRefused
   */
  send(tx: Kysely<Tables>, message: MailMessage): Promise<string>;
  /** This node delivers. Called once, before or after the jobs start. */
  startDelivery(): Promise<void>;
  close(): void;
}

const deliverJob = 'mail.deliver';
const pruneJob = 'mail.prune';

/** Writes mail that the running product delivers. The job carries only an id, so that no log of jobs ever holds a letter. */
export function createOutbox(options: { jobs: Jobs; brokerage: Brokerage; from?: string }): Pick<Mail, 'send'> {
  const { jobs, brokerage } = options;
  const { address } = senderOf(options);
  const domain = address.slice(address.indexOf('@') + 1);
  return {
    async send(tx, message) {
      const id = newId();
      const subject = headerText(message.subject);
      const { post, page } = message.listUnsubscribe ?? {};
      const body: StoredMail['body'] = {
        ...withFooter({ ...message, subject, unsubscribePage: page && new URL(page).href }, brokerage),
        attachments: (message.attachments ?? []).map((attachment) => ({
          ...attachment,
          name: sanitizeFileName(attachment.name),
        })),
        listUnsubscribe: post && new URL(post).href,
      };
      await tx
        .insertInto('mail')
        .values({
          id,
          message_id: `<${id}@${domain}>`,
          recipient: checkedAddress(message.to),
          subject,
          body: JSON.stringify(body),
          kind: message.kind,
        })
        .execute();
      await jobs.enqueue(tx, deliverJob, { id });
      return id;
    },
  };
}

const senderOf = ({ brokerage, from }: { brokerage: Brokerage; from?: string }) => ({
  name: headerText(brokerage.name),
  address: checkedAddress(from ?? brokerage.email),
});

/** Mail of the brokerage. */
export function createMail(options: {
  database: Database;
  jobs: Jobs;
  files: FileStore;
  smtpUrl: string;
  brokerage: Brokerage;
  /** The sender's address; the brokerage's own by default. */
  from?: string;
}): Mail {
  const { database, jobs, files, smtpUrl } = options;
  const delivery = createDelivery({ database, files, smtpUrl, from: senderOf(options) });

  return {
    ...createOutbox(options),

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
