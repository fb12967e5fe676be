import type { AgentLeadSort } from '#src/generated/graphql/graphql.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { stagesOf } from '#src/machines/agent-lead/agent-lead.lifecycle.ts';
import type { AgentLeadTab } from '#src/machines/agent-lead/agent-lead.types.ts';
import { showDate, showDateRange } from '#src/views/ui/dates.ts';
import { KIND_NAMES, STAGE_NAMES, WORK_NAMES } from '../lead-names.ts';
import type { LeadFilters } from '../list/lead-filters.ts';

export const SORT_NAMES: Partial<Record<AgentLeadSort, string>> = {
  newest: 'Newest first',
  oldest: 'Waiting longest',
  follow_up: 'Follow-up, soonest first',
  follow_up_desc: 'Follow-up, latest first',
  move_date: 'Move date, soonest first',
  move_date_desc: 'Move date, latest first',
  client: 'Client, A to Z',
  client_desc: 'Client, Z to A',
  price: 'Quote, lowest first',
  price_desc: 'Quote, highest first',
  source: 'Source, A to Z',
  source_desc: 'Source, Z to A',
  route: 'From, A to Z',
  route_desc: 'From, Z to A',
  agent: 'Agent, A to Z',
  agent_desc: 'Agent, Z to A',
};

/** Age ranges of a lead, with their values in the URL. */
export const AGES: readonly { label: string; ageMin?: string; ageMax?: string }[] = [
  { label: 'Today', ageMax: '0' },
  { label: 'Last 7 days', ageMax: '6' },
  { label: 'Last 30 days', ageMax: '29' },
  { label: '7 days ago or more', ageMin: '7' },
  { label: '30 days ago or more', ageMin: '30' },
  { label: '90 days ago or more', ageMin: '90' },
];

interface Chip {
  name: string;
  value: string;
  clears: LeadFilters;
}

/** Each filter that is set, in words. `agents` returns the names of the agents whose leads are listed, if known. */
export function chipsOf(filters: LeadFilters, tab: AgentLeadTab | null, agents: (id: string) => string): Chip[] {
  const { stage, work, kind, source, from, to, fromCity, toCity, agent, priceMin, priceMax, ageMin, ageMax } = filters;
  const list = (text: string, nameOf: (one: string) => string = (one) => one) => text.split(',').map(nameOf).join(', ');
  const dollars = (cents: string) => showMoney(Number(cents));
  const age = AGES.find((one) => one.ageMin === ageMin && one.ageMax === ageMax)?.label;
  const chips: ([string, string | false | undefined, LeadFilters] | false)[] = [
    ['Stage', stage && tab !== null && stagesOf(tab).includes(stage) && STAGE_NAMES[stage], { stage: undefined }],
    ['Today', work && WORK_NAMES[work], { work: undefined }],
    ['Kind', kind && list(kind, (one) => KIND_NAMES[one as keyof typeof KIND_NAMES]), { kind: undefined }],
    ['Source', source && list(source), { source: undefined }],
    ['From', from && list(from), { from: undefined }],
    ['From city', fromCity, { fromCity: undefined }],
    ['To', to && list(to), { to: undefined }],
    ['To city', toCity, { toCity: undefined }],
    ['Agent', agent && list(agent, agents), { agent: undefined }],
    ['Move date', dateText(filters), { after: undefined, before: undefined }],
    [
      'Quote',
      rangeText(priceMin && dollars(priceMin), priceMax && dollars(priceMax)),
      { priceMin: undefined, priceMax: undefined },
    ],
    [
      'Came in',
      (ageMin ?? ageMax) && (age ?? `${rangeText(ageMin, ageMax)} days ago`),
      { ageMin: undefined, ageMax: undefined },
    ],
  ];
  return chips.flatMap((chip) => (chip && chip[1] ? { name: chip[0], value: chip[1], clears: chip[2] } : []));
}

function rangeText(least: string | undefined, most: string | undefined): string | undefined {
  if (least && most) return `${least} to ${most}`;
  return least ? `from ${least}` : most && `up to ${most}`;
}

function dateText({ after, before }: LeadFilters): string | undefined {
  if (after && before) return showDateRange(after, before);
  return after ? `from ${showDate(after)}` : before && `until ${showDate(before)}`;
}
