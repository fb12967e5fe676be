import {
  answerStateQuote,
  markContacted,
  sendStateQuote,
  shelve,
  writeNote,
} from '#src/api/state-lead/state-lead.moves.ts';
import { markLost, markWon } from '#src/api/state-lead/state-lead.outcome.ts';
import { assign, planFollowUp } from '#src/api/state-lead/state-lead.planning.ts';
import type { LostReason } from '#src/machines/state-lead/state-lead.lifecycle.ts';
import { takeLead } from '#src/api/state-lead/state-lead.intake.ts';
import type { IntakeLead } from '#src/api/state-lead/state-lead.schemas.ts';
import type { Actor, StateLeadRow } from '#src/api/state-lead/state-lead.work.ts';
import type { Tx } from '#src/api/database/write.ts';
import type { Chance } from './chance.ts';
import type { Past } from './past.ts';

export interface StateLeadWorld {
  tx: Tx;
  past: Past;
  chance: Chance;
  businessId: string;
}

export type Member = Actor & { id: string };

const known = ({ businessId }: StateLeadWorld, { id: leadId }: StateLeadRow, actor: Member) => ({
  businessId,
  leadId,
  version: null,
  actor,
});

/** A household asks; whoever works where it lives gets it. */
export async function receive(
  { tx, past }: Pick<StateLeadWorld, 'tx' | 'past'>,
  given: IntakeLead,
): Promise<StateLeadRow> {
  const { id } = await takeLead(tx, past.parts, 'import', given);
  return await tx.selectFrom('state_lead').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

export async function contact(world: StateLeadWorld, lead: StateLeadRow, by: Member): Promise<void> {
  await markContacted(world.tx, world.past.parts, known(world, lead, by));
}

export async function note(world: StateLeadWorld, lead: StateLeadRow, by: Member, text: string): Promise<void> {
  await writeNote(world.tx, world.past.parts, known(world, lead, by), text);
}

export async function quote(
  world: StateLeadWorld,
  lead: StateLeadRow,
  by: Member,
  given: { amount: number; message: string | null; valid_until: string },
): Promise<void> {
  const mayMail = async () => {};
  await sendStateQuote(world.tx, world.past.parts, { ...known(world, lead, by), mayMail }, given);
}

/** The client answers the newest quote. */
export async function answer(
  { tx, past, businessId }: StateLeadWorld,
  lead: StateLeadRow,
  given: 'accepted' | 'declined',
  reason: string | null,
): Promise<void> {
  const { id, amount } = await tx
    .selectFrom('state_quote')
    .select(['id', 'amount'])
    .where('business_id', '=', businessId)
    .where('lead_id', '=', lead.id)
    .where('answer', 'is', null)
    .executeTakeFirstOrThrow();
  await answerStateQuote(tx, past.parts, id, { answer: given, reason, amount });
}

export async function setAside(
  world: StateLeadWorld,
  lead: StateLeadRow,
  by: Member,
  isArchived: boolean,
): Promise<void> {
  await shelve(world.tx, world.past.parts, known(world, lead, by), isArchived);
}

/** Won at the price of the newest quote. */
export async function win(world: StateLeadWorld, lead: StateLeadRow, by: Member): Promise<void> {
  const { tx, past, businessId } = world;
  const { amount } = await tx
    .selectFrom('state_quote')
    .select('amount')
    .where('business_id', '=', businessId)
    .where('lead_id', '=', lead.id)
    .orderBy('sent_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  await markWon(tx, past.parts, known(world, lead, by), amount);
}

export async function lose(world: StateLeadWorld, lead: StateLeadRow, by: Member, reason: LostReason): Promise<void> {
  await markLost(world.tx, world.past.parts, known(world, lead, by), { reason, note: null });
}

export async function assignTo(world: StateLeadWorld, lead: StateLeadRow, by: Member, to: Member): Promise<void> {
  await assign(world.tx, world.past.parts, known(world, lead, by), to.id);
}

export async function followUp(world: StateLeadWorld, lead: StateLeadRow, by: Member, date: string): Promise<void> {
  await planFollowUp(world.tx, world.past.parts, known(world, lead, by), date);
}
