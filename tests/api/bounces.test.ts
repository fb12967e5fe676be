import { beforeAll, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '#src/api/database/write.ts';
import { imapMailbox } from '#src/api/mailing/bounce-mailbox.ts';
import { hearOfBounces, readBounces } from '#src/api/mailing/bounces.ts';
import { call, mailTo, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { BOUNCES, OTHER_MAILS } from '#tests/platform/bounce-samples.ts';
import { startImapServer } from '#tests/platform/imap-server.ts';
import type { ImapServer } from '#tests/platform/imap-server.ts';

/** Mails that return to a mailbox, from its server to the addresses that are no longer mailed. */
let application: Application;
let agent: Account;
let imap: ImapServer;
let uid = 0;

beforeAll(async () => {
  imap = await startImapServer();
  application = await startApplication({ environment: { BOUNCE_MAILBOX_URL: imap.url } });
  agent = await signedIn(application, 'agent', 'Ann Agent');
});
beforeEach(() => void (imap.commands.length = 0));

/** A mail that was sent. */
async function sent(recipient: string): Promise<{ messageId: string; recipient: string }> {
  const id = await inTransaction(application.database, (tx) =>
    application.parts.mail.send(tx, {
      to: recipient,
      subject: 'Your quote',
      kind: 'notice',
      text: 'Hello',
      html: '<p>Hello</p>',
    }),
  );
  await mailTo(application, recipient, /^Your quote$/);
  const row = await application.database.kysely
    .selectFrom('mail')
    .select('message_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { messageId: row.message_id, recipient };
}
const comes = (source: string) => void imap.mails.push({ uid: (uid += 3), source });
const stops = async (email: string) =>
  (
    await call<{ stops: { type: string; detail: string }[] }>(
      application,
      'GET',
      `agent/mail-stops?email=${encodeURIComponent(email)}`,
      agent,
    )
  ).body.stops;
const read = () => readBounces(application.parts);
const position = () => application.database.kysely.selectFrom('bounce_mailbox').selectAll().executeTakeFirstOrThrow();

test('what failed for good stops mail to whom it was sent; whatever else is in the mailbox stays as it is', async () => {
  const gone = await sent('gone@away.test');
  const full = await sent('full@away.test');
  const spam = await sent('spam@away.test');
  const late = await sent('late@away.test');
  for (const mail of Object.values(OTHER_MAILS)) comes(mail);
  // It was forwarded, so the report names another address.
  comes(BOUNCES.postfixUnknownUser({ ...gone, recipient: 'forwarded@elsewhere.test' }));
  comes(BOUNCES.fullMailbox(full));
  comes(BOUNCES.refusedContent(spam));
  comes(BOUNCES.delayed(late));
  await read();
  expect(await stops('gone@away.test')).toMatchObject([
    { type: 'bounce', detail: expect.stringContaining('550 5.1.1') },
  ]);
  for (const email of ['full@away.test', 'spam@away.test', 'late@away.test', 'forwarded@elsewhere.test'])
    expect([email, await stops(email)]).toEqual([email, []]);
  expect(await position()).toMatchObject({ uid_validity: '7', last_uid: uid });
  // Nothing is written there, and only what looks like a report is fetched completely.
  expect(
    imap.commands.filter((command) => /^(SELECT|UID (STORE|COPY|MOVE)|EXPUNGE|APPEND|DELETE)/i.test(command)),
  ).toEqual([]);
  expect(imap.commands.some((command) => command.startsWith('EXAMINE'))).toBe(true);
  expect(imap.commands.filter((command) => /BODY\.PEEK\[\]/i.test(command))).toHaveLength(6);
});

test('it goes on where it was, also when nothing is new, and the same report again changes nothing', async () => {
  const again = await sent('again@away.test');
  comes(BOUNCES.exchangeNotFound(again));
  await read();
  expect(await stops('again@away.test')).toHaveLength(1);
  await call(application, 'POST', 'agent/mail-stops/lift', { token: agent.token, body: { email: 'again@away.test' } });
  await read();
  expect(await stops('again@away.test')).toEqual([]);
  const { last_uid } = await position();
  // The mailbox was recreated: everything from the last days is read again, but is older than the lifting of the stop.
  imap.uidValidity = 8;
  await read();
  expect(await stops('again@away.test')).toEqual([]);
  expect(await position()).toMatchObject({ uid_validity: '8', last_uid });
});

test('nobody stops the mail of somebody else by writing a report', async () => {
  const ours = await sent('ours@away.test');
  comes(BOUNCES.postfixUnknownUser({ messageId: '<made-up@leads.example>', recipient: 'ours@away.test' }));
  comes(BOUNCES.withoutTheMail(ours));
  await read();
  expect(await stops('ours@away.test')).toEqual([]);
});

test('a mailbox that cannot be read is tried again, and its password is told to nobody', async () => {
  const before = await position();
  const wrong = new URL(imap.url);
  wrong.password = 'not-the-password';
  const failure = await hearOfBounces(application.parts, imapMailbox(wrong.href)).catch((error: unknown) => error);
  expect((failure as Error).message).toBe(
    'The mailbox of bounces could not be read: the server does not accept the name or password in BOUNCE_MAILBOX_URL.',
  );
  const nobody = imapMailbox('imap://a:b@127.0.0.1:9/INBOX');
  await expect(hearOfBounces(application.parts, nobody)).rejects.toThrow('could not be read');
  expect(await position()).toEqual(before);
});

test('a mailbox in which nothing is new is read from there on, not from its beginning', async () => {
  const old = await sent('old@away.test');
  const other = await startImapServer();
  other.uidValidity = 99;
  other.mails.push({ uid: 41, source: BOUNCES.postfixUnknownUser(old), isOld: true });
  const mailbox = imapMailbox(other.url);
  await hearOfBounces(application.parts, mailbox);
  expect(await hearOfBounces(application.parts, mailbox)).toBe(0);
  expect(await stops('old@away.test')).toEqual([]);
  const late = await sent('late2@away.test');
  other.mails.push({ uid: 42, source: BOUNCES.postfixUnknownUser(late) });
  expect(await hearOfBounces(application.parts, mailbox)).toBe(1);
  expect(await stops('late2@away.test')).toHaveLength(1);
});
