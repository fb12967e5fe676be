import type { AgentLeadEventType } from '#src/machines/agent-lead/agent-lead.types.ts';
import type { agentLeadLifecycle } from '#src/machines/agent-lead/agent-lead.lifecycle.ts';
import { call } from '#tests/platform/application.ts';
import type { Account } from '#tests/platform/application.ts';
import { newId } from '#src/api/database/ids.ts';
import { acceptEarly, awardOf, estimateToken, gestures, newStage, reload, standingBid } from '../api-gestures.ts';
import type { Stage as Lead } from '../api-gestures.ts';
import { agentLead, mayLoseAward } from '../models/agent-lead.model.ts';
import type { Requirement } from '../models/path-model.ts';
import { NotHere } from '../run/world.ts';
import type { World } from '../run/world.ts';
import type { CaseStep } from '../tool/cases.ts';
import { apiDriver } from './api-driver.ts';
import type { Call, Undo } from './api-driver.ts';

export interface LeadStage extends Lead {
  world: World;
}

export async function beginLead(world: World): Promise<LeadStage> {
  const who = {
    agent: await world.account('agent'),
    agent2: await world.account('agent2'),
    carrier: await world.account('carrier'),
    carrier2: await world.account('carrier2'),
  };
  return { world, ...(await newStage({ url: world.url }, who)) };
}

const gesture = ({ event }: CaseStep): Call<LeadStage> => gestures[event.split(' ')[0] as AgentLeadEventType];
/** What the client of a link does: whoever has the link is the client. */
export const BY_LINK = [
  'contract.signed',
  'contract.declined',
  'quote.opened',
  'quote.asked',
  'quote.declined',
  'quote.accepted',
];
/** Sends the same call with other values. */
const sending =
  (instead: Record<string, string | number | null>) =>
  async (_: LeadStage, step: CaseStep): Promise<Call<LeadStage>> =>
  (stage) =>
    gesture(step)({ ...stage, instead }, step);

const BLANK: Record<string, string> = { 'lead.archived': 'archive_reason' };

/** Removes what no screen and no call can remove. */
const changing =
  (set: Partial<Record<string, string | null>>, what = 'take away what a record has') =>
  async ({ world, lead }: LeadStage): Promise<Undo> => {
    const { kysely } = world.own(what).database;
    const row = await kysely
      .selectFrom('agent_lead')
      .select(Object.keys(set) as 'origin_zip'[])
      .where('id', '=', lead.id)
      .executeTakeFirstOrThrow();
    const put = (values: object) => kysely.updateTable('agent_lead').set(values).where('id', '=', lead.id).execute();
    await put(set);
    return { undo: () => put(row) };
  };

/** Changes all estimates of the lead. */
const changingEstimates = async (
  { world, lead }: LeadStage,
  set: { valid_until?: string; total?: number; deposit?: number },
  what: string,
): Promise<Undo> => {
  const { kysely } = world.own(what).database;
  const rows = await kysely
    .selectFrom('estimate')
    .select(['id', 'valid_until', 'total', 'deposit'])
    .where('lead_id', '=', lead.id)
    .execute();
  await kysely.updateTable('estimate').set(set).where('lead_id', '=', lead.id).execute();
  return {
    undo: () =>
      Promise.all(rows.map(({ id, ...row }) => kysely.updateTable('estimate').set(row).where('id', '=', id).execute())),
  };
};
const inThePast = '2020-01-01';

/** Compliance belongs to the carrier, which has other loads: it is restored after the attempt. */
const withoutAuthority = async (stage: LeadStage, step: CaseStep): Promise<Call<LeadStage>> => {
  const whose = step.event === 'bid.placed' ? stage.carrier2 : stage.carrier;
  const authority = (value: string) =>
    call(stage.application, 'PATCH', `agent/carriers/${whose.carrierId}`, {
      token: stage.agent.token,
      body: { authority: value },
    });
  if (step.event === 'carrier.awarded' || step.event === 'bid.revised') await standingBid(stage);
  await reload(stage);
  return async (tried) => {
    await authority('revoked');
    try {
      return await gesture(step)(tried, step);
    } finally {
      await authority('active');
    }
  };
};

interface Papers {
  agreements: { url: string | null }[];
  invoice: { url: string | null } | null;
  contract: { broker_shipper_agreement: { url: string | null } | null };
  links: { purpose: string }[];
}

const strangers: Partial<Record<string, (world: World) => Promise<Account>>> = {
  agent: (world) => world.account('agent2'),
  carrier: (world) => world.account('carrier2'),
  mover: (world) => world.account('mover'),
  assistant: (world) => world.account('assistant'),
};

/** What the product does by itself has no call: if it is refused, nobody can try it. */
const byLedger = Object.fromEntries(
  (['payment.completed', 'payment.reopened'] as const).map((event) => [
    event,
    (stage: LeadStage, step: CaseStep) => {
      if (!step.verdict.may) throw new NotHere('Only the ledger does it.');
      return gestures[event](stage);
    },
  ]),
);

/** The events are forms and clicks of three portals; each is one call here. */
export const driver = apiDriver<LeadStage, AgentLeadEventType, Requirement<typeof agentLeadLifecycle>>({
  model: agentLead,
  environment: {},
  begin: beginLead,
  gestures: { ...gestures, ...byLedger },
  more: {
    'quote.accepted early': (stage, step) =>
      step.verdict.may ? acceptEarly(stage, gestures['quote.accepted']) : gestures['quote.accepted'](stage),
  },
  unmet: {
    'a reason is given': async (stage, step) => {
      if (step.event === 'quote.declined') await estimateToken(stage);
      return sending({ [BLANK[step.event] ?? 'reason']: ' ' })(stage, step);
    },
    'the follow-up date is today or later': sending({ date: inThePast }),
    'the client has an email address': changing({ client_email: null }),
    'there is an estimate': async ({ world, lead }) => {
      await world
        .own('take an estimate away')
        .database.kysely.transaction()
        .execute(async (tx) => {
          await tx.updateTable('agent_lead').set({ quoted_estimate_id: null }).where('id', '=', lead.id).execute();
          await tx.deleteFrom('estimate').where('lead_id', '=', lead.id).execute();
        });
      return { lasts: null };
    },
    'the estimate is valid today or later': (stage) =>
      changingEstimates(stage, { valid_until: inThePast }, 'let an estimate run out'),
    'the load was on the board before the award': 'It decides where the lead goes, and refuses nobody.',
    'the estimate has a total above zero': (stage) =>
      changingEstimates(stage, { total: 0, deposit: 0 }, 'empty an estimate'),
    'the client has a quote that is still valid': async (stage, step) => {
      if (step.event.startsWith('quote.')) await estimateToken(stage);
      return changingEstimates(stage, { valid_until: inThePast }, 'let a quote run out');
    },
    // The link in the email leads to an estimate that was replaced since.
    'the estimate is the one that was sent last': async (stage) => {
      await estimateToken(stage);
      const { kysely } = stage.world.own('replace an estimate').database;
      const { id, ...last } = await kysely
        .selectFrom('estimate')
        .selectAll()
        .where('id', '=', (await reload(stage)).quote!.estimate_id)
        .executeTakeFirstOrThrow();
      const newer = newId();
      await kysely
        .insertInto('estimate')
        .values({
          ...last,
          id: newer,
          number: last.number + 1,
          opened_at: null,
          lines: JSON.stringify(last.lines),
          pricing: last.pricing && JSON.stringify(last.pricing),
        })
        .execute();
      await kysely.updateTable('estimate').set({ opened_at: null }).where('id', '=', id).execute();
      await kysely
        .updateTable('agent_lead')
        .set({ quoted_estimate_id: newer })
        .where('id', '=', stage.lead.id)
        .execute();
    },
    'the price is the one that the client saw': async (stage, step) => {
      await estimateToken(stage);
      return sending({ total: 1 })(stage, step);
    },
    'the agreement can be sent at once': 'It decides where the lead goes, and refuses nobody.',
    'the signed paper and its date are attached': sending({ broker_shipper_agreement: null, signed_at: null }),
    'the origin is known': changing({ origin_zip: null }),
    'the destination is known': changing({ destination_zip: null }),
    'the pick-up dates are known': changing({ move_date_last: null }),
    'the move date is today or later': changing(
      { move_date: inThePast, move_date_last: inThePast },
      'move a date into the past',
    ),
    'a carrier has an active bid': async (stage) => {
      const bid = await awardOf(stage, await standingBid(stage));
      await call(stage.application, 'DELETE', `carrier/agent-lead/${stage.lead.id}/bid`, {
        token: stage.carrier.token,
      });
      await reload(stage);
      return (tried) =>
        call(tried.application, 'POST', `agent-lead/${tried.lead.id}/carrier/award`, {
          token: tried.agent.token,
          body: { version: tried.lead.version, ...bid },
        });
    },
    'the carrier is compliant': withoutAuthority,
    'the start date is inside the pick-up window': async (stage, step) => {
      if (step.event === 'bid.revised') await standingBid(stage);
      return sending({ start_date: '2099-01-01' })(stage, step);
    },
    'stops, dates, items and price stay as the client agreed': async () => (stage) =>
      call(stage.application, 'PATCH', `agent-lead/${stage.lead.id}`, {
        token: stage.agent.token,
        body: {
          version: stage.lead.version,
          inventory: [{ room: 'Garage', item: 'Piano', quantity: 1, volume_cuft: 70 }],
        },
      }),
    'no carrier has the job': 'The place decides it: a booked lead refuses every attempt.',
    'the carrier has not been paid': async ({ world, lead }) => {
      await world
        .own('pay a carrier')
        .database.kysely.insertInto('payment')
        .values({
          id: newId(),
          lead_id: lead.id,
          direction: 'to-carrier',
          kind: 'payout',
          amount: 1,
          method: 'check',
          paid_on: inThePast,
          created_by_name: 'Ann Agent',
          created_at: new Date().toISOString(),
        })
        .execute();
    },
    'no more comes off than the price': sending({ amount: 99_999_999 }),
    'an amount is given': sending({ amount: 0 }),
    'no more is paid than is due, or it is recorded as overpaid': sending({ amount: 99_999_999, overpaid: null }),
    'the client has paid the invoice': 'It follows from the ledger.',
    'the client owes a part of the invoice': 'It follows from the ledger.',
    'the completion-of-work statement is attached': sending({ completion_of_work_statement: null }),
  },
  async placeOf(stage) {
    const { state, stage: at, is_archived, facts } = await reload(stage);
    return agentLead.keyOf({
      state,
      stage: at,
      isArchived: is_archived,
      isDirect: mayLoseAward({ stage: at as never }) && !facts.awarded_from_board,
    });
  },
  says: {
    'the carrier is compliant': 'the operating authority is revoked',
    'the price is the one that the client saw': 'The estimate has changed since you saw it.',
  },
  // A carrier without authority has no access to the board.
  refusals: ({ broken, by }) => (broken === 'the carrier is compliant' && by === 'carrier' ? [403] : null),
  isStill: true,
  async record(stage) {
    const { body: lead } = await call<Papers>(stage.application, 'GET', `agent-lead/${stage.lead.id}`, {
      token: stage.agent.token,
    });
    const { body: history } = await call(stage.application, 'GET', `agent-lead/${stage.lead.id}/history`, {
      token: stage.agent.token,
    });
    // The worker creates the documents in the background.
    for (const paper of [...lead.agreements, lead.invoice, lead.contract.broker_shipper_agreement])
      if (paper) paper.url = null;
    // The same goes for the payment links in its emails with the signed copy and the invoice.
    return [{ ...lead, links: lead.links.filter(({ purpose }) => purpose !== 'payment') }, history];
  },
  async inHandsOf(stage, role, { event }) {
    const find = strangers[role];
    if (!find) throw new NotHere(`Nobody signs in as ${role}.`);
    const stranger = await find(stage.world);
    // Replaces everyone whose account the gesture would use; a client needs no account, only the link.
    if (BY_LINK.includes(event.split(' ')[0]!)) throw new NotHere('Whoever has the link of a client is the client.');
    return { ...stage, agent: stranger, carrier: stranger, carrier2: stranger, isImpostor: true };
  },
});
