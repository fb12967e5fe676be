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
      throw new Error(`DNS does not answer for ${name}. Try again.`, { cause: error });
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
  return [
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
}

function spf(domain: string, records: string[]): MailFinding {
  const found = (is_right: boolean, says: string): MailFinding => ({ what: 'SPF', is_right, says });
  const [record] = records;
  if (record === undefined)
    return found(false, `SPF: ${domain} does not say which servers may send its email. Add a TXT record "v=spf1 …".`);
  if (records.length > 1)
    return found(false, `SPF: ${domain} has ${records.length} SPF records, so receivers ignore them all. Leave one.`);
  if (/\s\+?all(\s|$)/i.test(record)) return found(false, `SPF: ${domain} lets every server send its mail ("all").`);
  if (!/\s[-~?]all(\s|$)|\sredirect=/i.test(record))
    return found(false, `SPF: the record of ${domain} does not end with "-all" or "~all".`);
  return found(true, `SPF: ${domain} says which servers may send its email.`);
}

function dkim(
  domain: string,
  keys: readonly { name: string; text: string | undefined }[],
  selector: string | undefined,
): MailFinding {
  const found = (is_right: boolean, says: string): MailFinding => ({ what: 'DKIM', is_right, says });
  const key = keys.find(({ text }) => text !== undefined && !/(^|;)\s*p=\s*(;|$)/.test(text));
  if (key) return found(true, `DKIM: ${domain} has a key under "${key.name}". Your mail server must sign with it.`);
  if (selector === undefined)
    return found(
      false,
      `DKIM: no key of ${domain} is under a usual name. If yours has another one, try npm run mail:check -- --selector NAME.`,
    );
  const isRevoked = keys.some(({ text }) => text !== undefined);
  return found(
    false,
    `DKIM: ${isRevoked ? 'the key' : 'there is no key'} at ${selector}._domainkey.${domain}${isRevoked ? ' was revoked' : ''}.`,
  );
}

function dmarcOf(domain: string, records: string[]): MailFinding {
  const found = (is_right: boolean, says: string): MailFinding => ({ what: 'DMARC', is_right, says });
  const [record] = records;
  if (record === undefined)
    return found(
      false,
      `DMARC: ${domain} does not say what to do with forged mail. Add a TXT record at _dmarc.${domain}.`,
    );
  if (records.length > 1) return found(false, `DMARC: ${domain} has several records, so receivers ignore them all.`);
  const policy = /;\s*p\s*=\s*(none|quarantine|reject)/i.exec(record)?.[1]?.toLowerCase();
  if (policy === undefined) return found(false, `DMARC: the record of ${domain} names no policy (p=…).`);
  if (policy === 'none')
    return found(
      true,
      `DMARC: ${domain} only watches (p=none). Once all your mail passes, ask for quarantine or reject.`,
    );
  return found(true, `DMARC: ${domain} has forged mail ${policy === 'reject' ? 'refused' : 'put aside'}.`);
}
