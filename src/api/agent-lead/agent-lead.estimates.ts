import { changeEstimate, estimateById, insertEstimate } from '#src/api/estimate/estimate.repository.ts';
import type { EstimateInput } from '#src/api/estimate/estimate.schemas.ts';
import type { ApiParts } from '#src/api/parts.ts';
import type { Tx } from '#src/api/database/write.ts';
import type { LeadRow } from './agent-lead.query.ts';
import { moveLead } from './agent-lead.transition.ts';
import type { Actor } from './agent-lead.transition.ts';

type Agent = Actor & { id: string };

/** A new estimate of a lead; it supersedes the one before it. @throws as `moveLead` */
export async function addEstimate(
  tx: Tx,
  parts: ApiParts,
  leadId: string,
  given: EstimateInput,
  actor: Agent,
): Promise<LeadRow> {
  return edited(tx, parts, leadId, actor, (clock) => insertEstimate(tx, leadId, given, actor.id, clock));
}

/** Changes an estimate, or makes the next version of one that was sent. @throws Problem 404, 409 stale; as `moveLead` */
export async function editEstimate(
  tx: Tx,
  parts: ApiParts,
  estimateId: string,
  { version, ...given }: EstimateInput & { version?: number },
  actor: Agent,
): Promise<LeadRow> {
  const { lead_id: leadId } = await estimateById(tx, estimateId);
  return edited(tx, parts, leadId, actor, (clock) => changeEstimate(tx, estimateId, version, given, actor.id, clock));
}

async function edited(
  tx: Tx,
  parts: ApiParts,
  leadId: string,
  actor: Agent,
  change: (clock: { now: Date; today: string }) => Promise<{ number: number; total: number }>,
): Promise<LeadRow> {
  const { lead } = await moveLead(tx, parts, {
    leadId,
    // A new price contradicts no other edit; an estimate has a version of its own.
    version: null,
    actor,
    event: () => ({ type: 'lead.edited', by: actor.role, changesAgreed: true }),
    apply: async (clock) => {
      const estimate = await change(clock);
      return { payload: { estimate: estimate.number, total: estimate.total } };
    },
  });
  return lead;
}
