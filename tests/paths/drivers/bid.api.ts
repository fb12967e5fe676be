import type { bidLifecycle } from '#src/machines/bid/bid.lifecycle.ts';
import type { BidEvent } from '#src/machines/bid/bid.lifecycle.ts';
import { call } from '#tests/platform/application.ts';
import { awardOf, gestures as onLead, reload, standingBid } from '../api-gestures.ts';
import { bid } from '../models/bid.model.ts';
import type { Requirement } from '../models/path-model.ts';
import { NotHere } from '../run/world.ts';
import type { World } from '../run/world.ts';
import { apiDriver } from './api-driver.ts';
import type { Call } from './api-driver.ts';
import { beginLead } from './agent-lead.api.ts';
import type { LeadStage } from './agent-lead.api.ts';

export interface BidStage extends LeadStage {
  /** The bid of the first carrier, which is under test. */
  bid: string;
}

interface BidBody {
  id: string;
  state: string;
  amount: number;
  counter: { amount: number } | null;
  carrier: { id: string };
}

/** What others do to the load, which changes the bid. */
export async function elsewhere(stage: LeadStage, event: keyof typeof onLead): Promise<void> {
  const { status, body } = await onLead[event](stage);
  if (status >= 300) throw new Error(`${event}: ${status} ${JSON.stringify(body)}`);
  await reload(stage);
}

/** A load on the board. */
export async function beginLoad(world: World): Promise<LeadStage> {
  const stage = await beginLead(world);
  for (const event of ['quote.sent', 'contract.sent', 'contract.marked-signed', 'load.posted'] as const)
    await elsewhere(stage, event);
  return stage;
}

export async function bidsOn(stage: LeadStage): Promise<BidBody[]> {
  const { body } = await call<BidBody[]>(stage.application, 'GET', `agent-lead/bid/?lead_id=${stage.lead.id}`, {
    token: stage.agent.token,
  });
  return body;
}

/** Another carrier bids, and gets the load. */
export async function awardOther(stage: LeadStage): Promise<void> {
  await elsewhere(stage, 'bid.placed');
  const other = (await bidsOn(stage)).find(({ carrier }) => carrier.id === stage.carrier2.carrierId)!;
  const { status, body } = await award(stage, other.id);
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  await reload(stage);
}
const award = async (stage: LeadStage, bidId: string) =>
  call(stage.application, 'POST', `agent-lead/${stage.lead.id}/carrier/award`, {
    token: stage.agent.token,
    body: { version: stage.lead.version, ...(await awardOf(stage, bidId)) },
  });

const counter = async (stage: BidStage, amount: number) =>
  call(stage.application, 'POST', `agent-lead/${stage.lead.id}/bid/${stage.bid}/counter`, {
    token: stage.agent.token,
    body: { amount },
  });

const after =
  (act: (stage: BidStage) => Promise<{ status: number; body: object }>): Call<BidStage> =>
  async (stage) => {
    if (!stage.isImpostor) await reload(stage);
    return act(stage);
  };

/** What nobody requests: the load does it to the bid. */
const follows =
  (act: (stage: BidStage) => Promise<void>): Call<BidStage> =>
  async (stage, { verdict }) => {
    if (!verdict.may) throw new NotHere('The load does it to its bids: nobody can ask for it.');
    await act(stage);
    return { status: 200, body: {} };
  };

export const driver = apiDriver<BidStage, BidEvent['type'], Requirement<typeof bidLifecycle>>({
  model: bid,
  environment: {},
  async begin(world) {
    const stage = await beginLoad(world);
    return { ...stage, bid: await standingBid(stage) };
  },
  gestures: {
    'bid.revised': (stage, step) => {
      if (step.from === 'withdrawn' && !step.verdict.may && step.verdict.because === 'state')
        throw new NotHere('Who bids again places a new bid.');
      return onLead['bid.revised']({ ...stage, isImpostor: true });
    },
    'bid.countered': (stage) => counter(stage, 230_000),
    'bid.withdrawn': (stage) => onLead['bid.withdrawn']({ ...stage, isImpostor: true }),
    'bid.awarded': after((stage) => award(stage, stage.bid)),
    'bid.award-declined': (stage) => onLead['carrier.declined'](stage),
    'bid.award-withdrawn': after((stage) => {
      // The end of another bid's award does not affect this bid.
      if (!stage.isImpostor && stage.lead.contract.awarded_carrier?.id === stage.carrier2.carrierId)
        throw new NotHere('The award is another bid’s.');
      return onLead['award.withdrawn'](stage);
    }),
    'bid.lost': follows(awardOther),
    'bid.reopened': follows((stage) => elsewhere(stage, 'award.withdrawn')),
  },
  unmet: {
    'another amount than the bid is asked for': async (stage) => {
      const { amount } = (await bidsOn(stage)).find(({ id }) => id === stage.bid)!;
      return (same) => counter(same, amount);
    },
  },
  placeOf: async (stage) => (await bidsOn(stage)).find(({ id }) => id === stage.bid)!.state,
  record: async (stage) => (await bidsOn(stage)).filter(({ id }) => id === stage.bid),
  async inHandsOf(stage, role) {
    if (role !== 'agent' && role !== 'carrier' && role !== 'mover' && role !== 'assistant')
      throw new NotHere(`Nobody signs in as ${role}.`);
    const stranger = await stage.world.account(role === 'agent' ? 'agent2' : role);
    return { ...stage, agent: stranger, carrier: stranger, carrier2: stranger, isImpostor: true };
  },
});
