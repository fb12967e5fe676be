import { changeEstimate, estimateById, insertEstimate } from '#src/api/estimate/estimate.repository.ts';
import type { Priced } from '#src/api/estimate/estimate.repository.ts';
import { pricingOf } from '#src/api/estimate/estimate.pricing.ts';
import type { EstimateInput } from '#src/api/estimate/estimate.schemas.ts';
import { asCharged } from '#src/machines/estimate/line-amount.ts';
import type { ApiParts } from '#src/api/parts.ts';
import type { Tx } from '#src/api/database/write.ts';
import type { LeadRow } from './agent-lead.query.ts';
import { moveOf } from './agent-lead.price.ts';
import { moveLead } from './agent-lead.transition.ts';
import type { Actor } from './agent-lead.transition.ts';

type Agent = Actor & { id: string };

const charged = <Given extends EstimateInput>(given: Given): Given => ({
  ...given,
  lines: given.lines.map(asCharged),
});

/** A new estimate of a lead; it replaces the previous one. @throws as `moveLead` */
export async function addEstimate(
  tx: Tx,
  parts: ApiParts,
  leadId: string,
  written: EstimateInput,
  actor: Agent,
): Promise<LeadRow> {
  const given = charged(written);
  return edited(tx, parts, leadId, given, actor, (clock, priced) =>
    insertEstimate(tx, leadId, given, actor.id, clock, priced),
  );
}

/**
 * Changes an estimate, or creates the next version of one that was sent. @throws Problem 404, 409 stale; as `moveLead`
 */
export async function editEstimate(
  tx: Tx,
  parts: ApiParts,
  estimateId: string,
  { version, ...written }: EstimateInput & { version?: number },
  actor: Agent,
): Promise<LeadRow> {
  const { lead_id: leadId } = await estimateById(tx, estimateId);
  const given = charged(written);
  return edited(tx, parts, leadId, given, actor, (clock, priced) =>
    changeEstimate(tx, estimateId, version, given, actor.id, clock, priced),
  );
}

async function edited(
  tx: Tx,
  parts: ApiParts,
  leadId: string,
  given: EstimateInput,
  actor: Agent,
  change: (clock: { now: Date; today: string }, priced: Priced) => Promise<{ number: number; total: number }>,
): Promise<LeadRow> {
  const { lead } = await moveLead(tx, parts, {
    leadId,
    // A new price does not conflict with other edits; an estimate has its own version.
    version: null,
    actor,
    event: () => ({ type: 'lead.edited', by: actor.role, changesAgreed: true }),
    apply: async (locked) => {
      const priced = await pricingOf(tx, moveOf(locked.lead), given);
      const estimate = await change(locked, priced);
      const { overrides = [] } = priced.pricing ?? {};
      return {
        payload: {
          estimate: estimate.number,
          total: estimate.total,
          ...(overrides.length > 0 ? { overrides } : {}),
        },
      };
    },
  });
  return lead;
}
