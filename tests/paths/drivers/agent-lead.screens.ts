import type { AgentLeadEventType, AgentLeadPlace } from '#src/machines/agent-lead/agent-lead.types.ts';
import { AGENT_LEAD_EVENTS, AGENT_LEAD_EVENT_TYPES } from '#src/machines/agent-lead/agent-lead.moves.ts';
import { call } from '#tests/platform/application.ts';
import type { Answer } from '#tests/platform/application.ts';
import { agentPage } from '../agent-page.ts';
import type { AgentPage } from '../agent-page.ts';
import { acceptEarly, contractsSent, estimateToken, reload, standingBid } from '../api-gestures.ts';
import { boardPage } from '../board-page.ts';
import { clientPage } from '../client-page.ts';
import { agentLead } from '../models/agent-lead.model.ts';
import { givenFor, verdictOf } from '../models/path-model.ts';
import { NotHere } from '../run/world.ts';
import { beginLead, driver as api } from './agent-lead.api.ts';
import type { LeadStage } from './agent-lead.api.ts';
import { screenDriver } from './screen-driver.ts';
import type { Gesture } from './screen-driver.ts';

const agentOf = async ({ world }: LeadStage): Promise<AgentPage> => agentPage(await world.page('agent'), world.url);
const boardOf = async ({ world }: LeadStage, person: 'carrier' | 'carrier2') =>
  boardPage(await world.page(person), world.url);
const clientOf = async (stage: LeadStage) =>
  clientPage(await stage.world.guestPage(), stage.world, stage.clientEmail, () => contractsSent(stage));

/** Leads that changed since the agent's page was last checked. */
const behind = new WeakSet<LeadStage>();
/** Places whose menu was compared with the lifecycle: it depends on the place alone. */
const compared = new Set<string>();
/** In the menu, but no transition. */
const BESIDES = 'Merge with another lead…';

const byAgent =
  (event: keyof AgentPage['gestures']): Gesture<LeadStage> =>
  async (stage) => {
    const page = await agentOf(stage);
    if (behind.delete(stage) || !page.page.url().includes(stage.lead.id)) await page.open(stage.lead.id);
    await page.gestures[event]();
  };

/** The place that a key stands for. */
const placeAt = (key: string): AgentLeadPlace => {
  const [isArchived, rest] = key.startsWith('archived.') ? [true, key.slice('archived.'.length)] : [false, key];
  const [state, stage = null, origin] = rest.split('.');
  return { state, stage, isArchived, isDirect: origin === 'direct' } as AgentLeadPlace;
};

const labelOf = (event: AgentLeadEventType): string =>
  event === 'lead.edited' ? 'Edit lead' : AGENT_LEAD_EVENTS[event].label;

/** The agents' events that the lifecycle handles in a place, ready or not. */
function offeredAt(key: string): string[] {
  const known = AGENT_LEAD_EVENT_TYPES.filter((event) => {
    const verdict = verdictOf(agentLead, placeAt(key), givenFor(agentLead, event));
    return AGENT_LEAD_EVENTS[event].by === 'agent' && (verdict.may || verdict.because !== 'state');
  });
  return known.map(labelOf).toSorted();
}

/** Each event on the screen of its person: the agent at a desk, the carrier and the client on a phone. */
export const driver = screenDriver<LeadStage, AgentLeadEventType>({
  model: agentLead,
  environment: {},
  begin: beginLead,
  gestures: {
    'lead.edited': byAgent('lead.edited'),
    'lead.archived': byAgent('lead.archived'),
    'lead.restored': byAgent('lead.restored'),
    'lead.followed-up': byAgent('lead.followed-up'),
    'quote.sent': byAgent('quote.sent'),
    'contract.sent': byAgent('contract.sent'),
    'contract.marked-signed': byAgent('contract.marked-signed'),
    'contract.reopened': byAgent('contract.reopened'),
    'load.posted': byAgent('load.posted'),
    'load.taken-off': byAgent('load.taken-off'),
    'award.withdrawn': byAgent('award.withdrawn'),
    'carrier.dropped': byAgent('carrier.dropped'),
    'contract.closed': byAgent('contract.closed'),
    'contract.corrected': byAgent('contract.corrected'),
    'invoice.sent': byAgent('invoice.sent'),
    'price.reduced': byAgent('price.reduced'),
    'payment.recorded': byAgent('payment.recorded'),
    'payment.completed': byAgent('payment.completed'),
    'payment.reopened': byAgent('payment.reopened'),
    'carrier.awarded': async (stage, step) => {
      await standingBid(stage);
      await byAgent('carrier.awarded')(stage, step);
    },
    'carrier.special-awarded': async (stage) => {
      const page = await agentOf(stage);
      await page.open(stage.lead.id);
      const { body } = await call<{ legal_name: string }>(stage.application, 'GET', 'carrier/profile', {
        token: stage.carrier.token,
      });
      await page.specialAward(body.legal_name);
    },
    'quote.opened': async (stage) => {
      const token = await estimateToken(stage);
      const client = await clientOf(stage);
      await client.openEstimate(token);
    },
    'quote.asked': async (stage) =>
      (await clientOf(stage)).askAboutEstimate(await estimateToken(stage), 'Is packing included?'),
    'quote.declined': async (stage) =>
      (await clientOf(stage)).declineEstimate(await estimateToken(stage), 'Too expensive'),
    'quote.accepted': async (stage) => (await clientOf(stage)).acceptEstimate(await estimateToken(stage)),
    'contract.signed': async (stage) => (await clientOf(stage)).sign(),
    'contract.declined': async (stage) => (await clientOf(stage)).decline('Too expensive'),
    'bid.placed': async (stage) => (await boardOf(stage, 'carrier2')).placeBid(stage.lead.id, '2600'),
    'bid.revised': async (stage) => {
      await standingBid(stage);
      await (await boardOf(stage, 'carrier')).reviseBid(stage.lead.id, '2400');
    },
    'bid.withdrawn': async (stage) => {
      await standingBid(stage);
      await (await boardOf(stage, 'carrier')).withdrawBid(stage.lead.id);
    },
    'carrier.signed': async (stage) => (await boardOf(stage, 'carrier')).signJob(stage.lead.id, 'Sam Swift'),
    'carrier.declined': async (stage) =>
      (await boardOf(stage, 'carrier')).declineJob(stage.lead.id, 'Truck broke down'),
  },
  more: {
    'quote.accepted early': async (stage) => {
      await acceptEarly(stage, async () => {
        await (await clientOf(stage)).acceptEstimate(await estimateToken(stage));
        return { status: 200, body: {} } as Answer;
      });
      // What was missing was restored after the client's answer, which the agent's screen does not show.
      behind.add(stage);
    },
  },
  /**
   * Checks the place on the agent's screen and in the API, and that the menu offers exactly what the lifecycle handles
   * there.
   */
  async see(stage, step) {
    const page = await agentOf(stage);
    if (!page.page.url().includes(stage.lead.id)) await page.open(stage.lead.id);
    await page.seePlace(placeAt(step.to));
    await api.see(stage, step);
    if (!compared.has(step.to)) {
      const offers = [...(await page.offers()).keys()].filter((label) => label !== BESIDES);
      const [offered, known] = [offers.toSorted().join(', '), offeredAt(step.to).join(', ')];
      if (offered !== known) throw new Error(`The menu offers: ${offered}. The lifecycle knows: ${known}.`);
      compared.add(step.to);
    }
    // The place does not tell whether the screen already shows what somebody else did without leaving it.
    if (step.to === step.from && AGENT_LEAD_EVENTS[step.event as AgentLeadEventType]?.by !== 'agent') behind.add(stage);
  },
  async faster(stage, step) {
    await api.act(stage, step);
    await reload(stage);
    behind.add(stage);
  },
  async refuse(stage, step) {
    const event = step.event as AgentLeadEventType;
    if (AGENT_LEAD_EVENTS[event].by !== 'agent' || step.verdict.may || step.verdict.because === 'role')
      throw new NotHere(`${step.person} has no screen of a lead on which to try it; the API refuses it.`);
    if (step.broken !== null && !(await api.prepare(stage, step)))
      throw new NotHere('What a form leaves out is said in the form, not in the menu.');
    const page = await agentOf(stage);
    await page.open(stage.lead.id);
    await page.seePlace(placeAt(step.from));
    const offers = await page.offers();
    const why = offers.get(labelOf(event));
    // What the place itself lacks is said in the menu, too.
    const lacks = step.broken ?? step.verdict.unmet[0];
    if (lacks === undefined && why !== undefined) throw new Error(`The menu offers "${labelOf(event)}".`);
    if (lacks !== undefined && !why?.includes(lacks))
      throw new Error(`The menu should say that "${labelOf(event)}" needs: ${lacks}. It says: ${why ?? 'nothing'}.`);
  },
});
