import { expect } from 'vitest';
import type { Answer, Application, MailboxMessage } from '#tests/platform/application.ts';
import { PASSWORD, call, mailTo } from '#tests/platform/application.ts';

export const NEW_PASSWORD = 'purple-lantern-42';

let serial = 0;
/** An address that no account has. */
export const newEmail = (name = 'someone'): string => `${name}.${++serial}.${Date.now() % 100_000}@mail.example`;

export const signUpForm = (email: string, changes: Record<string, unknown> = {}) => ({
  company_name: 'Castillo Moving',
  name: 'Owen Castillo',
  email,
  phone: '+16145550134',
  password: NEW_PASSWORD,
  ...changes,
});
export const registerForm = (email: string, changes: Record<string, unknown> = {}) => ({
  legal_name: 'Lund Freight LLC',
  usdot: '3141592',
  contact_name: 'Henry Lund',
  email,
  phone: '+16155550123',
  password: NEW_PASSWORD,
  ...changes,
});

/** As if an hour had passed: all tests of a file share one address. */
export const forgetRequests = (application: Application) =>
  application.database.pool.query(`delete from sign_in_attempt`);

export const signIn = (
  application: Application,
  portal: string,
  email: string,
  password = PASSWORD,
  headers: Record<string, string> = {},
) =>
  call<{ access_token: string; refresh_token: string }>(application, 'POST', `${portal}/token`, {
    body: new URLSearchParams({ username: email, password }),
    headers,
  });

/** The token of the link to this path in a mail. */
export function linkToken(mail: MailboxMessage, path: string): string {
  const link = mail.links.find((one) => new URL(one).pathname === path);
  expect(link, `${mail.subject}: ${mail.links.join(' ')}`).toBeDefined();
  return new URL(link!).searchParams.get('token')!;
}

/** How many mails to this address with this subject were created, sent or not. */
export async function mailsTo({ database }: Application, to: string, subject?: RegExp): Promise<number> {
  const rows = await database.kysely.selectFrom('mail').select('subject').where('recipient', '=', to).execute();
  return rows.filter((row) => !subject || subject.test(row.subject)).length;
}

/** A mover who has signed up and confirmed, but is not signed in. */
export async function confirmedMover(application: Application, email = newEmail('mover')): Promise<string> {
  await forgetRequests(application);
  expect((await call(application, 'POST', 'user/', { body: signUpForm(email) })).status).toBe(202);
  const token = linkToken(await mailTo(application, email, /Confirm your email/), '/auth/confirm-email');
  expect((await call(application, 'PATCH', 'user/', { body: { email_verified: true, token } })).status).toBe(200);
  return email;
}

/** The parts of the responses that a stranger could compare: all must be the same. */
export function expectSame(answers: Answer[]): void {
  const told = answers.map(({ status, body, headers }) => JSON.stringify([status, body, [...headers.keys()].sort()]));
  expect(new Set(told).size, told.join('\n')).toBe(1);
}

/** Twenty at once: one succeeds, the others are refused with one of these, and nothing worse. */
export async function expectOneOfTwenty(
  make: () => Promise<Answer>,
  success: number,
  refusals: number[],
): Promise<void> {
  const answers = await Promise.all(Array.from({ length: 20 }, make));
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(
    statuses.filter((status) => status === success),
    statuses.join(),
  ).toHaveLength(1);
  expect(
    statuses.filter((status) => status !== success && !refusals.includes(status)),
    statuses.join(),
  ).toEqual([]);
}

/** The medians of several durations of each, measured alternately, so that load on the machine affects both. */
export async function medians(
  a: () => Promise<unknown>,
  b: () => Promise<unknown>,
  times = 5,
): Promise<[number, number]> {
  const durations: [number[], number[]] = [[], []];
  for (let time = 0; time < times; time++) {
    for (const [index, action] of [a, b].entries()) {
      const start = performance.now();
      await action();
      durations[index]!.push(performance.now() - start);
    }
  }
  return durations.map((all) => all.sort((x, y) => x - y)[Math.floor(times / 2)]!) as [number, number];
}
