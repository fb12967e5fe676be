import { namedBrokerage } from '#src/api/agreement/named-brokerage.ts';
import { frameAgreement, sendAgreement, signAgreement } from '#src/api/agreement/agreement.repository.ts';
import type { AgreementRow, Signature, Signer } from '#src/api/agreement/agreement.repository.ts';
import { templateNamed, templateNow } from '#src/api/agreement/template.repository.ts';
import { renderBrokerCarrier } from '#src/api/agreement/broker-carrier.template.ts';
import type { RenderedDocument } from '#src/api/agreement/document.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '#src/api/database/tables.ts';
import { hrefs } from '#src/api/link/hrefs.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { notFound, problem } from '#src/api/http/problem.ts';
import { inTransaction } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';
import { tellOfCarrier } from './carrier.live.ts';
import { frameSignedNews } from './carrier.mails.ts';
import { claimsBeside } from './usdot-claims.ts';
import { keepCompliantDays } from './compliance.repository.ts';
import { carrierById } from './carrier.repository.ts';
import type { CarrierRow } from './carrier.repository.ts';
import { missingOf } from './profile.present.ts';
import { lockedCarrier } from './profile.repository.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

const VALID_MS = 30 * DAY;

const isSettled = (row: AgreementRow | undefined): row is AgreementRow => row?.state === 'signed';

/**
 * The broker-carrier agreement of a carrier. Until it is signed it reflects the current profile: it is drawn up when
 * first read, and again if the profile or the date changed since, or if it expired.
 * @throws Problem 404 if it was signed outside of this product; 409 with what the profile lacks
 */
export async function currentAgreement(parts: ApiParts, carrierId: string): Promise<AgreementRow> {
  const { kysely } = parts.database;
  const now = parts.now();
  const carrier = await carrierById(kysely, carrierId);
  const there = await frameAgreement(kysely, carrierId);
  if (isSettled(there)) return there;
  if (there && isCurrent(there, await drawnUp(kysely, parts, { carrier, there, now }), now)) return there;
  return inTransaction(parts.database, (tx) => drawUpAgreement(tx, parts, carrierId));
}

/** The same within a transaction: the existing agreement if it matches the profile, otherwise a new one. */
export async function drawUpAgreement(tx: Tx, parts: ApiParts, carrierId: string): Promise<AgreementRow> {
  const now = parts.now();
  const carrier = await lockedCarrier(tx, carrierId);
  const newest = await frameAgreement(tx, carrierId);
  if (isSettled(newest)) return newest;
  const document = await drawnUp(tx, parts, { carrier, there: newest, now });
  if (newest && isCurrent(newest, document, now)) return newest;
  const expiresAt = new Date(now.getTime() + VALID_MS);
  return sendAgreement(tx, { kind: 'broker-carrier', leadId: null, carrierId, document, expiresAt, now });
}

async function drawnUp(
  db: Kysely<Tables>,
  parts: ApiParts,
  { carrier, there, now }: { carrier: CarrierRow; there: AgreementRow | undefined; now: Date },
): Promise<RenderedDocument> {
  if (carrier.agreement_signed_at) throw notFound('agreement');
  const unmet = missingOf(carrier);
  if (unmet.length > 0)
    throw problem(409, `Complete your profile first. It lacks: ${unmet.join('; ')}.`, {
      state: 'profile-incomplete',
      unmet,
    });
  // A waiting agreement keeps the text that it was sent with, even if the profile changed since.
  const template =
    there && isOpen(there, now)
      ? await templateNamed(db, 'broker-carrier', there.template_version)
      : await templateNow(db, 'broker-carrier');
  return renderBrokerCarrier({ brokerage: namedBrokerage(parts), carrier, now }, template);
}

const isCurrent = (row: AgreementRow, document: RenderedDocument, now: Date): boolean =>
  isOpen(row, now) && row.html === document.html;

const isOpen = (row: AgreementRow, now: Date): boolean =>
  (row.state === 'sent' || row.state === 'opened') && row.expires_at > now.toISOString();

/**
 * Signs it. From then on the carrier can use the load board; the brokerage is notified and confirms its authority.
 * @throws Problem 404 if it was never read; 409 if the lifecycle of agreements refuses
 */
export async function signFrame(
  tx: Tx,
  parts: ApiParts,
  carrierId: string,
  given: { signature: Signature; hasConsent: boolean; shownHash: string; signer: Signer },
): Promise<AgreementRow> {
  const carrier = await lockedCarrier(tx, carrierId);
  const there = await frameAgreement(tx, carrierId);
  if (!there) throw notFound('agreement');
  const now = parts.now();
  const signed = await signAgreement(tx, there.id, { ...given, now });
  await tx
    .updateTable('carrier')
    .set({ agreement_signed_at: signed.signed_at, version: carrier.version + 1 })
    .where('id', '=', carrierId)
    .execute();
  await keepCompliantDays(tx, [carrierId]);
  await parts.jobs.enqueue(tx, 'agreement.seal', { id: signed.id });
  const news = frameSignedNews({
    carrier,
    others: await claimsBeside(tx, carrier),
    signer: signed.signer_name!,
    url: parts.publicUrl() + hrefs.carrier(carrierId),
  });
  await parts.mail.send(tx, { to: parts.brokerage.email, kind: 'carrier-signed', ...news });
  await tellOfCarrier(tx, carrierId);
  return signed;
}
