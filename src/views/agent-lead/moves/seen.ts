import { showMoney } from '#src/machines/amount/amounts.ts';
import { showDate } from '#src/views/ui/dates.ts';
import { type LeadRow, stageOf, tabOf } from '../lead-lifecycle.ts';
import { AGREEMENT_NAMES, placeName } from '../lead-names.ts';
import { moveDates, routeText } from '../list/lead-cells.tsx';

const NOTHING = '—';
const money = (cents: number | null | undefined) =>
  cents === null || cents === undefined ? NOTHING : showMoney(cents);
const date = (day: string | null | undefined) => (day ? showDate(day) : NOTHING);

/** What of a lead bears on a move, in words. */
const facts: Record<string, (lead: LeadRow) => string> = {
  State: (lead) =>
    placeName({ state: tabOf(lead.state), stage: lead.stage && stageOf(lead.stage), isArchived: lead.isArchived }),
  Client: ({ client }) => [client.name, client.email, client.phone].filter(Boolean).join(', '),
  Route: routeText,
  'Move date': (lead) => moveDates(lead) ?? NOTHING,
  Agent: (lead) => lead.assignedAgent?.name ?? 'Nobody',
  'Follow up': ({ followUp }) => (followUp ? `${date(followUp.date)}: ${followUp.reason}` : NOTHING),
  Quote: ({ quote }) => (quote ? `${money(quote.total)}, valid until ${date(quote.validUntil)}` : NOTHING),
  Agreement: ({ contract }) => (contract.agreementState ? AGREEMENT_NAMES[contract.agreementState] : NOTHING),
  Bids: (lead) => `${lead.bidCount}, lowest ${money(lead.lowestBid)}`,
  Award: ({ contract }) =>
    contract.awardedCarrier ? `${contract.awardedCarrier.legalName}, ${money(contract.awardAmount)}` : NOTHING,
  Invoice: ({ invoice }) =>
    invoice ? `no. ${invoice.number}, due ${date(invoice.dueOn)}${invoice.paidOn ? ', paid' : ''}` : NOTHING,
};

/** The lead as a refusal carries it is spelled the way REST spells it. */
function camelized(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelized);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      camelized(inner),
    ]),
  );
}

/** The lead as it is now, as a refusal carries it; null where it carries none. */
export const currentOf = (current: unknown): LeadRow | null => (current ? (camelized(current) as LeadRow) : null);

/** Field by field, what is not any more as the person saw it. */
export function changesBetween(seen: LeadRow, current: unknown): { what: string; before: string; now: string }[] {
  const lead = currentOf(current);
  if (!lead) return [];
  return Object.entries(facts).flatMap(([what, tell]) => {
    const [before, now] = [tell(seen), tell(lead)];
    return before === now ? [] : [{ what, before, now }];
  });
}
