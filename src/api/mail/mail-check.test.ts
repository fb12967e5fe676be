import { expect, test } from 'vitest';
import { checkMailDomain, linesOf } from './mail-check.ts';

const zone =
  (records: Record<string, string[]>) =>
  async (name: string): Promise<string[][]> => {
    const found = records[name];
    if (!found) throw Object.assign(new Error('none'), { code: 'ENOTFOUND' });
    // Long records are split into chunks.
    return found.map((text) => [text.slice(0, 5), text.slice(5)]);
  };
const SPF = 'v=spf1 include:_spf.mail.example -all';
const GOOD = {
  'a.example': ['something else', SPF],
  '_dmarc.a.example': ['v=DMARC1; p=reject; rua=mailto:d@a.example'],
  'selector1._domainkey.a.example': ['v=DKIM1; k=rsa; p=MIIB'],
};
const check = async (records: Record<string, string[]>, selector?: string) =>
  (await checkMailDomain('a.example', { resolve: zone(records), selector })).map(({ what, is_right, says }) => [
    what,
    is_right,
    says,
  ]);

test('a domain that says all it should is right', async () => {
  expect(await check(GOOD)).toEqual([
    ['SPF', true, 'SPF: a.example lists the servers that may send its email.'],
    ['DKIM', true, expect.stringContaining('named "selector1"')],
    ['DMARC', true, 'DMARC: a.example has forged email rejected.'],
  ]);
});

test.each([
  ['nothing at all', {}, undefined, [/doesn’t list the servers/, /no key .* common name/, /doesn’t say what to do/]],
  ['two SPF records', { ...GOOD, 'a.example': [SPF, SPF] }, undefined, [/2 SPF records/]],
  ['everybody may send', { ...GOOD, 'a.example': ['v=spf1 +all'] }, undefined, [/lets every server/]],
  ['an SPF record without an end', { ...GOOD, 'a.example': ['v=spf1 mx'] }, undefined, [/doesn’t exclude/]],
  ['another selector', GOOD, 'other', [/no key at other\._domainkey\.a\.example/]],
  ['a revoked key', { ...GOOD, 'old._domainkey.a.example': ['v=DKIM1; p='] }, 'old', [/was revoked/]],
  [
    'a policy without a word',
    { ...GOOD, '_dmarc.a.example': ['v=DMARC1; rua=mailto:x@y.z'] },
    undefined,
    [/no policy/],
  ],
])('%s is told in a sentence', async (_, records, selector, sentences) => {
  const wrong = (await check(records as Record<string, string[]>, selector)).filter(([, isRight]) => !isRight);
  expect(wrong.map(([, , says]) => says)).toEqual(sentences.map((sentence) => expect.stringMatching(sentence)));
});

test('what is wrong comes first, each finding on a line of its own', async () => {
  const { [`_dmarc.a.example`]: _, ...records } = GOOD;
  expect(linesOf(await checkMailDomain('a.example', { resolve: zone(records) }))).toEqual([
    expect.stringMatching(/^Fix this: DMARC: /),
    expect.stringMatching(/^OK: SPF: /),
    expect.stringMatching(/^OK: DKIM: /),
  ]);
});

test('a domain that only watches is right, and told what comes next', async () => {
  const [, , dmarc] = await check({ ...GOOD, '_dmarc.a.example': ['v=DMARC1; p=none'] });
  expect(dmarc).toEqual(['DMARC', true, expect.stringContaining('only monitors')]);
});

test('where DNS does not answer, nothing is said of the domain', async () => {
  const resolve = async () => Promise.reject(Object.assign(new Error('no'), { code: 'ETIMEOUT' }));
  await expect(checkMailDomain('a.example', { resolve })).rejects.toThrow(/DNS doesn’t respond/);
});
