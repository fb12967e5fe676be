import type { Locator, Page } from '@playwright/test';
import type { EventFromLogic } from 'xstate';
import { PlaceBidDocument, WithdrawBidDocument } from '#src/generated/graphql/graphql.ts';
import type { bidOfferMachine } from '#src/machines/bid/bid-offer.machine.ts';
import { seen } from '#tests/platform/seen.ts';
import { call } from '#tests/platform/application.ts';
import { standingBid } from '../api-gestures.ts';
import { boardPage } from '../board-page.ts';
import { holdCalls } from '../held-calls.ts';
import type { HeldCalls } from '../held-calls.ts';
import { bidOffer } from '../models/bid-offer.model.ts';
import type { PlaceOf } from '../models/flow-model.ts';
import type { LeadStage } from './agent-lead.api.ts';
import { beginLoad } from './bid.api.ts';
import { screenDriver } from './screen-driver.ts';
import type { Gesture } from './screen-driver.ts';

interface Stage extends LeadStage {
  page: Page;
  submit: Locator;
  withdraw: Locator;
  /** Asks for confirmation before a bid is withdrawn. */
  confirm: Locator;
  held: HeldCalls<'place' | 'withdraw'>;
}

let dollars = 2500;
/** The server's messages about a date outside the window, and about an archived load. */
const REFUSED = /^Only possible if the start date is inside|archived/;

async function begin(world: LeadStage['world']): Promise<Stage> {
  const stage = await beginLoad(world);
  const page = await world.page('carrier');
  const held = await holdCalls(page, { place: PlaceBidDocument, withdraw: WithdrawBidDocument });
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  return {
    ...stage,
    page,
    held,
    submit: button(/^(Place|Revise) bid$/),
    withdraw: button('Withdraw'),
    confirm: button('Withdraw bid'),
  };
}

const open = ({ page, world, lead }: Stage) => boardPage(page, world.url).openLoad(lead.id);
const write = ({ page }: Stage) => page.getByLabel('Your price').fill(String((dollars += 1)));

/** The same carrier on another computer. */
const withdrawElsewhere = async (stage: Stage): Promise<void> => {
  const { status } = await call(stage.world, 'DELETE', `carrier/agent-lead/${stage.lead.id}/bid`, {
    token: stage.carrier.token,
  });
  if (status !== 200) throw new Error(`The bid could not be taken back elsewhere: ${status}.`);
  await seen(stage.submit).toHaveText('Place bid', { timeout: 10_000 });
};

/** With an active bid, the form only appears once that bid ended elsewhere; the load still accepts bids. */
const inForm =
  (act: Gesture<Stage>): Gesture<Stage> =>
  async (stage, step) => {
    if (step.from === 'standing') await withdrawElsewhere(stage);
    await act(stage, step);
  };

/**
 * A refusal by the server because of the load: the request names an archived one. The load on the screen stays as it
 * is, whenever the screen reads it again.
 */
async function passArchived(stage: Stage): Promise<void> {
  const archived = await beginLoad(stage.world);
  await standingBid({ ...archived, carrier: stage.carrier });
  await stage.world
    .own('archive a load silently')
    .database.kysely.updateTable('agent_lead')
    .set({ is_archived: true })
    .where('id', '=', archived.lead.id)
    .execute();
  await stage.held.pass('withdraw', () => ({ leadId: archived.lead.id }));
}

/** On a phone, the toast covers what can be done next. */
const done =
  (name: 'place' | 'withdraw', notice: RegExp) =>
  async ({ held, page }: Stage): Promise<void> => {
    await held.pass(name);
    await page.getByRole('group', { name: notice }).getByRole('button', { name: 'Dismiss' }).click();
  };

const cutOff =
  (name: 'place' | 'withdraw') =>
  async ({ world, held }: Stage): Promise<void> => {
    world.allow(/ERR_FAILED/);
    await held.cutOff(name);
  };

const others: Record<string, Gesture<Stage>> = {
  'load opened': open,
  'load opened with a bid': async (stage) => {
    await standingBid(stage);
    await open(stage);
  },
  'place: done': done('place', /^Your bid of .* is placed$/),
  'place: refused': ({ held }) => held.pass('place', (offer) => ({ ...offer, startDate: '2020-01-01' })),
  'place: no answer': cutOff('place'),
  'withdraw: done': done('withdraw', /is withdrawn$/),
  'withdraw: refused': passArchived,
  'withdraw: no answer': cutOff('withdraw'),
};

const noAnswer = ({ page }: Stage) => page.getByText(/^No response\./);

const shown: Record<PlaceOf<typeof bidOfferMachine>, (stage: Stage) => Promise<void>> = {
  // Ready as soon as the load is shown.
  entering: ({ submit, withdraw }) => seen(submit.or(withdraw)).toBeVisible(),
  filling: async (stage) => {
    await seen(stage.submit).toBeVisible();
    await seen(stage.submit).not.toHaveAttribute('aria-busy', 'true');
    await seen(noAnswer(stage)).toHaveCount(0);
  },
  sending: ({ submit }) => seen(submit).toHaveAttribute('aria-busy', 'true'),
  failed: (stage) => seen(noAnswer(stage)).toBeVisible(),
  standing: async ({ submit, withdraw }) => {
    await seen(withdraw).toBeVisible();
    await seen(submit).toHaveCount(0);
  },
  confirming: async ({ confirm }) => {
    await seen(confirm).toBeVisible();
    await seen(confirm).not.toHaveAttribute('aria-busy', 'true');
  },
  withdrawing: ({ confirm }) => seen(confirm).toHaveAttribute('aria-busy', 'true'),
};

/** One carrier's offer for one load, on its phone. The server's responses are held until the case decides on them. */
export const driver = screenDriver<Stage, EventFromLogic<typeof bidOfferMachine>['type']>({
  model: bidOffer,
  environment: {},
  begin,
  gestures: {
    'draft.changed': inForm(write),
    'offer.sent': inForm(async (stage, { from }) => {
      // If the load was just opened, nothing was typed yet.
      if (from !== 'failed' && (await stage.page.getByLabel('Your price').inputValue()) === '') await write(stage);
      await stage.submit.click();
    }),
    'form.opened': ({ page }) => page.getByRole('button', { name: 'Revise', exact: true }).click(),
    'form.closed': async (stage) => {
      // Without a bid, there is nothing to keep: it is placed elsewhere first.
      await standingBid(stage);
      await stage.page.getByRole('button', { name: 'Keep it' }).click();
    },
    'withdrawal.asked': ({ withdraw }) => withdraw.click(),
    'withdrawal.cancelled': ({ page }) => page.getByRole('button', { name: 'Cancel' }).click(),
    'withdrawal.confirmed': ({ confirm }) => confirm.click(),
  },
  more: others,
  see: async (stage, { event, to }) => {
    await shown[to as keyof typeof shown](stage);
    if (event === 'withdraw: no answer') await seen(noAnswer(stage)).toBeVisible();
    if (event.endsWith(': refused')) await seen(stage.page.getByText(REFUSED)).toBeVisible();
  },
});
