/** What a report of a mail server says of one recipient that a mail did not reach (RFC 3464). */
export interface Bounce {
  /** Whether the mailbox will never take mail; what may pass, or is about the mail itself, is not for good. */
  isForGood: boolean;
  /** In the words of the server that refused it. */
  detail: string;
}

export interface BounceReport {
  /** Of the mail that came back, as its sender named it; null where the report does not carry it. */
  messageId: string | null;
  /** UTC ISO 8601; null where the report has no date. */
  at: string | null;
  /** Of those whose delivery has failed, not of those that are late. */
  failed: Bounce[];
}

const STATUS_PARTS = ['message/delivery-status', 'message/global-delivery-status'];
const RETURNED_PARTS = ['message/rfc822', 'message/global', 'text/rfc822-headers', 'message/global-headers'];

/** Reads a mail as a report of a delivery; null where it is none, such as an answer of a person or of an absent one. */
export async function readBounceReport(source: Uint8Array): Promise<BounceReport | null> {
  const { default: PostalMime } = await import('postal-mime');
  const mail = await PostalMime.parse(source, { attachmentEncoding: 'utf8', forceRfc822Attachments: true });
  const partOf = (types: readonly string[]): string | null => {
    const found = mail.attachments.find(({ mimeType }) => types.includes(mimeType.toLowerCase()));
    return found ? String(found.content) : null;
  };
  const status = partOf(STATUS_PARTS);
  if (status === null) return null;
  const returned = partOf(RETURNED_PARTS);
  // The first block is about the report, each other one about a recipient.
  const [, ...recipients] = blocksOf(status);
  const failed = recipients
    .filter((fields) => fields.get('action')?.toLowerCase() === 'failed')
    .map((fields) => bounceOf(fields.get('status') ?? '', fields.get('diagnostic-code') ?? ''));
  const headers = returned === null ? undefined : blocksOf(returned)[0];
  const at = mail.date && !Number.isNaN(Date.parse(mail.date)) ? new Date(mail.date).toISOString() : null;
  return { messageId: /<[^<>\s]+>/.exec(headers?.get('message-id') ?? '')?.[0] ?? null, at, failed };
}

/** Blocks of fields between empty lines, by their names in small letters; a line that begins with a space goes on. */
function blocksOf(text: string): Map<string, string>[] {
  const blocks = text
    .replaceAll('\r\n', '\n')
    .replaceAll(/\n[ \t]+/g, ' ')
    .split(/\n{2,}/);
  return blocks
    .map(
      (block) =>
        new Map(
          [...block.matchAll(/^([\w-]+)[ \t]*:(.*)$/gm)].map(([, name, value]) => [name!.toLowerCase(), value!.trim()]),
        ),
    )
    .filter((fields) => fields.size > 0);
}

/**
 * Which enhanced status codes (RFC 3463) say that an address takes no mail: a mailbox or host that is not there (5.1), a
 * mailbox that is closed (5.2.0, 5.2.1), a host without a way to it (5.4.1, 5.4.4). A full mailbox, a mail that is too large, or
 * a server that takes none of ours says nothing about the address.
 */
const FOR_GOOD = /^5\.(1\.\d+|2\.[01]|4\.[14])$/;
/** What servers say with it that do not say more than 5.0.0: RFC 5321, section 4.2.3. */
const NO_SUCH_MAILBOX = /\b55[013]\b/;

function bounceOf(status: string, diagnostic: string): Bounce {
  const code = /\d\.\d{1,3}\.\d{1,3}/.exec(status)?.[0] ?? '';
  const said = diagnostic
    .replace(/^[\w-]+\s*;\s*/, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return {
    isForGood: FOR_GOOD.test(code) || (['5.0.0', '5.5.0'].includes(code) && NO_SUCH_MAILBOX.test(said)),
    detail: (said || status || 'The mail server gave no reason.').slice(0, 500),
  };
}
