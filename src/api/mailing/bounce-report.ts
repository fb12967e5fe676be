/** What a delivery report says about one recipient that a mail did not reach (RFC 3464). */
export interface Bounce {
  /**
   * Whether the mailbox will never accept mail; temporary failures, and those caused by the mail itself, don't count.
   */
  isForGood: boolean;
  /** In the words of the server that refused it. */
  detail: string;
}

export interface BounceReport {
  /** The Message-ID of the returned mail, as its sender set it; null if the report lacks it. */
  messageId: string | null;
  /** UTC ISO 8601; null if the report has no date. */
  at: string | null;
  /** Only recipients whose delivery failed, not those whose delivery is delayed. */
  failed: Bounce[];
}

const STATUS_PARTS = ['message/delivery-status', 'message/global-delivery-status'];
const RETURNED_PARTS = ['message/rfc822', 'message/global', 'text/rfc822-headers', 'message/global-headers'];

/** Parses a mail as a delivery report; null if it is something else, such as a reply or an out-of-office message. */
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
  // The first block describes the report, each further one a recipient.
  const [, ...recipients] = blocksOf(status);
  const failed = recipients
    .filter((fields) => fields.get('action')?.toLowerCase() === 'failed')
    .map((fields) => bounceOf(fields.get('status') ?? '', fields.get('diagnostic-code') ?? ''));
  const headers = returned === null ? undefined : blocksOf(returned)[0];
  const at = mail.date && !Number.isNaN(Date.parse(mail.date)) ? new Date(mail.date).toISOString() : null;
  return { messageId: /<[^<>\s]+>/.exec(headers?.get('message-id') ?? '')?.[0] ?? null, at, failed };
}

/**
 * Blocks of fields, separated by empty lines, by field name in lowercase; a line that begins with a space continues the
 * previous one.
 */
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
 * Enhanced status codes (RFC 3463) which mean that an address accepts no mail: a nonexistent mailbox or host (5.1), a
 * disabled mailbox (5.2.0, 5.2.1), a host without a route to it (5.4.1, 5.4.4). A full mailbox, a mail that is too
 * large, or a server that rejects all our mail says nothing about the address.
 */
const FOR_GOOD = /^5\.(1\.\d+|2\.[01]|4\.[14])$/;
/** What servers that are no more specific than 5.0.0 add to it: RFC 5321, section 4.2.3. */
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
