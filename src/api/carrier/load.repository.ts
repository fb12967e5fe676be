import type { Kysely } from 'kysely';
import { dateIn } from '#src/machines/calendar/days.ts';
import { lastDateOf } from '#src/api/agent-lead/last-date.ts';
import { leadWithId, readLeads } from '#src/api/agent-lead/agent-lead.query.ts';
import type { LeadRow } from '#src/api/agent-lead/agent-lead.query.ts';
import { changeLead } from '#src/api/agent-lead/agent-lead.transition.ts';
import { bidsOfCarrier, insertBid, moveBid } from '#src/api/bid/bid.repository.ts';
import type { BidRow, BidTerms } from '#src/api/bid/bid.repository.ts';
import { publish } from '#src/api/live/live.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { notFound, problem } from '#src/api/http/problem.ts';
import { changedSince, changesOf } from '#src/api/http/seen.ts';
import type { Tables } from '#src/api/database/tables.ts';
import type { Tx } from '#src/api/database/write.ts';
import { carrierWithCompliance } from './carrier.repository.ts';
import { complianceOfCarriers, gapsOf } from './compliance.repository.ts';
import { presentLoads, seenByCarrier, tabOf } from './load.present.ts';
import type { LoadRow } from './load.present.ts';
import { versionOfLoad } from './load.version.ts';

/** One load. @throws Problem 404 if it is not on the board, not this carrier's job, and the carrier never bid on it */
export async function loadById(db: Kysely<Tables>, parts: ApiParts, leadId: string, carrierId: string) {
  const today = dateIn(parts.brokerage.zone, parts.now());
  const [lead]: LoadRow[] = await readLeads(db, leadWithId(leadId), {
    today,
    besides: seenByCarrier(parts, carrierId),
  });
  if (!lead || (tabOf(lead, carrierId) === null && !lead.own_bid)) throw notFound('load');
  const { carrier, compliance } = await carrierWithCompliance(db, carrierId);
  const [load] = presentLoads(parts, [lead], carrier, compliance);
  return load!;
}

/** Whether a lead is a job that this carrier has, open or completed. */
export async function isOwnJob(db: Kysely<Tables>, leadId: string, carrierId: string): Promise<boolean> {
  const [lead] = await readLeads(db, leadWithId(leadId));
  const tab = lead ? tabOf(lead, carrierId) : null;
  return tab === 'open' || tab === 'completed';
}

/** A load on the board or a job of this carrier. @throws Problem 404 */
export async function visibleLead(db: Kysely<Tables>, leadId: string, carrierId: string): Promise<LeadRow> {
  const [lead] = await readLeads(db, leadWithId(leadId));
  if (!lead || tabOf(lead, carrierId) === null) throw notFound('load');
  return lead;
}

interface Known {
  leadId: string;
  carrierId: string;
  accountId: string;
  name: string;
}

/**
 * Places a bid, or revises the carrier's active one. `version` is that of the load as the carrier saw it, or null.
 *
 * @throws Problem 409 with the current load, if it differs from what the carrier saw
 */
export async function placeBid(
  tx: Tx,
  parts: ApiParts,
  { version, ...known }: Known & { version: string | null },
  terms: BidTerms,
): Promise<void> {
  let active: BidRow | undefined;
  await changeLead(tx, parts, {
    leadId: known.leadId,
    version: null,
    actor: { id: known.accountId, name: known.name, role: 'carrier' },
    event: async ({ lead, today }) => {
      active = await knownBid(tx, lead, known.carrierId);
      // For a load that has left the board, the lifecycle refuses.
      if (version !== null && tabOf(lead, known.carrierId) === 'available')
        await mustBeLoadAsSeen(tx, parts, known, lead, version);
      const compliance = await complianceOfCarriers(tx, [known.carrierId]);
      const gaps = gapsOf(compliance, known.carrierId, today, lastDateOf(lead, today));
      return {
        type: active ? 'bid.revised' : 'bid.placed',
        by: 'carrier',
        carrier: { id: known.carrierId, gaps },
        isInWindow: isInWindow(lead, terms.start_date),
      };
    },
    apply: async ({ lead, now, today }) => {
      if (terms.start_date < today) {
        const message = 'This start date has passed. Choose today or a later day.';
        throw problem(422, message, { errors: [{ field: 'start_date', message }] });
      }
      const load_version = versionOfLoad(lead);
      const bid = active
        ? await moveBid(tx, active, { type: 'bid.revised', by: 'carrier' }, now, {
            ...terms,
            load_version,
            note: terms.note ?? null,
            seen_at: null,
            counter_amount: null,
            counter_note: null,
            counter_at: null,
          })
        : await insertBid(tx, known.leadId, known.carrierId, { ...terms, load_version }, now);
      return {
        payload: { bidId: bid.id, carrierId: known.carrierId, amount: terms.amount, startDate: terms.start_date },
      };
    },
  });
  await tellOwnScreens(tx, known);
}

async function mustBeLoadAsSeen(
  tx: Tx,
  parts: ApiParts,
  { leadId, carrierId }: Known,
  lead: LeadRow,
  seen: string,
): Promise<void> {
  const changed = changesOf({ version: seen }, { version: versionOfLoad(lead) });
  if (changed.length > 0)
    throw changedSince(changed, 'The broker has changed this load since you saw it.', {
      current: await loadById(tx, parts, leadId, carrierId),
    });
}

/**
 * The carrier's active bid, if it has one. A carrier that has bid on a load may learn that it is gone; for any other
 * carrier it does not exist.
 *
 * @throws Problem 404
 */
async function knownBid(tx: Tx, lead: LeadRow, carrierId: string): Promise<BidRow | undefined> {
  const bids = await bidsOfCarrier(tx, lead.id, carrierId);
  if (bids.length === 0 && tabOf(lead, carrierId) === null) throw notFound('load');
  return bids.find(({ state }) => state === 'active');
}

const isInWindow = (lead: LeadRow, date: string): boolean =>
  lead.move_date !== null && date >= lead.move_date && date <= (lead.move_date_last ?? lead.move_date);

/** @throws Problem 409 if this carrier has no active bid */
export async function withdrawBid(tx: Tx, parts: ApiParts, known: Known): Promise<void> {
  let active: BidRow | undefined;
  await changeLead(tx, parts, {
    leadId: known.leadId,
    version: null,
    actor: { id: known.accountId, name: known.name, role: 'carrier' },
    event: async ({ lead }) => {
      active = await knownBid(tx, lead, known.carrierId);
      return { type: 'bid.withdrawn', by: 'carrier' };
    },
    apply: async ({ now }) => {
      if (!active) throw problem(409, 'You have no active bid on this load.');
      await moveBid(tx, active, { type: 'bid.withdrawn', by: 'carrier' }, now);
      return { payload: { bidId: active.id, carrierId: known.carrierId } };
    },
  });
  await tellOwnScreens(tx, known);
}

/** Only the carrier's own other screens show its bid. */
const tellOwnScreens = (tx: Tx, { leadId, carrierId }: Known) =>
  publish(tx, { noun: 'load', id: leadId, audience: `carrier:${carrierId}` });
