import { STATE_LEAD_MODEL_VERSION, stateLeadLifecycle } from '#src/machines/state-lead/state-lead.lifecycle.ts';
import { dateIn } from '#src/machines/calendar/days.ts';
import type { StateLeadEvent, StateLeadFacts } from '#src/machines/state-lead/state-lead.lifecycle.ts';
import type { Actor } from '#src/api/state-lead/state-lead.work.ts';
import type { Chance } from './chance.ts';
import type { RowOf } from '#src/api/database/tables.ts';

export type Lead = RowOf<'state_lead'>;
type Quote = RowOf<'state_quote'>;

/** One household's request as one business has it, in memory, as its rows will be. */
export interface StateLeadStory {
  lead: Lead;
  work: RowOf<'state_lead_work'>;
  history: RowOf<'history'>[];
  notes: RowOf<'state_lead_note'>[];
  quotes: Quote[];
}

export interface StateLeadWorld {
  chance: Chance;
  /** Of the brokerage, by whose days the lifecycle counts. */
  zone: string;
  now: Date;
}

export function beginStateLead(id: string, lead: Lead, businessId: string): StateLeadStory {
  const work = {
    id,
    business_id: businessId,
    lead_id: lead.id,
    state: 'fresh',
    is_archived: false,
    received_at: lead.received_at,
    offered_at: lead.received_at,
    contacted_at: null,
    quote_id: null,
    version: 1,
    model_version: STATE_LEAD_MODEL_VERSION,
    history_length: 1,
  } as const;
  const offered = {
    lifecycle: stateLeadLifecycle.id,
    record_id: id,
    sequence: 1,
    event: stateLeadLifecycle.creation!,
    payload: {},
    judged: { type: stateLeadLifecycle.creation },
    facts: {},
    actor_id: null,
    actor_name: null,
    actor_role: 'system',
    at: work.offered_at,
    from_state: null,
    to_state: stateLeadLifecycle.nameOf(stateLeadLifecycle.start!),
    model_version: STATE_LEAD_MODEL_VERSION,
  };
  return { lead, work, history: [offered], notes: [], quotes: [] };
}

const openQuote = ({ work, quotes }: StateLeadStory): Quote | undefined =>
  quotes.find(({ id, answer }) => id === work.quote_id && answer === null);

/** The facts of that moment, as the API reads them from the rows. */
function factsAt(world: StateLeadWorld, story: StateLeadStory, at: Date): StateLeadFacts {
  return {
    hasSubscription: true,
    clientEmail: story.lead.client_email,
    quoteValidUntil: openQuote(story)?.valid_until ?? null,
    today: dateIn(world.zone, at),
  };
}

/**
 * Moves the record by its lifecycle and writes the history, the way the API does.
 * @throws Error where the lifecycle does not agree: then the plot of the demo is wrong
 */
function tell(
  world: StateLeadWorld,
  story: StateLeadStory,
  at: Date,
  actor: Actor,
  event: StateLeadEvent,
  payload: Record<string, unknown> = {},
): void {
  const { lead, work } = story;
  const facts = factsAt(world, story, at);
  const state = { state: work.state, isArchived: work.is_archived };
  const verdict = stateLeadLifecycle.judge(state, facts, event);
  if (!verdict.may)
    throw new Error(
      `${lead.reference} in ${work.state} does not take ${event.type}: ${verdict.because} ${verdict.unmet.join('; ')}`,
    );
  const { next } = verdict;
  story.history.push({
    lifecycle: stateLeadLifecycle.id,
    record_id: work.id,
    sequence: work.history_length + 1,
    event: event.type,
    payload,
    judged: event,
    facts,
    actor_id: actor.id,
    actor_name: actor.name,
    actor_role: actor.role,
    at: at.toISOString(),
    from_state: stateLeadLifecycle.nameOf(state),
    to_state: stateLeadLifecycle.nameOf(next),
    model_version: STATE_LEAD_MODEL_VERSION,
  });
  Object.assign(work, {
    state: next.state,
    is_archived: next.isArchived,
    version: work.version + 1,
    history_length: work.history_length + 1,
  });
}

export function makeContact(world: StateLeadWorld, story: StateLeadStory, at: Date, actor: Actor): void {
  tell(world, story, at, actor, { type: 'contact.made', by: actor.role });
  story.work.contacted_at = at.toISOString();
}

export function writeNote(
  world: StateLeadWorld,
  story: StateLeadStory,
  at: Date,
  actor: Actor & { id: string },
  text: string,
): void {
  tell(world, story, at, actor, { type: 'note.written', by: actor.role });
  story.notes.push({
    id: world.chance.id(at),
    business_id: story.work.business_id,
    lead_id: story.lead.id,
    author_id: actor.id,
    text,
    earlier: [],
    created_at: at.toISOString(),
    edited_at: null,
  });
}

export function sendQuote(
  world: StateLeadWorld,
  story: StateLeadStory,
  at: Date,
  actor: Actor & { id: string },
  given: { amount: number; message: string | null; validUntil: string },
): void {
  const { amount, message, validUntil } = given;
  const earlier = openQuote(story);
  tell(world, story, at, actor, { type: 'quote.sent', by: actor.role, amount, validUntil }, { amount, validUntil });
  if (earlier) earlier.answer = 'replaced';
  const id = world.chance.id(at);
  story.quotes.push({
    id,
    business_id: story.work.business_id,
    lead_id: story.lead.id,
    amount,
    message,
    valid_until: validUntil,
    sent_by: actor.id,
    sent_at: at.toISOString(),
    answer: null,
    answer_reason: null,
    answered_at: null,
  });
  story.work.quote_id = id;
  story.work.contacted_at ??= at.toISOString();
}

export function answerQuote(
  world: StateLeadWorld,
  story: StateLeadStory,
  at: Date,
  answer: 'accepted' | 'declined',
  reason: string | null,
): void {
  const quote = openQuote(story)!;
  const client: Actor = { id: null, name: story.lead.client_name, role: 'client' };
  tell(
    world,
    story,
    at,
    client,
    { type: answer === 'accepted' ? 'quote.accepted' : 'quote.declined', by: 'client' },
    { amount: quote.amount, ...(reason ? { reason } : {}) },
  );
  Object.assign(quote, { answer, answer_reason: reason, answered_at: at.toISOString() });
}

export function shelve(
  world: StateLeadWorld,
  story: StateLeadStory,
  at: Date,
  actor: Actor,
  isArchived: boolean,
): void {
  tell(world, story, at, actor, { type: isArchived ? 'lead.archived' : 'lead.restored', by: actor.role });
}
