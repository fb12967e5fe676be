import { Resolver } from 'node:dns/promises';

/** The part of DNS that is queried. */
export type TxtResolver = (name: string) => Promise<string[][]>;

export interface MailFinding {
  what: 'SPF' | 'DKIM' | 'DMARC';
  is_right: boolean;
  /** A sentence. */
  says: string;
}

/**
 * Selectors under which mail services commonly publish their keys. Selectors cannot be listed, only queried by name.
 */
const USUAL_SELECTORS = ['default', 'dkim', 'mail', 'google', 'selector1', 'selector2', 's1', 's2', 'k1', 'k2'];
const NOT_THERE = new Set(['ENOTFOUND', 'ENODATA']);

export const dnsTxt = (): TxtResolver => {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  return (name) => resolver.resolveTxt(name);
};

/**
 * Whether receivers can verify that mail of this domain is genuine: SPF (RFC 7208), DKIM (RFC 6376), DMARC (RFC 7489).
 *
 * @returns what is wrong first
 * @throws Error if DNS does not respond
 */
export async function checkMailDomain(
  domain: string,
  { resolve, selector }: { resolve: TxtResolver; selector?: string | undefined },
): Promise<MailFinding[]> {
  const texts = async (name: string): Promise<string[]> => {
    try {
      return (await resolve(name)).map((parts) => parts.join(''));
    } catch (error) {
      if (NOT_THERE.has((error as { code?: string }).code ?? '')) return [];
      throw new Error(`DNS doesn’t respond for ${name}. Try again.`, { cause: error });
    }
  };
  const dkimAt = async (name: string) =>
    (await texts(`${name}._domainkey.${domain}`)).find((text) => /(^|;)\s*p=/.test(text));
  const selectors = selector === undefined ? USUAL_SELECTORS : [selector];
  const [own, dmarc, keys] = await Promise.all([
    texts(domain),
    texts(`_dmarc.${domain}`),
    Promise.all(selectors.map(async (name) => ({ name, text: await dkimAt(name) }))),
  ]);
  const findings = [
    spf(
      domain,
      own.filter((text) => /^v=spf1(\s|$)/i.test(text)),
    ),
    dkim(domain, keys, selector),
    dmarcOf(
      domain,
      dmarc.filter((text) => /^v=DMARC1\s*(;|$)/i.test(text)),
    ),
  ];
  return findings.toSorted((a, b) => Number(a.is_right) - Number(b.is_right));
}

/** One finding per line, for the command and the settings. */
export const linesOf = (findings: readonly MailFinding[]): string[] =>
  findings.map(({ is_right, says }) => `${is_right ? 'OK' : 'Fix this'}: ${says}`);

function spf(domain: string, records: string[]): MailFinding {
  const found = (is_right: boolean, says: string): MailFinding => ({ what: 'SPF', is_right, says });
  const [record] = records;
  if (record === undefined)
    return found(
      false,
      `SPF: ${domain} doesn’t list the servers that may send its email. Add a TXT record that starts with "v=spf1".`,
    );
  if (records.length > 1)
    return found(false, `SPF: ${domain} has ${records.length} SPF records, so receivers ignore them all. Keep one.`);
  if (/\s\+?all(\s|$)/i.test(record))
    return found(false, `SPF: ${domain} lets every server send its email. End the record with "-all" or "~all".`);
  if (!/\s[-~?]all(\s|$)|\sredirect=/i.test(record))
    return found(false, `SPF: the record of ${domain} doesn’t exclude other servers. End it with "-all" or "~all".`);
  return found(true, `SPF: ${domain} lists the servers that may send its email.`);
}

function dkim(
  domain: string,
  keys: readonly { name: string; text: string | undefined }[],
  selector: string | undefined,
): MailFinding {
  const found = (is_right: boolean, says: string): MailFinding => ({ what: 'DKIM', is_right, says });
  const key = keys.find(({ text }) => text !== undefined && !/(^|;)\s*p=\s*(;|$)/.test(text));
  if (key)
    return found(true, `DKIM: ${domain} has a key named "${key.name}". Make sure your mail server signs with it.`);
  if (selector === undefined)
    return found(
      false,
      `DKIM: no key of ${domain} was found under a common name. If yours has another name, run npm run mail:check -- --selector NAME.`,
    );
  const isRevoked = keys.some(({ text }) => text !== undefined);
  return found(
    false,
    isRevoked
      ? `DKIM: the key at ${selector}._domainkey.${domain} was revoked. Publish a new one.`
      : `DKIM: there is no key at ${selector}._domainkey.${domain}. Publish the one that your mail server signs with.`,
  );
}

function dmarcOf(domain: string, records: string[]): MailFinding {
  const found = (is_right: boolean, says: string): MailFinding => ({ what: 'DMARC', is_right, says });
  const [record] = records;
  if (record === undefined)
    return found(
      false,
      `DMARC: ${domain} doesn’t say what to do with forged email. Add a TXT record at _dmarc.${domain}, such as "v=DMARC1; p=none".`,
    );
  if (records.length > 1)
    return found(
      false,
      `DMARC: ${domain} has ${records.length} DMARC records, so receivers ignore them all. Keep one.`,
    );
  const policy = /;\s*p\s*=\s*(none|quarantine|reject)/i.exec(record)?.[1]?.toLowerCase();
  if (policy === undefined)
    return found(false, `DMARC: the record of ${domain} has no policy. Add p=none, p=quarantine, or p=reject.`);
  if (policy === 'none')
    return found(
      true,
      `DMARC: ${domain} only monitors forged email (p=none). Once all of yours passes, change it to p=quarantine or p=reject.`,
    );
  return found(true, `DMARC: ${domain} has forged email ${policy === 'reject' ? 'rejected' : 'sent to spam'}.`);
}
