import { createHmac } from 'node:crypto';
import type { Updateable } from 'kysely';
import { OPEN_STATES, purchaseLifecycle } from '#src/machines/marketplace/purchase.lifecycle.ts';
import type { PurchaseEvent, PurchaseFacts, PurchaseState } from '#src/machines/marketplace/purchase.lifecycle.ts';
import { recordedLifecycle } from '#src/api/engine/recorded-lifecycle.ts';
import type { Held } from '#src/api/engine/recorded-lifecycle.ts';
import { secretsOf } from '#src/api/configuration/session-secrets.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { problem } from '#src/api/http/problem.ts';
import type { Tx } from '#src/api/database/write.ts';
import type { RowOf, Tables } from '#src/api/database/tables.ts';
import { returnAllCredit } from './credit.ts';
import { NO_REPORTS, reportFacts } from './report.facts.ts';
import type { ReportFacts } from './report.facts.ts';
import { onlyIf } from '#src/machines/phrases.ts';

export type PurchaseRow = RowOf<'purchase'>;
export type PurchaseItemRow = RowOf<'purchase_item'>;

/** What changing a purchase requires; a command has no more. */
export type RecordParts = Pick<ApiParts, 'now' | 'jobs'>;

/** A locked purchase, with the facts that the lifecycle reads. */
export interface HeldPurchase extends Held<PurchaseRow, PurchaseFacts> {
  items: PurchaseItemRow[];
}

export const isOpen = (state: PurchaseState): boolean => (OPEN_STATES as readonly PurchaseState[]).includes(state);

/**
 * The tokens of a purchase are derived from its id and a secret that is not in the database, so that none has to be
 * stored: `checkout` is for the browser that reserved, `details` opens the contacts.
 */
export const purchaseToken = (
  { sessionSecret }: Pick<ApiParts, 'sessionSecret'>,
  purpose: 'checkout' | 'details',
  id: string,
): string => purchaseTokens({ sessionSecret }, purpose, id)[0]!;

/** The same for each configured secret, newest first. */
export const purchaseTokens = (
  { sessionSecret }: Pick<ApiParts, 'sessionSecret'>,
  purpose: 'checkout' | 'details',
  id: string,
): string[] =>
  secretsOf(sessionSecret).map((secret) =>
    createHmac('sha256', secret).update(`purchase ${purpose} ${id}`).digest('base64url'),
  );

export function purchaseFacts(
  { total, credit, reserved_until, paid_at, returned, dispute }: PurchaseRow,
  items: PurchaseItemRow[],
  now: Date,
  reports: ReportFacts = NO_REPORTS,
): PurchaseFacts {
  const ids = (which: (item: PurchaseItemRow) => boolean) => items.filter(which).map(({ lead_id }) => lead_id);
  return {
    total,
    credit,
    reservedUntil: reserved_until,
    paidAt: paid_at,
    leads: ids(() => true),
    reported: ids(({ reported_at }) => reported_at !== null),
    refundAsked: ids(({ refund_asked_at }) => refund_asked_at !== null),
    refunded: ids(({ refunded_at }) => refunded_at !== null),
    declined: ids(({ report_declined_at }) => report_declined_at !== null),
    returned,
    dispute,
    ...reports,
    now: now.toISOString(),
  };
}

interface Action {
  event: PurchaseEvent['type'];
  may: boolean;
  unmet: string[];
}

/** What the buyer may request now, and the unmet requirements of everything else, derived from the lifecycle. */
export function actionsOf({ row, facts }: Pick<HeldPurchase, 'row' | 'facts'>): Action[] {
  const asked: PurchaseEvent[] = [
    { type: 'payment.begun', by: 'visitor' },
    { type: 'reservation.released', by: 'visitor' },
  ];
  return asked.flatMap((event): Action[] => {
    const verdict = purchaseLifecycle.judge(row.state, facts, event);
    if (verdict.may) return [{ event: event.type, may: true, unmet: [] }];
    return verdict.because === 'state' ? [] : [{ event: event.type, may: false, unmet: verdict.unmet }];
  });
}

const STANDS: Record<PurchaseState, string> = {
  reserved: 'reserved',
  paying: 'being paid',
  authenticating: 'waiting for your bank',
  failed: 'not paid',
  paid: 'paid',
  revealed: 'paid',
  expired: 'over: its time ran out, or it was let go',
  refunding: 'being refunded',
  refunded: 'refunded',
};

export const purchaseRecord = recordedLifecycle({
  lifecycle: purchaseLifecycle,
  table: 'purchase',
  noun: 'purchase',
  columnsOf: (state: PurchaseState) => ({ state }),
  stateOf: ({ state }) => state,
  async read(tx: Tx, _parts: Pick<ApiParts, 'now'>, row: PurchaseRow, now: Date): Promise<HeldPurchase> {
    const items = await tx
      .selectFrom('purchase_item')
      .selectAll()
      .where('purchase_id', '=', row.id)
      .orderBy('position')
      .execute();
    return { row, items, facts: purchaseFacts(row, items, now, await reportFacts(tx, row, items, now)), now };
  },
  refusalOf(held, _event, { because, unmet }) {
    const { state } = held.row;
    const extras = {
      state,
      allowed: actionsOf(held).flatMap(({ event: type, may }) => (may ? [type] : [])),
      unmet,
    };
    if (because === 'role') return problem(403, 'You can’t do this here.', extras);
    if (because === 'requirements') return problem(409, onlyIf(unmet), extras);
    return problem(409, `The purchase is ${STANDS[state]}. Nothing was changed.`, extras);
  },
});

/** Locks a purchase until the transaction ends. @throws Problem 404 */
export const holdPurchase = (tx: Tx, parts: Pick<ApiParts, 'now'>, id: string): Promise<HeldPurchase> =>
  purchaseRecord.hold(tx, parts, { id });

/**
 * Applies one event to a locked purchase, with its effect on the shares: those of an unpaid purchase are released,
 * those of a paid one are sold. A revealed share stays sold even if it is refunded, because a household is given to a
 * limited number of buyers. Credit reserved for an unpaid purchase is returned with its shares.
 *
 * @throws Problem 403 or 409 if the lifecycle does not allow the event
 */
export async function recordPurchase(
  tx: Tx,
  parts: RecordParts,
  held: HeldPurchase,
  event: PurchaseEvent,
  set: Omit<Updateable<Tables['purchase']>, 'state'> = {},
  by: { id: string | null; name: string | null } = { id: null, name: null },
): Promise<HeldPurchase> {
  const { row } = held;
  const actor = { ...by, role: event.by };
  const { state } = await purchaseRecord.transitionHeld(tx, held, { actor, event, apply: () => ({ set }) });
  if (isOpen(row.state) && !isOpen(state)) {
    await tx
      .updateTable('purchase_item')
      .set(state === 'paid' ? { held_until: null } : { is_held: false })
      .where('purchase_id', '=', row.id)
      .execute();
    if (state !== 'paid') await returnAllCredit(tx, held.now, row);
  }
  // The provider still has to act: cancel the payment, or refund it.
  if (state === 'refunding' || isRefund(event) || (state === 'expired' && row.intent_id))
    await settleSoon(tx, parts, row.id);
  return holdPurchase(tx, parts, row.id);
}

const isRefund = ({ type }: PurchaseEvent): boolean => type === 'lead.refund-granted' || type === 'lead.refund-asked';

/** Makes the worker carry out at the provider what the lifecycle requires for a purchase. */
export async function settleSoon(tx: Tx, { jobs }: Pick<RecordParts, 'jobs'>, purchaseId: string): Promise<void> {
  await jobs.enqueue(tx, 'marketplace.settle', { purchaseId }, { singletonKey: purchaseId });
}
