import { askRegister } from '#src/api/carrier-register/register-check.ts';
import { hrefs } from '#src/api/link/hrefs.ts';
import { newId } from '#src/api/database/ids.ts';
import { createLink, settleLinks, spendLink } from '#src/api/link/link.ts';
import type { ApiParts } from '#src/api/parts.ts';
import type { Principal } from '#src/api/http/principal.ts';
import { notFound, problem } from '#src/api/http/problem.ts';
import type { Tx } from '#src/api/database/write.ts';
import { platformOfRole } from '#src/machines/session/session.user.ts';
import { alreadyMail, confirmMail } from './account.mails.ts';
import {
  accountByEmail,
  isUnconfirmed,
  lockEmail,
  openAccount,
  removeUnconfirmed,
  revokeAccountLinks,
} from './account.repository.ts';
import type { AccountRow } from './account.repository.ts';
import { RESET_MILLISECONDS } from './recovery.ts';
import { DAY, HOUR } from '#src/machines/calendar/durations.ts';

const FORGOTTEN_AFTER_DAYS = 30;
/** How long the confirmation link is valid, so that a mail sent on a weekend can be read after it. */
const CONFIRM_MILLISECONDS = 48 * HOUR;

interface Person {
  email: string;
  name: string;
  phone: string | null;
  password_hash: string;
  /** The hash of the secret by which the browser of the sign-up is recognized; it is stored only with the link. */
  browser_hash?: string | null;
}

/**
 * The submitted form. It is stored with the link: whoever confirms, confirms this form, and not what a stranger
 * submitted later.
 */
export type SignUp = Person &
  ({ role: 'mover'; company_name: string } | { role: 'carrier'; legal_name: string; usdot: string });

/**
 * Signs up a stranger. A new or unconfirmed address gets the account and a link; an address with an account gets a mail
 * that says so. The caller sees no difference.
 */
export async function signUp(tx: Tx, parts: ApiParts, given: SignUp): Promise<void> {
  const now = parts.now();
  await lockEmail(tx, given.email);
  const holder = await accountByEmail(tx, given.email);
  if (holder && !isUnconfirmed(holder)) {
    if (!holder.disabled_at) await tellOwner(tx, parts, holder, now);
    return;
  }
  const id = holder?.id ?? newId();
  await store(tx, id, given, holder, now);
  await mailConfirmation(tx, parts, id, given, now);
}

/**
 * The mailbox is verified: the account can be used, with the form that this link was created for.
 * @returns whose it is, and the hash that identifies the browser of the sign-up
 * @throws Problem 404 and 410 as `spendLink`; 404 in another portal
 */
export async function confirmEmail(
  tx: Tx,
  parts: ApiParts,
  token: string,
  roles: readonly Principal['role'][],
): Promise<{ id: string; role: SignUp['role']; browserHash: string | null }> {
  const now = parts.now();
  const { subjectId, data } = await spendLink(tx, token, 'email-confirm', now);
  const account = await openAccount(tx, subjectId);
  const given = data as SignUp;
  if (!roles.includes(given.role)) throw notFound('link');
  // A form submitted before the mailbox was verified must never replace later choices.
  if (!isUnconfirmed(account)) throw problem(410, 'This email is confirmed already. Sign in.');
  await store(tx, account.id, given, account, now);
  await tx.updateTable('account').set({ email_verified_at: now.toISOString() }).where('id', '=', account.id).execute();
  if (given.role === 'carrier' && parts.register.source !== 'off') {
    const { id } = await tx
      .selectFrom('carrier')
      .select('id')
      .where('account_id', '=', account.id)
      .executeTakeFirstOrThrow();
    await askRegister(tx, parts, id);
  }
  await settleLinks(tx, 'email-confirm', account.id, now);
  await revokeAccountLinks(tx, account.id, now);
  return { id: account.id, role: given.role, browserHash: given.browser_hash ?? null };
}

/** Sends the confirmation again, for the latest form; nothing if there is nothing to confirm. */
export async function confirmAgain(tx: Tx, parts: ApiParts, email: string): Promise<void> {
  const now = parts.now();
  const account = await accountByEmail(tx, email);
  if (!account || account.disabled_at || !isUnconfirmed(account)) return;
  await mailConfirmation(tx, parts, account.id, await readSignUp(tx, account), now);
}

/** Deletes what was submitted but never confirmed: the form along with its link, the account after a month. */
export async function forgetOldSignUps(tx: Tx, now: Date): Promise<void> {
  await tx
    .updateTable('link')
    .set({ data: null })
    .where('data', 'is not', null)
    .where('expires_at', '<', now.toISOString())
    .execute();
  const old = await tx
    .selectFrom('account')
    .select(['id', 'business_id'])
    .where('role', 'in', ['mover', 'carrier'])
    .where('email_verified_at', 'is', null)
    .where('disabled_at', 'is', null)
    .where('created_at', '<', new Date(now.getTime() - FORGOTTEN_AFTER_DAYS * DAY).toISOString())
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('link')
            .select('id')
            .whereRef('link.subject_id', '=', 'account.id')
            .where('expires_at', '>', now.toISOString()),
        ),
      ),
    )
    .limit(100)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const account of old) await removeUnconfirmed(tx, account);
}

async function mailConfirmation(tx: Tx, parts: ApiParts, accountId: string, given: SignUp, now: Date): Promise<void> {
  const expiresAt = new Date(now.getTime() + CONFIRM_MILLISECONDS);
  const link = await createLink(tx, {
    purpose: 'email-confirm',
    subjectId: accountId,
    createdBy: null,
    now,
    expiresAt,
    data: given,
  });
  const url = parts.publicUrl() + hrefs.confirmEmail(link.token, platformOfRole(given.role));
  const company = given.role === 'mover' ? given.company_name : given.legal_name;
  await parts.mail.send(tx, {
    to: given.email,
    kind: 'email-confirm',
    ...confirmMail({ name: given.name, company, url }),
  });
}

async function tellOwner(tx: Tx, parts: ApiParts, { id, role, name, email }: AccountRow, now: Date): Promise<void> {
  const platform = platformOfRole(role);
  const link = await createLink(tx, {
    purpose: 'password-reset',
    subjectId: id,
    createdBy: null,
    now,
    expiresAt: new Date(now.getTime() + RESET_MILLISECONDS),
  });
  const at = parts.publicUrl();
  const mail = alreadyMail({
    name,
    signInUrl: at + hrefs.login(platform),
    resetUrl: at + hrefs.passwordNew(link.token, platform),
  });
  await parts.mail.send(tx, { to: email, kind: 'email-confirm', ...mail });
}

/** Inserts the rows of a sign-up; those of an earlier one with the same address are removed. */
async function store(tx: Tx, id: string, given: SignUp, holder: AccountRow | undefined, now: Date): Promise<void> {
  const { role, email, name, phone, password_hash } = given;
  const at = now.toISOString();
  const business_id = role === 'mover' ? newId() : null;
  if (business_id)
    await tx
      .insertInto('business')
      .values({ id: business_id, name: given.role === 'mover' ? given.company_name : '', phone, created_at: at })
      .execute();
  const person = { role, name, phone, password_hash, business_id };
  if (holder) {
    await tx.deleteFrom('carrier').where('account_id', '=', id).execute();
    await tx
      .updateTable('account')
      .set({ ...person, version: holder.version + 1 })
      .where('id', '=', id)
      .execute();
    if (holder.business_id) await tx.deleteFrom('business').where('id', '=', holder.business_id).execute();
  } else {
    await tx
      .insertInto('account')
      .values({ id, email, ...person, created_at: at })
      .execute();
  }
  if (given.role === 'carrier') await storeCarrier(tx, id, given, at);
}

/** A carrier without a location yet: the rest of its profile follows when it completes the sign-up. */
async function storeCarrier(tx: Tx, accountId: string, given: SignUp & { role: 'carrier' }, at: string): Promise<void> {
  const { legal_name, usdot, name, email, phone } = given;
  const nowhere = { address: '', city: '', state: '', zip: '', lat: 0, lng: 0 };
  await tx
    .insertInto('carrier')
    .values({
      id: newId(),
      account_id: accountId,
      legal_name,
      usdot,
      contact_name: name,
      email,
      phone,
      ...nowhere,
      search_text: `${legal_name} ${usdot} ${name} ${email}`.toLowerCase(),
      created_at: at,
    })
    .execute();
}

/** The browser of the latest form, so that a link requested again works there like the first one. */
async function browserHashOfLast(tx: Tx, accountId: string): Promise<string | null> {
  const last = await tx
    .selectFrom('link')
    .select('data')
    .where('purpose', '=', 'email-confirm')
    .where('subject_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (last?.data as SignUp | null | undefined)?.browser_hash ?? null;
}

/** An unconfirmed account, in the form of a sign-up. */
async function readSignUp(tx: Tx, account: AccountRow): Promise<SignUp> {
  const { email, name, phone, password_hash } = account;
  const browser_hash = await browserHashOfLast(tx, account.id);
  const person = { email, name, phone, password_hash, browser_hash };
  if (account.role === 'carrier') {
    const carrier = await tx
      .selectFrom('carrier')
      .select(['legal_name', 'usdot'])
      .where('account_id', '=', account.id)
      .executeTakeFirstOrThrow();
    return { ...person, role: 'carrier', ...carrier };
  }
  const business = await tx
    .selectFrom('business')
    .select('name')
    .where('id', '=', account.business_id)
    .executeTakeFirstOrThrow();
  return { ...person, role: 'mover', company_name: business.name };
}
