import { EstimateOfNewLeadDocument, PriceOfNewLeadDocument } from '#src/generated/graphql/graphql.ts';
import type { AgentLeadFacts } from '#src/machines/agent-lead/agent-lead.types.ts';
import { agentLeadLifecycle } from '#src/machines/agent-lead/agent-lead.lifecycle.ts';
import { addDays } from '#src/machines/calendar/days.ts';
import { VALID_DAYS } from '#src/machines/estimate/units.ts';
import { lifecycleOf, type LeadRow } from '../lead-lifecycle.ts';
import { whyOff } from '../lead-names.ts';
import type { Write } from '../moves/use-move.ts';

/** A lead with the estimate from the tariff; null if the tariff could not price it, and why. */
export interface Quoted {
  lead: LeadRow;
  estimateId: string | null;
  because: string | null;
}

/** The facts of a lead as they will be once it has this price and its quote. */
export const asPriced = (facts: AgentLeadFacts) =>
  [
    { ...facts, estimateTotal: 1 },
    { type: 'quote.sent', by: 'agent', total: 1, validUntil: addDays(facts.today, VALID_DAYS) },
  ] as const;

/**
 * Prices a lead by the tariff and saves the estimate. Repeated with the same key, it is the same estimate. The
 * lifecycle decides beforehand whether a quote could be sent.
 */
export async function priceLead(by: Pick<Write<object>, 'client' | 'key'>, lead: LeadRow): Promise<Quoted> {
  const none = (because: string): Quoted => ({ lead, estimateId: null, because });
  const { place, facts } = lifecycleOf(lead);
  const asked = asPriced(facts);
  const verdict = agentLeadLifecycle.judge(place, ...asked);
  if (!verdict.may) return none(`No quote yet. ${whyOff(verdict.unmet)}.`);
  const { data } = await by.client.query({
    query: PriceOfNewLeadDocument,
    variables: { leadId: lead.id },
    fetchPolicy: 'network-only',
  });
  const price = data!.leadPrice;
  if (price.tariffVersion === null || price.missing.length > 0) return none(`No quote yet. ${price.missing.join(' ')}`);
  const { tariffVersion, shuttles, total } = price;
  const input = {
    kind: 'binding' as const,
    lines: price.lines.map(({ code, description, unit, quantity, rate }) => ({
      code,
      description,
      unit,
      quantity,
      rate,
    })),
    brokerFee: price.brokerFee,
    deposit: price.deposit,
    validUntil: asked[1].validUntil,
    note: null,
    pricing: { tariffVersion, shuttles, total, reasons: [] },
  };
  const made = await by.client.mutate({
    mutation: EstimateOfNewLeadDocument,
    variables: { leadId: lead.id, input },
    context: { headers: { 'idempotency-key': `${by.key}-estimate` } },
  });
  const { estimates, ...after } = made.data!.createEstimate;
  return { lead: after, estimateId: estimates[0]!.id, because: null };
}
