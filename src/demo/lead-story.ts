import type { Selectable } from 'kysely';
import type { AgentLeadEvent } from '#src/machines/agent-lead/agent-lead.events.ts';
import type { AgentLeadFacts } from '#src/machines/agent-lead/agent-lead.facts.ts';
import { AGENT_LEAD_MODEL_VERSION, agentLeadLifecycle } from '#src/machines/agent-lead/agent-lead.lifecycle.ts';
import { awardedFromBoardAfter } from '#src/machines/agent-lead/agent-lead.moves.ts';
import { START } from '#src/machines/agent-lead/agent-lead.place.ts';
import { complianceAtAward } from '#src/api/carrier/compliance.repository.ts';
import type { ComplianceAtAward } from '#src/api/carrier/compliance.repository.ts';
import { lastDateOf } from '#src/api/agent-lead/last-date.ts';
import type { Actor } from '#src/api/agent-lead/agent-lead.transition.ts';
import type { Brokerage } from '#src/api/configuration/configuration-brokerage.ts';
import type {
  AgentLeadTable,
  AttachmentTable,
  BidTable,
  ContractTable,
  EstimateTable,
} from '#src/api/database/tables/agent-lead.ts';
import type { HistoryTable } from '#src/api/database/tables/history.ts';
import type { AgreementTable, InvoiceTable } from '#src/api/database/tables/agreement.ts';
import type { LinkTable } from '#src/api/database/tables/platform.ts';
import { dateIn } from '#src/machines/calendar/days.ts';
import type { Chance } from './chance.ts';
import type { DemoCarrier } from './demo-carriers.ts';

export interface World {
  chance: Chance;
  brokerage: Brokerage;
  now: Date;
  carriers: Map<string, DemoCarrier>;
}

/** One lead with everything that hangs on it, in memory, as its rows will be. */
export interface Story {
  lead: Selectable<AgentLeadTable>;
  contract: Selectable<ContractTable>;
  history: Selectable<HistoryTable>[];
  estimates: Selectable<EstimateTable>[];
  bids: Selectable<BidTable>[];
  agreements: Selectable<AgreementTable>[];
  links: Selectable<LinkTable>[];
  attachments: Selectable<AttachmentTable>[];
  invoice: Selectable<InvoiceTable> | null;
  agent: Actor;
}

export type LeadSet = Partial<Omit<Selectable<AgentLeadTable>, 'id' | 'state' | 'stage' | 'is_archived' | 'version'>>;

/** These do not make an open form stale, as in `agent-lead.transition.ts`. */
const KEEPS_VERSION = new Set<string>(['bid.placed', 'bid.revised', 'bid.withdrawn']);

/** A new lead with its first entry. `fields` are the columns that a form fills. */
export function beginStory(
  world: World,
  at: Date,
  agent: Actor,
  fields: Omit<Selectable<AgentLeadTable>, keyof ReturnType<typeof startColumns>>,
): Story {
  const { chance } = world;
  const id = chance.id(at);
  const lead: Story['lead'] = { ...fields, ...startColumns(id, at) };
  const story: Story = {
    lead,
    contract: emptyContract(chance.id(at), id),
    history: [],
    estimates: [],
    bids: [],
    agreements: [],
    links: [],
    attachments: [],
    invoice: null,
    agent,
  };
  story.history.push({
    ...entryBase(story, at, agent),
    event: 'lead.created',
    payload: { source: lead.source },
    judged: { type: 'lead.created' },
    facts: {},
    from_state: null,
    to_state: agentLeadLifecycle.nameOf(START),
  });
  return story;
}

function startColumns(id: string, at: Date) {
  const instant = at.toISOString();
  return {
    id,
    version: 1,
    history_length: 1,
    model_version: AGENT_LEAD_MODEL_VERSION,
    state: START.state as Story['lead']['state'],
    stage: START.stage,
    is_archived: START.isArchived,
    archive_reason: null as string | null,
    entered_state_at: instant,
    created_at: instant,
    updated_at: instant,
    follow_up_date: null as string | null,
    follow_up_reason: null as string | null,
    quoted_estimate_id: null as string | null,
    quote_sent_at: null as string | null,
  };
}

function emptyContract(id: string, leadId: string): Story['contract'] {
  return {
    id,
    lead_id: leadId,
    follow_up_date: null,
    agreement_id: null,
    signed_at: null,
    signed_by: null,
    signed_file_id: null,
    awarded_carrier_id: null,
    awarded_from_board: false,
    awarded_bid_id: null,
    award_kind: null,
    award_amount: null,
    award_reason: null,
    award_start_date: null,
    compliance_at_award: null,
    awarded_at: null,
    job_agreement_id: null,
    carrier_signed_at: null,
    owed_to_carrier_payed: false,
    owed_to_broker_payed: false,
    completion_file_id: null,
    closed_at: null,
    invoice_id: null,
  };
}

const entryBase = (story: Story, at: Date, actor: Actor) => ({
  lifecycle: agentLeadLifecycle.id,
  record_id: story.lead.id,
  sequence: story.lead.history_length,
  actor_id: actor.id,
  actor_name: actor.name,
  actor_role: actor.role,
  at: at.toISOString(),
  model_version: AGENT_LEAD_MODEL_VERSION,
});

/** What the carrier lacks on that day for this lead. */
export function gapsAt(world: World, story: Story, carrierId: string, at: Date): string[] {
  return complianceAt(world, story, carrierId, at).standings.flatMap(({ gap }) => gap ?? []);
}

/** Where it stands on that day for this lead, as it is kept with an award. */
export function complianceAt(world: World, story: Story, carrierId: string, at: Date): ComplianceAtAward {
  const { row, policies } = world.carriers.get(carrierId)!;
  const today = dateIn(world.brokerage.zone, at);
  const hasAgreement = row.agreement_signed_at !== null && row.agreement_signed_at <= at.toISOString();
  return complianceAtAward({ hasAgreement, authority: row.authority, policies }, today, lastDateOf(story.lead, today));
}

/** The facts of that moment, as the API reads them from the rows. */
export function factsAt(world: World, story: Story, at: Date): AgentLeadFacts {
  const { lead, contract } = story;
  const active = story.bids.filter((bid) => bid.state === 'active');
  const quoted = story.estimates.find((estimate) => estimate.id === lead.quoted_estimate_id);
  const isOnBoard = lead.state === 'award-carrier';
  return {
    today: dateIn(world.brokerage.zone, at),
    clientEmail: lead.client_email,
    estimateTotal: story.estimates.at(-1)?.total ?? null,
    quote: quoted ? { total: quoted.total, validUntil: quoted.valid_until } : null,
    hasOrigin: lead.origin_zip !== null,
    hasDestination: lead.destination_zip !== null,
    moveDate: lead.move_date_last,
    activeBids: active.length,
    awardableBids: isOnBoard ? active.filter((bid) => gapsAt(world, story, bid.carrier_id, at).length === 0).length : 0,
    awardedCarrierId: contract.awarded_carrier_id,
    awardedFromBoard: contract.awarded_from_board,
  };
}

/**
 * Moves the lead by its lifecycle and writes the history, the way the API does. `apply` runs once the lifecycle has agreed.
 * @throws Error where the lifecycle does not: then the plot of the demo is wrong
 */
export function tell(
  world: World,
  story: Story,
  at: Date,
  actor: Actor,
  event: AgentLeadEvent,
  apply: () => { set?: LeadSet; payload?: Record<string, unknown> } | void = () => {},
): void {
  const { lead } = story;
  const facts = factsAt(world, story, at);
  const place = { state: lead.state, stage: lead.stage, isArchived: lead.is_archived };
  const verdict = agentLeadLifecycle.judge(place, facts, event);
  if (!verdict.may)
    throw new Error(
      `${lead.reference} in ${lead.state} does not take ${event.type}: ${verdict.because} ${verdict.unmet.join('; ')}`,
    );
  const { next } = verdict;
  const { set = {}, payload = {} } = apply() ?? {};
  const isFromBoard = awardedFromBoardAfter(place, facts, event);
  if (isFromBoard !== facts.awardedFromBoard) story.contract.awarded_from_board = isFromBoard;
  const moved = next.state !== place.state || next.stage !== place.stage;
  if (place.state === 'follow-up' && next.state !== 'follow-up')
    Object.assign(lead, { follow_up_date: null, follow_up_reason: null });
  Object.assign(lead, set, {
    state: next.state,
    stage: next.stage,
    is_archived: next.isArchived,
    history_length: lead.history_length + 1,
    updated_at: at.toISOString(),
    ...(moved ? { entered_state_at: at.toISOString() } : {}),
    ...(KEEPS_VERSION.has(event.type) ? {} : { version: lead.version + 1 }),
  });
  story.history.push({
    ...entryBase(story, at, actor),
    event: event.type,
    payload,
    judged: event,
    facts,
    from_state: agentLeadLifecycle.nameOf(place),
    to_state: agentLeadLifecycle.nameOf(next),
  });
}
