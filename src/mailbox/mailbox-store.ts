import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface MailboxAttachment {
  readonly name: string;
  readonly mediaType: string;
  readonly content: Buffer;
}

export interface MailboxMessage {
  readonly id: string;
  readonly receivedAt: Date;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Every http(s) URL in the text, in order, without duplicates. */
  readonly links: readonly string[];
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly attachments: readonly MailboxAttachment[];
}

export type MailboxSummary = Pick<MailboxMessage, 'id' | 'receivedAt' | 'to' | 'subject' | 'text' | 'links'> & {
  readonly attachments: readonly { readonly name: string; readonly mediaType: string; readonly size: number }[];
};

export interface MailboxStore {
  add(mail: Buffer): Promise<void>;
  /** Newest first; only emails to `recipient` (case-insensitive) if given. */
  list(recipient?: string): Promise<MailboxSummary[]>;
  /** Null if there is none. */
  read(id: string): Promise<MailboxMessage | null>;
}

/**
 * Stores emails as .eml files in `dataDir/mailbox`. The files are the only source of truth: parsed content is cached in
 * memory, never stored.
 */
export function createMailboxStore(dataDir: string): MailboxStore {
  const folder = join(dataDir, 'mailbox');
  const summaries = new Map<string, MailboxSummary>();
  const pathOf = (id: string): string => join(folder, `${id}.eml`);

  const read = async (id: string): Promise<MailboxMessage | null> => {
    if (!/^[0-9a-f]{24}$/.test(id)) return null;
    try {
      const [content, { mtime }] = await Promise.all([readFile(pathOf(id)), stat(pathOf(id))]);
      return await parse(id, content, mtime);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  };

  const summaryOf = async (id: string): Promise<MailboxSummary | null> => {
    const known = summaries.get(id);
    if (known !== undefined) return known;
    const message = await read(id);
    if (message === null) return null;
    const { receivedAt, to, subject, text, links } = message;
    const attachments = message.attachments.map(({ name, mediaType, content }) => ({
      name,
      mediaType,
      size: content.length,
    }));
    const summary = { id, receivedAt, to, subject, text, links, attachments };
    summaries.set(id, summary);
    return summary;
  };

  return {
    read,

    async add(mail) {
      const { default: PostalMime } = await import('postal-mime');
      const { messageId } = await PostalMime.parse(mail);
      const id = createHash('sha256')
        .update(messageId ?? mail)
        .digest('hex')
        .slice(0, 24);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      if (await stat(pathOf(id)).catch(() => null)) return;
      const draft = join(folder, `.${randomBytes(8).toString('hex')}`);
      const file = await open(draft, 'wx', 0o600);
      try {
        await file.writeFile(mail);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, pathOf(id));
    },

    async list(recipient) {
      const names = await readdir(folder).catch(() => []);
      const ids = names.filter((name) => name.endsWith('.eml')).map((name) => name.slice(0, -4));
      const found = await Promise.all(ids.map(summaryOf));
      const wanted = recipient?.trim().toLowerCase();
      return found
        .filter((summary) => summary !== null)
        .filter(({ to }) => !wanted || to.some((address) => address.toLowerCase() === wanted))
        .toSorted((a, b) => b.receivedAt.getTime() - a.receivedAt.getTime() || b.id.localeCompare(a.id));
    },
  };
}

async function parse(id: string, content: Buffer, receivedAt: Date): Promise<MailboxMessage> {
  const { default: PostalMime } = await import('postal-mime');
  const email = await PostalMime.parse(content, { attachmentEncoding: 'arraybuffer' });
  const text = email.text ?? '';
  return {
    id,
    receivedAt,
    from: email.from?.address ?? '',
    to: (email.to ?? []).flatMap(({ address }) => (address ? [address] : [])),
    subject: email.subject ?? '',
    text,
    html: email.html ?? '',
    links: linksOf(text),
    headers: email.headers.map(({ originalKey, key, value }) => ({ name: originalKey ?? key, value })),
    attachments: email.attachments.map(({ filename, mimeType, content: bytes }, index) => ({
      name: filename ?? `attachment-${index + 1}`,
      mediaType: mimeType,
      content: Buffer.from(bytes as ArrayBuffer),
    })),
  };
}

export const linkPattern = /https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)]/g;

function linksOf(text: string): string[] {
  return [...new Set(text.match(linkPattern))];
}
