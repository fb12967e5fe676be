import type { ImapFlow, MailboxObject } from 'imapflow';
import { isIP } from 'node:net';
import { DAY } from '#src/machines/calendar/durations.ts';

/** How far a mailbox was read. Mail UIDs are valid within one `uidValidity` (RFC 9051, section 2.3.1.1). */
export interface MailboxPosition {
  uidValidity: string;
  lastUid: number;
}

/** A mail that looks like a delivery report, in raw form. */
export interface ReportMail {
  uid: number;
  source: Uint8Array;
}

export interface MailboxReading {
  position: MailboxPosition;
  reports: ReportMail[];
}

/** The mailbox that undelivered mails return to. */
export interface BounceMailbox {
  /** Identifies the mailbox; does not contain the password. */
  address: string;
  /** The mails after the position; without one, those of the last days. Changes nothing in the mailbox. */
  read(after: MailboxPosition | null, now: Date): Promise<MailboxReading>;
}

/** A larger report contains a whole mail with attachments; nothing beyond this size is needed. */
const LARGEST = 1024 * 1024;
const MOST_AT_ONCE = 500;
const FIRST_DAYS = 7;
const PATIENCE = 20_000;

/**
 * `imaps://name:password@host/folder`; with `imap:`, the connection is encrypted by STARTTLS, except to the local
 * machine.
 */
export function imapMailbox(url: string): BounceMailbox {
  const { protocol, hostname, port, username, password, pathname } = new URL(url);
  const [user, pass] = [username, password].map(decodeURIComponent) as [string, string];
  const folder = decodeURIComponent(pathname.slice(1)) || 'INBOX';
  const secure = protocol === 'imaps:';
  const host = hostname.replace(/^\[|\]$/g, '');
  const isOwnMachine = host === 'localhost' || (isIP(host) !== 0 && (host === '::1' || host.startsWith('127.')));
  const address = `${user}@${host}/${folder}`;

  return {
    address,
    async read(after, now) {
      const { ImapFlow } = await import('imapflow');
      const client = new ImapFlow({
        host,
        port: Number(port) || (secure ? 993 : 143),
        secure,
        ...(secure ? {} : { doSTARTTLS: !isOwnMachine }),
        auth: { user, pass },
        logger: false,
        disableAutoIdle: true,
        connectionTimeout: PATIENCE,
        greetingTimeout: PATIENCE,
        socketTimeout: 3 * PATIENCE,
      });
      // If the connection breaks later, the pending call reports it.
      client.on('error', () => {});
      try {
        await client.connect();
        const opened = await client.mailboxOpen(folder, { readOnly: true });
        return await readNew(client, opened, after, now);
      } catch (error) {
        throw new Error(`The mailbox of bounces could not be read: ${whyNot(error)}`);
      } finally {
        client.close();
      }
    },
  };
}

async function readNew(
  client: ImapFlow,
  opened: MailboxObject,
  after: MailboxPosition | null,
  now: Date,
): Promise<MailboxReading> {
  const uidValidity = String(opened.uidValidity);
  const known = after?.uidValidity === uidValidity ? after.lastUid : null;
  const wanted = known === null ? { since: new Date(now.getTime() - FIRST_DAYS * DAY) } : { uid: `${known + 1}:*` };
  const found = (await client.search(wanted, { uid: true })) || [];
  // `n:*` matches the last mail even if none is newer.
  const uids = found
    .filter((uid) => uid > (known ?? 0))
    .toSorted((one, other) => one - other)
    .slice(0, MOST_AT_ONCE);
  // If there are no mails from the last days, older ones are skipped for good.
  if (uids.length === 0) return { position: { uidValidity, lastUid: known ?? opened.uidNext - 1 }, reports: [] };
  const likely: number[] = [];
  const asked = { uid: true, size: true, headers: ['content-type'] };
  for await (const { uid, size, headers } of client.fetch(uids.join(','), asked, { uid: true }))
    if ((size ?? 0) <= LARGEST && /multipart\/report/i.test(String(headers ?? ''))) likely.push(uid);
  const reports: ReportMail[] = [];
  for (const uid of likely) {
    const mail = await client.fetchOne(String(uid), { source: true }, { uid: true });
    if (mail && mail.source) reports.push({ uid, source: mail.source });
  }
  return { position: { uidValidity, lastUid: uids.at(-1)! }, reports };
}

/** The server's own words if it gave any; never contains the name or the password. */
function whyNot(error: unknown): string {
  const { authenticationFailed, responseText, code } = error as {
    authenticationFailed?: boolean;
    responseText?: string;
    code?: string;
  };
  if (authenticationFailed) return 'the server does not accept the name or password in BOUNCE_MAILBOX_URL.';
  return `${responseText ?? code ?? (error as Error).message}`.slice(0, 300);
}
