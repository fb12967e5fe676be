import type { Kysely, Updateable } from 'kysely';
import { AGREEMENT_MODEL_VERSION, agreementLifecycle } from '#src/machines/agreement/agreement.lifecycle.ts';
import type { AgreementEvent, AgreementState } from '#src/machines/agreement/agreement.lifecycle.ts';
import { isSignerName } from '#src/machines/agreement/signer-name.ts';
import { newId, sha256 } from '#src/api/database/ids.ts';
import { notFound, problem } from '#src/api/http/problem.ts';
import { prepared } from '#src/api/database/prepared.ts';
import type { Tx } from '#src/api/database/write.ts';
import type { RenderedDocument } from './document.ts';
import type { RowOf, Tables } from '#src/api/database/tables.ts';
import { onlyIf } from '#src/machines/phrases.ts';

export type AgreementRow = RowOf<'agreement'>;
export type AgreementKind = AgreementRow['kind'];

export interface Signature {
  kind: 'drawn' | 'typed';
  name: string;
  /** PNG data URL of a drawn signature. */
  image?: string | null;
}

/** As stored: the name has its own column. */
export type KeptSignature = Omit<Signature, 'name'>;

export interface Signer {
  by: 'client' | 'carrier';
  zone: string;
  ip: string;
  userAgent: string;
}

/** The consent to electronic records (15 U.S.C. 7001(c)), stored with each signature. */
export const CONSENT =
  'I agree to use electronic records and signatures for this agreement. I can open and keep this document, and I may ask for a paper copy at no charge.';

/** @throws Problem 404 */
export async function agreementById(db: Kysely<Tables>, id: string): Promise<AgreementRow> {
  const row = await db
    .selectFrom('agreement')
    .modifyFront(prepared)
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('agreement');
  return row;
}

/** The newest agreement of a kind on a lead, or undefined. */
export async function newestAgreement(
  db: Kysely<Tables>,
  leadId: string,
  kind: AgreementKind,
): Promise<AgreementRow | undefined> {
  return db
    .selectFrom('agreement')
    .selectAll()
    .where('lead_id', '=', leadId)
    .where('kind', '=', kind)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The newest broker-carrier agreement of a carrier, or undefined. */
export async function frameAgreement(db: Kysely<Tables>, carrierId: string): Promise<AgreementRow | undefined> {
  return db
    .selectFrom('agreement')
    .selectAll()
    .where('carrier_id', '=', carrierId)
    .where('kind', '=', 'broker-carrier')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The newest agreement about a job that this carrier was awarded on the lead, or undefined. */
export async function newestJobAgreement(
  db: Kysely<Tables>,
  leadId: string,
  carrierId: string,
): Promise<AgreementRow | undefined> {
  return db
    .selectFrom('agreement')
    .selectAll()
    .where('lead_id', '=', leadId)
    .where('carrier_id', '=', carrierId)
    .where('kind', '=', 'specific-job')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Sends a rendered agreement to its signer: voids the one it replaces, then moves draft -> sent in one step.
 * @throws Problem 409 with the blanks that have no value
 */
export async function sendAgreement(
  tx: Tx,
  given: {
    kind: AgreementKind;
    leadId: string | null;
    carrierId: string | null;
    document: RenderedDocument;
    expiresAt: Date;
    now: Date;
  },
): Promise<AgreementRow> {
  if (given.leadId) await voidAgreements(tx, given.leadId, given.kind, given.now);
  else if (given.carrierId) await voidFrameAgreement(tx, given.carrierId, given.now);
  const facts = {
    now: given.now.toISOString(),
    expiresAt: given.expiresAt.toISOString(),
    openBlanks: given.document.openBlanks,
  };
  const state = next('draft', facts, { type: 'agreement.sent', by: 'agent' });
  return tx
    .insertInto('agreement')
    .values({
      id: newId(),
      kind: given.kind,
      lead_id: given.leadId,
      carrier_id: given.carrierId,
      state,
      model_version: AGREEMENT_MODEL_VERSION,
      template_version: given.document.templateVersion,
      document: JSON.stringify(given.document.document),
      html: given.document.html,
      document_hash: sha256(given.document.html),
      open_blanks: JSON.stringify(given.document.openBlanks),
      sent_at: facts.now,
      expires_at: facts.expiresAt,
      created_at: facts.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Voids every agreement of a kind that still waits for its signer. */
export async function voidAgreements(tx: Tx, leadId: string, kind: AgreementKind, now: Date): Promise<void> {
  await voidWaiting(tx, waiting(tx).where('lead_id', '=', leadId).where('kind', '=', kind), now);
}

/** Voids the broker-carrier agreement that still waits for this carrier. */
export async function voidFrameAgreement(tx: Tx, carrierId: string, now: Date): Promise<void> {
  await voidWaiting(tx, waiting(tx).where('carrier_id', '=', carrierId).where('kind', '=', 'broker-carrier'), now);
}

const waiting = (tx: Tx) =>
  tx.selectFrom('agreement').selectAll().where('state', 'in', ['draft', 'sent', 'opened']).forUpdate();

async function voidWaiting(tx: Tx, which: ReturnType<typeof waiting>, now: Date): Promise<void> {
  for (const row of await which.execute()) {
    await tx
      .updateTable('agreement')
      .set({
        state: next(row.state, factsOf(row, now), { type: 'agreement.voided', by: 'system' }),
        version: row.version + 1,
        model_version: AGREEMENT_MODEL_VERSION,
      })
      .where('id', '=', row.id)
      .execute();
  }
}

/** The signer confirms having opened it; a page view alone writes nothing. Idempotent. */
export async function openAgreement(tx: Tx, id: string, by: 'client' | 'carrier', now: Date): Promise<AgreementRow> {
  const row = await locked(tx, id);
  if (row.state !== 'sent') return row;
  const state = next(row.state, factsOf(row, now), { type: 'agreement.opened', by });
  return update(tx, row, { state, opened_at: now.toISOString() });
}

/**
 * Signs the agreement. `shownHash` is the hash of the text that the signer saw.
 * @throws Problem 409 with what is missing
 */
export async function signAgreement(
  tx: Tx,
  id: string,
  given: { signature: Signature; hasConsent: boolean; shownHash: string; signer: Signer; now: Date },
): Promise<AgreementRow> {
  const row = await locked(tx, id);
  const { signature, signer, now } = given;
  const state = next(row.state, factsOf(row, now), {
    type: 'agreement.signed',
    by: signer.by,
    hasConsent: given.hasConsent,
    hasSignature: isSignerName(signature.name) && (signature.kind === 'typed' || Boolean(signature.image)),
    shownHash: given.shownHash,
    documentHash: row.document_hash,
  });
  return update(tx, row, {
    state,
    signer_name: signature.name.trim(),
    signature: JSON.stringify({ kind: signature.kind, image: signature.image ?? null }),
    signed_at: now.toISOString(),
    opened_at: row.opened_at ?? now.toISOString(),
    signer_zone: signer.zone,
    signer_ip: signer.ip,
    signer_agent: signer.userAgent.slice(0, 500),
    consent_text: CONSENT,
  });
}

/** @throws Problem 409 */
export async function declineAgreement(
  tx: Tx,
  id: string,
  by: 'client' | 'carrier',
  reason: string,
  now: Date,
): Promise<AgreementRow> {
  const row = await locked(tx, id);
  const state = next(row.state, factsOf(row, now), { type: 'agreement.declined', by, reason });
  return update(tx, row, { state, decline_reason: reason, declined_at: now.toISOString() });
}

/** Expires agreements whose time ran out before they were signed. @returns the ones that expired now */
export async function expireAgreements(tx: Tx, now: Date): Promise<AgreementRow[]> {
  const late = await tx
    .selectFrom('agreement')
    .selectAll()
    .where('state', 'in', ['sent', 'opened'])
    .where('expires_at', '<=', now.toISOString())
    .orderBy('expires_at')
    .limit(500)
    // Skip one that is being signed right now: either the signature succeeds, or the lifecycle refuses it as expired.
    .forUpdate()
    .skipLocked()
    .execute();
  const expired: AgreementRow[] = [];
  for (const row of late)
    expired.push(
      await update(tx, row, { state: next(row.state, factsOf(row, now), { type: 'agreement.expired', by: 'system' }) }),
    );
  return expired;
}

const EXPIRED = 'This agreement has expired. Ask us for a new one.';
const AWARD_ENDED = 'This award was withdrawn or changed. Check our latest email.';
const CLOSED: Partial<Record<AgreementState, string>> = {
  signed: 'This agreement has been signed.',
  declined: 'This agreement was declined.',
  voided: 'This agreement was replaced by a newer one. Check our latest email.',
};

/** A sentence on why its signer can no longer sign it, whatever they provide; null if they can. */
export function closedBecause(row: AgreementRow, now: Date, isArchived: boolean): string | null {
  if (isArchived && row.state !== 'signed' && row.state !== 'declined')
    return 'This offer is no longer open. Call us if you still want to move.';
  const wellSigned = {
    type: 'agreement.signed',
    by: row.kind === 'broker-shipper' ? 'client' : 'carrier',
    hasConsent: true,
    hasSignature: true,
    shownHash: row.document_hash,
    documentHash: row.document_hash,
  } as const;
  if (agreementLifecycle.judge(row.state, factsOf(row, now), wellSigned).may) return null;
  if (row.state === 'voided' && row.kind === 'specific-job') return AWARD_ENDED;
  return CLOSED[row.state] ?? EXPIRED;
}

const factsOf = (row: AgreementRow, now: Date) => ({
  now: now.toISOString(),
  expiresAt: row.expires_at,
  openBlanks: row.open_blanks,
});

function next(
  state: AgreementState,
  facts: { now: string; expiresAt: string; openBlanks: string[] },
  event: AgreementEvent,
): AgreementState {
  const verdict = agreementLifecycle.judge(state, facts, event);
  if (verdict.may) return verdict.next;
  if (verdict.because === 'state') throw problem(409, `This agreement is ${state}, so nothing was changed.`, { state });
  const blanks = facts.openBlanks.length > 0 ? ` (${facts.openBlanks.join(', ')})` : '';
  throw problem(
    409,
    onlyIf(verdict.unmet.map((phrase) => (phrase === 'every blank is filled' ? phrase + blanks : phrase))),
    { state, unmet: verdict.unmet },
  );
}

async function locked(tx: Tx, id: string): Promise<AgreementRow> {
  const row = await tx
    .selectFrom('agreement')
    .modifyFront(prepared)
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('agreement');
  return row;
}

function update(tx: Tx, row: AgreementRow, set: Updateable<Tables['agreement']>): Promise<AgreementRow> {
  return tx
    .updateTable('agreement')
    .set({ ...set, version: row.version + 1, model_version: AGREEMENT_MODEL_VERSION })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
