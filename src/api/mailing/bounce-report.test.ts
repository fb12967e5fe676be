import { expect, test } from 'vitest';
import { BOUNCES, OTHER_MAILS } from '#tests/platform/bounce-samples.ts';
import { readBounceReport } from './bounce-report.ts';

const GIVEN = { messageId: '<01a2-77@leads.example>', recipient: 'Ann.Client@away.test' };
const read = (mail: string) => readBounceReport(new TextEncoder().encode(mail));

test.each<[keyof typeof BOUNCES, string]>([
  ['postfixUnknownUser', '550 5.1.1 <Ann.Client@away.test>: Recipient address rejected: User unknown'],
  ['exchangeNotFound', '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup'],
  ['gmailNoDomain', "The domain away.test couldn't be found."],
  ['eximHeadersOnly', '550 No such user here'],
])('%s says for good that the address takes no mail, and which mail it was', async (name, detail) => {
  const found = await read(BOUNCES[name](GIVEN));
  expect(found).toEqual({
    messageId: GIVEN.messageId,
    at: '2026-01-05T10:00:00.000Z',
    failed: [{ isForGood: true, detail }],
  });
});

test.each<[keyof typeof BOUNCES]>([['fullMailbox'], ['refusedContent']])(
  '%s says that this mail failed, and nothing of the address',
  async (name) => {
    expect(await read(BOUNCES[name](GIVEN))).toMatchObject({
      messageId: GIVEN.messageId,
      failed: [{ isForGood: false }],
    });
  },
);

test('what is late has not failed; what carries no mail is about none', async () => {
  expect(await read(BOUNCES.delayed(GIVEN))).toMatchObject({ messageId: GIVEN.messageId, failed: [] });
  expect(await read(BOUNCES.withoutTheMail(GIVEN))).toMatchObject({ messageId: null, failed: [{ isForGood: true }] });
});

test.each(Object.entries(OTHER_MAILS))('%s reports no failure', async (_name, mail) => {
  expect((await read(mail))?.failed ?? []).toEqual([]);
});

test('whatever is given, it ends in a report or in none', async () => {
  const whole = BOUNCES.postfixUnknownUser(GIVEN);
  for (let end = 0; end < whole.length; end += 97) await read(whole.slice(0, end));
  expect(await read('')).toBeNull();
  expect(await read('\0\r\n\r\n--'.repeat(1000))).toBeNull();
});
