import { sql } from 'kysely';
import { askForRefund } from '#src/api/marketplace/refund.ts';
import { purchaseToken } from '#src/api/marketplace/purchase.record.ts';
import { settlePurchase } from '#src/api/marketplace/settle.ts';
import type { PurchaseEvent, PurchaseState, purchaseLifecycle } from '#src/machines/marketplace/purchase.lifecycle.ts';
import { forgetRequests } from '#tests/api/account-api.ts';
import { ASKING_CARD, GOOD_CARD, REFUSED_CARD, buyerOf, replayed } from '#tests/api/shop-buyer.ts';
import type { Buyer } from '#tests/api/shop-buyer.ts';
import { creditOfBuyer } from '#tests/api/shop-credit.ts';
import { shopRow } from '#tests/api/shop-rows.ts';
import { call } from '#tests/platform/application.ts';
import type { Account } from '#tests/platform/application.ts';
import type { Requirement } from '../models/path-model.ts';
import { purchase } from '../models/purchase.model.ts';
import { NotHere } from '../run/world.ts';
import type { Own, World } from '../run/world.ts';
import type { CaseStep } from '../tool/cases.ts';
import { apiDriver } from './api-driver.ts';
import type { Call } from './api-driver.ts';
import { DAY, MINUTE } from '#src/machines/calendar/durations.ts';

const NO_PAYMENT = 'Credit paid for all of it: there is no payment at the provider.';

/** What both surfaces need to know about a purchase: its row, and who does what the buyer does not. */
export interface Bought {
  own: Own;
  /** Of the brokerage, with the right to answer reports. */
  agent: Account;
  id: string;
  reference: string;
}

interface Stage extends Bought {
  world: World;
  buyer: Buyer;
}

/** By then, no reservation is valid anymore. */
export const LATE = 11 * MINUTE;
const AFTER_REPORTS = 8 * DAY;
/** Cards that banks refuse for different reasons: the same reason twice in a row is recorded only once. */
export const REFUSED_CARDS = [REFUSED_CARD, '4000000000009995'] as const;

/** A shop with no purchases today. */
export async function openShop(world: World): Promise<Own> {
  const own = world.own('put leads up for sale');
  own.clock.ahead = 0;
  await forgetRequests(own);
  // Allows what its entries refer to to be removed.
  await sql`truncate credit_entry`.execute(own.database.kysely);
  return own;
}

export const ownRow = ({ own, id }: Bought) =>
  own.database.kysely.selectFrom('purchase').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
export const settle = ({ own, id }: Bought): Promise<void> => settlePurchase(own.parts, id);

/** The leads of the purchase for which something was not done yet. */
const leadsWithout = async ({ own, id }: Bought, what: 'reported_at' | 'refund_asked_at') =>
  own.database.kysely
    .selectFrom('purchase_item')
    .innerJoin('state_lead', 'state_lead.id', 'lead_id')
    .select(['state_lead.id', 'state_lead.reference', 'purchase_item.price'])
    .where('purchase_id', '=', id)
    .where(`purchase_item.${what}`, 'is', null)
    .orderBy('position')
    .execute();

/** The brokerage decides that one of several leads is refunded: refunding the last one would refund everything. */
export async function askForLead(bought: Bought): Promise<void> {
  const [lead, another] = await leadsWithout(bought, 'refund_asked_at');
  if (!lead || !another)
    throw new NotHere('With the last lead the whole purchase is refunded, which is another event.');
  await askFor(bought, lead);
}
/** An agent who answers reports. */
export async function answeringAgent(world: World): Promise<Account> {
  const agent = await world.account('agent');
  const { kysely } = world.own('give an agent a right').database;
  await kysely
    .updateTable('account')
    .set({ rights: ['settings'] })
    .where('id', '=', agent.id)
    .execute();
  return agent;
}

/** A buyer reports a lead for a reason that the rule does not cover, so that the brokerage has to answer. */
export async function reportToAnswer(bought: Bought): Promise<{ id: string; reference: string; price: number }> {
  const unasked = await leadsWithout(bought, 'refund_asked_at');
  const lead = (await leadsWithout(bought, 'reported_at')).find(({ id }) => unasked.some((one) => one.id === id));
  if (!lead) throw new NotHere('Every lead of the purchase was reported or paid back.');
  const token = purchaseToken(bought.own.parts, 'details', bought.id);
  const body = { token, lead_id: lead.id, reason: 'other', text: 'Nobody answers' };
  const { status } = await call(bought.own, 'POST', 'shop-lead/details/report', { body });
  if (status !== 200) throw new Error(`The lead could not be reported: ${status}.`);
  return lead;
}

/** The brokerage tells the buyer why a reported lead is not refunded. */
export const decline = ({ own, agent, id }: Bought, leadId: string, reason = 'The number is right') =>
  call(own, 'POST', `agent/refund-requests/${id}/${leadId}/decision`, {
    token: agent.token,
    body: { decision: 'decline', reason },
  });

export const askForAll = (bought: Bought) => askFor(bought, null);

async function askFor(bought: Bought, lead: { reference: string; price: number } | null, reason = 'Wrong number') {
  const rest = (await leadsWithout(bought, 'refund_asked_at')).reduce((sum, { price }) => sum + price, 0);
  return askForRefund(bought.own.parts, {
    reference: bought.reference,
    lead: lead?.reference ?? null,
    reason,
    amount: lead?.price ?? rest,
  });
}

/**
 * Someone refunds it at the provider without a request here; what was paid with credit is refunded lead by lead, under
 * the rule.
 */
export async function returnAtProvider(bought: Bought): Promise<void> {
  const { intent_id } = await ownRow(bought);
  if (!intent_id) return reportAll(bought);
  await bought.own.parts.payments.stripe.refunds.create({ payment_intent: intent_id! });
}

/** The buyer disputes the charge at their bank, unless that was done before. */
export async function disputeAtBank(bought: Bought): Promise<string> {
  const { intent_id } = await ownRow(bought);
  const { stripe } = bought.own.parts.payments;
  const [known] = (await stripe.disputes.list({ payment_intent: intent_id! })).data;
  if (known) return known.id;
  await stripe.rawRequest('POST', '/v1/disputes', { payment_intent: intent_id! });
  return (await stripe.disputes.list({ payment_intent: intent_id! })).data[0]!.id;
}

/** The bank decides, triggered by the texts that Stripe's test mode recognizes. */
export async function decideAtBank(bought: Bought, outcome: 'won' | 'lost'): Promise<void> {
  const id = await disputeAtBank(bought);
  await bought.own.parts.payments.stripe.disputes.update(id, {
    evidence: { uncategorized_text: outcome === 'won' ? 'winning_evidence' : 'losing_evidence' },
    submit: true,
  });
}

/** Someone makes a partial refund at the provider. */
export async function returnPart(bought: Bought): Promise<void> {
  const { intent_id } = await ownRow(bought);
  await bought.own.parts.payments.stripe.refunds.create({ payment_intent: intent_id!, amount: 100 });
}

/** A bank decides on a charge only once; a case that continues after that begins with another dispute. */
async function forgetDecided(bought: Bought): Promise<void> {
  const { intent_id, dispute } = await ownRow(bought);
  if (dispute === null || dispute === 'open') return;
  const { kysely } = bought.own.database;
  await kysely.updateTable('purchase').set({ dispute: null }).where('id', '=', bought.id).execute();
  const its = JSON.stringify({ payment_intent: intent_id });
  await sql`delete from sandbox_object where object = 'dispute' and data @> ${its}::jsonb`.execute(kysely);
  await sql`update sandbox_object set data = data || '{"disputed": false}' where object = 'charge' and data @> ${its}::jsonb`.execute(
    kysely,
  );
}

/**
 * If nothing was paid, or it was refunded, nothing can be refunded at the provider either, so there is nothing to
 * report.
 */
export const onlyRevealed =
  (act: (bought: Bought) => Promise<unknown>) =>
  async (bought: Bought): Promise<void> => {
    const { state, intent_id } = await ownRow(bought);
    if (state === 'refunding') throw new NotHere('What looks after refunds makes the refund there.');
    if (state !== 'revealed') return;
    if (!intent_id) throw new NotHere(NO_PAYMENT);
    await forgetDecided(bought);
    await act(bought);
  };

/** The provider charges a different amount than requested. */
export async function changeAmount(bought: Bought): Promise<void> {
  const { intent_id, total } = await ownRow(bought);
  await sql`update sandbox_object set data = jsonb_set(data, '{amount}', to_jsonb(${total - 100}::int)) where id = ${intent_id}`.execute(
    bought.own.database.kysely,
  );
}

/** The state in which the product comes to rest, after everything that follows in the same transaction. */
export function resting({ event, to }: Pick<CaseStep, 'event' | 'to'>): PurchaseState {
  if (event === 'payment.succeeded returned') return 'refunded';
  return to === 'paid' ? 'revealed' : (to as PurchaseState);
}

export async function seeHistory({ own, reference }: Bought, { event }: CaseStep): Promise<void> {
  const type = purchase.events[event]!.event.type;
  const { events } = await replayed(own, reference);
  if (!(events as string[]).includes(type))
    throw new Error(`The history does not have "${type}": ${events.join(', ')}.`);
}

const begin = async (world: World): Promise<Stage> => reserved(await openShop(world), world, false);

/** Three leads; if credit covers them all, they are bought in the same call. */
async function reserved(own: Own, world: World, isCovered: boolean): Promise<Stage> {
  const buyer = buyerOf(own);
  const leads = [await shopRow(own), await shopRow(own), await shopRow(own)];
  const total = (await buyer.pricesOf(leads)).reduce((sum, price) => sum + price, 0);
  const credit = isCovered ? { token: await creditOfBuyer(own, buyer, total), amount: total } : null;
  const { status, body } = await buyer.reserve(leads, { body: { credit } });
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  const { reference } = body.purchase;
  const { id } = await own.database.kysely
    .selectFrom('purchase')
    .select('id')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow();
  return { world, own, agent: await answeringAgent(world), buyer, id, reference };
}

/** A purchase released before any payment began cannot be paid: this replaces it with one whose payment was begun. */
async function mustBeBegun(stage: Stage, { event, from }: CaseStep): Promise<void> {
  if (stage.buyer.intentId || !/^(authentication|payment)\.(?!begun)/.test(event)) return;
  if (from !== 'expired') throw new NotHere('Nobody has begun to pay: there is no payment of which to hear.');
  Object.assign(stage, await begin(stage.world));
  await stage.buyer.pay();
  await stage.buyer.release();
}

/** Submits the card form, or answers the bank if it is asking. */
async function charge({ buyer }: Stage, number: string, outcome: 'agreed' | 'refused'): Promise<void> {
  const { body } = await buyer.read();
  await (body.state === 'authenticating' && number !== ASKING_CARD ? buyer.answerBank(outcome) : buyer.card(number));
}

/**
 * The product does this by itself, without a response: the history shows whether it did. It may also have happened
 * before.
 */
const byItself =
  (act: (stage: Stage, step: CaseStep) => Promise<unknown>): Call<Stage> =>
  async (stage, step) => {
    const before = await ownRow(stage);
    await act(stage, step);
    const after = await ownRow(stage);
    return {
      status:
        after.history_length > before.history_length || (step.verdict.may && before.state === step.to) ? 200 : SILENT,
      body: {},
    };
  };
const SILENT = 422;

/** The browser checks the purchase after the bank has decided. */
const paying = (
  number: (stage: Stage) => string,
  outcome: 'agreed' | 'refused',
  around: { before?: (stage: Stage) => unknown; after?: (stage: Stage) => unknown } = {},
): Call<Stage> =>
  byItself(async (stage) => {
    await around.before?.(stage);
    await charge(stage, number(stage), outcome);
    await around.after?.(stage);
    await stage.buyer.check();
  });
const paid = (around?: Parameters<typeof paying>[2]) => paying(() => GOOD_CARD, 'agreed', around);

/** A command succeeds, or prints why not; it names what is missing in its own words, not in the lifecycle's. */
const command =
  (act: (stage: Stage, step: CaseStep) => Promise<unknown>): Call<Stage> =>
  (stage, step) =>
    act(stage, step).then(
      () => ({ status: 200, body: {} }),
      (error: Error) => {
        if (error instanceof NotHere) throw error;
        return { status: step.broken === null ? 409 : SILENT, body: { detail: error.message } };
      },
    );

const reporting =
  (lead: (stage: Stage) => Promise<string | undefined>, reason = 'duplicate'): Call<Stage> =>
  async (stage) => {
    const token = (await stage.buyer.read()).body.details_token ?? 'no-such-token-there-is-0123456789-abcdef';
    const lead_id = await lead(stage);
    if (!lead_id) throw new NotHere('Every lead of the purchase was reported.');
    return call(stage.world, 'POST', 'shop-lead/details/report', { body: { token, lead_id, reason } });
  };
const report = reporting(async (stage) => (await leadsWithout(stage, 'reported_at'))[0]?.id);

/** The household itself confirms the report: then the rule refunds whoever reports it. */
export async function bearOut(bought: Bought): Promise<{ id: string } | undefined> {
  const unasked = await leadsWithout(bought, 'refund_asked_at');
  const lead = (await leadsWithout(bought, 'reported_at')).findLast(({ id }) => unasked.some((one) => one.id === id));
  const at = new Date().toISOString();
  if (lead)
    await bought.own.database.kysely
      .updateTable('state_lead')
      .set({
        off_market_at: at,
        off_market_reason: 'hired',
        off_market_confirmed_at: at,
        off_market_confirmed_by: 'household',
      })
      .where('id', '=', lead.id)
      .execute();
  return lead;
}
const NOT_BY_ITSELF = 'The report is taken all the same; only the money waits for a decision.';

const IN_THE_SAME_CALL = 'Credit pays for all of it in the same call as the reservation: nobody can ask for it later.';

/** For each lead, the household says that it has already hired somebody. */
async function reportAll(bought: Bought): Promise<void> {
  const token = purchaseToken(bought.own.parts, 'details', bought.id);
  for (let lead = await bearOut(bought); lead; lead = await bearOut(bought)) {
    const body = { token, lead_id: lead.id, reason: 'already-hired' };
    const { status } = await call(bought.own, 'POST', 'shop-lead/details/report', { body });
    if (status !== 200) throw new Error(`The lead could not be reported: ${status}.`);
  }
}

let refusals = 0;

const gestures: Record<PurchaseEvent['type'], Call<Stage>> = {
  'payment.begun': ({ buyer }) => buyer.pay(),
  'reservation.released': ({ buyer }) => buyer.release(),
  'reservation.ended': byItself(async ({ own, buyer }) => {
    own.clock.ahead = LATE;
    await buyer.check();
  }),
  'authentication.asked': paying(() => ASKING_CARD, 'agreed'),
  'payment.refused': paying(() => REFUSED_CARDS[(refusals += 1) % 2]!, 'refused'),
  'payment.succeeded': paid(),
  'credit.used': async (stage, { verdict }) => {
    if (!verdict.may) throw new NotHere(IN_THE_SAME_CALL);
    const covered = await reserved(stage.own, stage.world, true);
    Object.assign(stage, covered);
    return stage.buyer.read();
  },
  'details.sent': async ({ buyer }, { verdict }) => {
    if (!verdict.may) throw new NotHere('It is in the same transaction as the payment: nobody can ask for it.');
    return buyer.read();
  },
  'lead.reported': report,
  'lead.refund-granted': async (stage, { verdict }) => {
    if (!verdict.may) throw new NotHere('It is in the same transaction as the report: nobody can ask for it.');
    return reporting(async () => (await bearOut(stage))?.id, 'already-hired')(stage, {} as CaseStep);
  },
  'lead.refund-asked': command(askForLead),
  'lead.refund-declined': async (stage, { verdict }) => {
    const [bought] = await leadsWithout(stage, 'refund_asked_at');
    const lead = verdict.may ? await reportToAnswer(stage) : bought;
    if (!lead) throw new NotHere('Every lead of the purchase was paid back.');
    return decline(stage, lead.id);
  },
  'lead.refunded': byItself(async (stage, { from, verdict }) => {
    if (from === 'refunding') throw new NotHere('What looks after refunds makes the whole one there.');
    if (verdict.may && !(await isRefundDue(stage))) await askForLead(stage);
    await settle(stage);
  }),
  'refund.asked': command(askForAll),
  'refund.made': byItself(async (stage, { from }) => {
    if (from === 'revealed') await returnAtProvider(stage);
    await settle(stage);
  }),
  'payment.returned': byItself(async (stage) => {
    await onlyRevealed(returnPart)(stage);
    await settle(stage);
  }),
  'dispute.opened': byItself(async (stage) => {
    await onlyRevealed(disputeAtBank)(stage);
    await settle(stage);
  }),
  'dispute.won': byItself(async (stage) => {
    await onlyRevealed((bought) => decideAtBank(bought, 'won'))(stage);
    await settle(stage);
  }),
  'dispute.lost': byItself(async (stage) => {
    await onlyRevealed((bought) => decideAtBank(bought, 'lost'))(stage);
    await settle(stage);
  }),
};

export const isRefundDue = async ({ own, id }: Bought): Promise<boolean> =>
  (
    await own.database.kysely
      .selectFrom('purchase_item')
      .select('lead_id')
      .where('purchase_id', '=', id)
      .where('refund_asked_at', 'is not', null)
      .where('refunded_at', 'is', null)
      .execute()
  ).length > 0;

const ELSEWHERE = 'Such money goes back: that is another payload of the event, and no refusal.';
const lifecycle = apiDriver<Stage, PurchaseEvent['type'], Requirement<typeof purchaseLifecycle>>({
  model: purchase,
  // What the worker would do by itself is done here, one step at a time.
  environment: { PARTS: 'api' },
  begin,
  gestures,
  more: {
    'payment.succeeded late': paid({ before: ({ own }) => (own.clock.ahead = LATE) }),
    'payment.succeeded in part': paid({ before: changeAmount }),
    'payment.succeeded returned': async (stage, step) => {
      if (!step.verdict.may)
        throw new NotHere('Money that goes back where it has come before is a refund, which is another event.');
      return paid({ after: returnAtProvider })(stage, step);
    },
  },
  unmet: {
    'the reservation still holds': async ({ own }) => {
      own.clock.ahead = LATE;
    },
    'the reservation is over': async () => byItself(({ buyer }) => buyer.check()),
    'it was paid while the reservation held': ELSEWHERE,
    'credit pays for all of it': IN_THE_SAME_CALL,
    'it was paid in full': ELSEWHERE,
    'the money is still here': ELSEWHERE,
    'a reason is given': async (bought, { event }) => {
      if (event === 'lead.refund-declined') {
        const { id } = await reportToAnswer(bought);
        return (stage) => decline(stage, id, ' ');
      }
      return command(async (stage) => {
        const [lead] = await leadsWithout(stage, 'refund_asked_at');
        await askFor(stage, event === 'refund.asked' ? null : lead!, ' ');
      });
    },
    'the report of the lead waits for an answer': async (stage) => {
      const { id } = await reportToAnswer(stage);
      await decline(stage, id);
      return (bought) => decline(bought, id);
    },
    'the lead was bought here': async ({ own }, { event }) => {
      const id = await shopRow(own);
      if (event === 'lead.reported') return reporting(async () => id);
      const { reference } = await own.database.kysely
        .selectFrom('state_lead')
        .select('reference')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return command((bought) => askFor(bought, { reference, price: 1 }));
    },
    'the lead was not reported before': async (stage, step) => {
      const [lead] = await leadsWithout(stage, 'reported_at');
      await report(stage, step);
      return reporting(async () => lead!.id);
    },
    'no refund of the lead was asked before': async (stage, { event }) => {
      if (event === 'lead.refund-declined') {
        const lead = await reportToAnswer(stage);
        await askFor(stage, lead);
        return (bought) => decline(bought, lead.id);
      }
      const [lead] = await leadsWithout(stage, 'refund_asked_at');
      await askForLead(stage);
      return command((bought) => askFor(bought, lead!));
    },
    'the rule covers the report': NOT_BY_ITSELF,
    'others bear the report out, or the buyer has refunds left': NOT_BY_ITSELF,
    'no report of the buyer was wrong': NOT_BY_ITSELF,
    'a refund of the lead was asked': async () => byItself(settle),
    'more went back than was known': async (stage) => {
      await returnPart(stage);
      await settle(stage);
      return byItself(settle);
    },
    'nobody has disputed it before': async (stage) => {
      await disputeAtBank(stage);
      await settle(stage);
      return byItself(settle);
    },
    'the bank is deciding': async () => byItself(settle),
    'the time to report is not over': async ({ own }) => {
      own.clock.ahead = AFTER_REPORTS;
    },
  },
  placeOf: async ({ buyer }) => (await buyer.read()).body.state,
  async record({ own, id }) {
    const { kysely } = own.database;
    return [
      await kysely.selectFrom('purchase').selectAll().where('id', '=', id).execute(),
      await kysely.selectFrom('purchase_item').selectAll().where('purchase_id', '=', id).orderBy('position').execute(),
      await kysely.selectFrom('history').selectAll().where('record_id', '=', id).orderBy('sequence').execute(),
      await kysely.selectFrom('mail').select('id').orderBy('id').execute(),
    ];
  },
  async inHandsOf(_, __, { event }) {
    const { by } = purchase.events[event]!.event;
    throw new NotHere(
      by === 'visitor'
        ? 'Whoever has the token of a purchase is its buyer.'
        : by === 'agent'
          ? 'The brokerage decides it by a command on the server.'
          : 'Nobody can ask for what the product does by itself.',
    );
  },
  refusals({ event, from }) {
    // The payment has arrived: there is nothing to begin, and the response says so.
    if (event === 'payment.begun' && from === 'revealed') return [200];
    return purchase.events[event]!.event.by === 'system' ? [SILENT] : null;
  },
});

/** A purchase through the shop's calls, and what the bank, the clock, and the brokerage do to it. */
export const driver: typeof lifecycle = {
  ...lifecycle,
  async act(stage, step) {
    await mustBeBegun(stage, step);
    await lifecycle.act(stage, step);
  },
  async see(stage, step) {
    await lifecycle.see(stage, { ...step, to: resting(step) });
    await seeHistory(stage, step);
  },
  async refuse(stage, step) {
    if (step.from === 'paid') throw new NotHere('What is paid is revealed in the same transaction.');
    await mustBeBegun(stage, step);
    await lifecycle.refuse(stage, step);
  },
};
