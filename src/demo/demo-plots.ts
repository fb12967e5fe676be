import { milesBetween } from '#src/api/place/distance.ts';
import { addDays, dateIn } from '#src/machines/calendar/days.ts';
import type { DemoCarrier } from './demo-carriers.ts';
import { ARCHIVE_REASONS, DECLINE_REASONS, FOLLOW_UP_REASONS, NOTES } from './demo-words.ts';
import {
  award,
  closeContract,
  declineJob,
  openJob,
  placeBid,
  postLoad,
  recordPayment,
  seeBids,
  sendInvoice,
  signJob,
  specialAward,
  withdrawAward,
  withdrawBid,
} from './lead-story.award.ts';
import {
  archive,
  declineContract,
  edit,
  estimate,
  followUp,
  markContracted,
  openContract,
  restore,
  sendContract,
  sendQuote,
  signContract,
} from './lead-story.sales.ts';
import { gapsAt } from './lead-story.ts';
import type { Story, World } from './lead-story.ts';

/** One thing that happens, some hours after the one before it. */
export interface Step {
  hours: number;
  run: (story: Story, at: Date) => void;
}

/** Where a lead of the demo is to stand. */
export const PLOTS = [
  'new',
  'follow-up',
  'quote-sent',
  'contract-sent',
  'contracted',
  'award-carrier',
  'awaiting-carrier',
  'in-progress',
  'closed',
  'invoiced',
  'paid',
] as const;
export type Plot = (typeof PLOTS)[number];

/** Which papers the plot needs; each makes a file. */
export interface Papers {
  signedPaper: (story: Story) => string;
  statement: (story: Story) => { fileId: string; name: string };
}

/** What happens up to the signed job (`sales`), and what happens after the move (`after`). */
export function plotOf(
  world: World,
  plot: Plot,
  given: { followUpDate: string | null; papers: Papers },
): { sales: Step[]; after: Step[] } {
  const { chance } = world;
  const reached = PLOTS.indexOf(plot);
  const reaches = (goal: Plot) => reached >= PLOTS.indexOf(goal);
  const sales: Step[] = [];
  const add = (from: number, to: number, run: Step['run']) =>
    sales.push({ hours: from + chance.fraction() * (to - from), run });

  if (chance.hits(0.3)) add(0.5, 20, (story, at) => edit(world, story, at, { notes: chance.pick(NOTES) }));
  if (plot === 'new') {
    if (chance.hits(0.3)) add(1, 20, (story, at) => estimate(world, story, at, 30));
    return { sales, after: [] };
  }
  if (plot === 'follow-up') {
    if (chance.hits(0.5)) addQuotes(1);
    if (chance.hits(0.3)) addFollowUp();
    add(4, 60, (story, at) =>
      followUp(
        world,
        story,
        at,
        later(dateIn(world.brokerage.zone, at), given.followUpDate!),
        chance.pick(FOLLOW_UP_REASONS),
      ),
    );
    return { sales, after: [] };
  }
  if (chance.hits(0.3)) addFollowUp();
  addQuotes(chance.pick([1, 1, 2, 2, 3]));
  if (chance.hits(0.06)) {
    add(20, 90, (story, at) => archive(world, story, at, 'Not reachable after four calls'));
    add(10, 60, (story, at) => restore(world, story, at));
  }
  if (reaches('contract-sent')) addContract();
  if (reaches('contracted')) addSignature();
  if (reaches('award-carrier')) addBoard();
  if (reaches('awaiting-carrier')) addAward();
  if (reaches('in-progress')) add(2, 40, (story, at) => signJob(world, story, at));
  return { sales, after: afterSteps() };

  function addFollowUp() {
    add(3, 50, (story, at) =>
      followUp(
        world,
        story,
        at,
        addDays(dateIn(world.brokerage.zone, at), chance.between(1, 3)),
        chance.pick(FOLLOW_UP_REASONS),
      ),
    );
  }

  function addQuotes(versions: number) {
    for (let version = 1; version <= versions; version++) {
      add(1, 30, (story, at) => estimate(world, story, at, reaches('contract-sent') ? 45 : chance.between(16, 30)));
      add(0.3, 18, (story, at) => sendQuote(world, story, at));
    }
  }

  function addContract() {
    add(8, 80, (story, at) => sendContract(world, story, at));
    if (chance.hits(0.12)) {
      add(4, 60, (story, at) => declineContract(world, story, at, chance.pick(DECLINE_REASONS)));
      addQuotes(1);
      add(2, 40, (story, at) => sendContract(world, story, at));
    }
    if (chance.hits(0.15)) add(30, 90, (story, at) => sendContract(world, story, at));
    if (plot === 'contract-sent' && chance.hits(0.4)) add(0.5, 20, openContract);
  }

  function addSignature() {
    if (chance.hits(0.1)) {
      add(10, 70, (story, at) => markContracted(world, story, at, given.papers.signedPaper(story)));
      return;
    }
    if (chance.hits(0.6)) add(0.5, 30, openContract);
    add(0.2, 20, (story, at) => signContract(world, story, at));
  }

  function addBoard() {
    add(1, 20, (story, at) => postLoad(world, story, at));
    const bids = chance.between(plot === 'award-carrier' ? 0 : 2, 5);
    let bidders: DemoCarrier[] = [];
    for (let bid = 0; bid < bids; bid++) {
      add(1, 16, (story, at) => {
        if (bid === 0) bidders = biddersOf(world, story, at, bids);
        const carrier = bidders[bid];
        if (carrier) placeBid(world, story, at, carrier);
        if (chance.hits(0.45)) seeBids(story, at);
      });
    }
    if (bids > 2 && chance.hits(0.3))
      add(1, 10, (story, at) => placeBid(world, story, at, carrierOf(story.bids[0]!.carrier_id)));
    if (bids > 3 && chance.hits(0.25)) add(1, 10, (story, at) => withdrawBid(world, story, at, story.bids.at(-1)!));
    if (bids > 2 && plot !== 'awaiting-carrier' && chance.hits(0.14)) {
      add(2, 20, (story, at) => award(world, story, at, cheapest(story)));
      if (chance.hits(0.6)) add(2, 30, (story, at) => declineJob(world, story, at, 'Our truck broke down'));
      else add(20, 60, (story, at) => withdrawAward(world, story, at, 'No answer from the carrier'));
    }
  }

  function addAward() {
    if (chance.hits(0.14)) {
      add(2, 20, (story, at) => {
        seeBids(story, at);
        specialAward(
          world,
          story,
          at,
          biddersOf(world, story, at, 6).at(-1)!,
          'The client knows this crew and asked for it',
        );
      });
    } else {
      add(3, 28, (story, at) => {
        seeBids(story, at);
        award(world, story, at, favorite(world, story) ?? cheapest(story));
      });
    }
    if (plot === 'awaiting-carrier' && chance.hits(0.4)) add(1, 20, openJob);
  }

  function afterSteps(): Step[] {
    const after: Step[] = [];
    if (reaches('closed'))
      after.push({
        hours: 24 + chance.fraction() * 60,
        run: (story, at) => closeContract(world, story, at, given.papers.statement(story)),
      });
    if (reaches('invoiced'))
      after.push({ hours: 4 + chance.fraction() * 50, run: (story, at) => sendInvoice(world, story, at) });
    if (reaches('paid'))
      after.push({
        hours: 40 + chance.fraction() * 200,
        run: (story, at) => recordPayment(world, story, at, chance.pick(['Bank transfer', 'Card', 'Check'])),
      });
    return after;
  }

  function carrierOf(id: string): DemoCarrier {
    return world.carriers.get(id)!;
  }
}

/** The last step of a lead that was set aside. */
export const archiveStep = (world: World): Step => ({
  hours: 10 + world.chance.fraction() * 90,
  run: (story, at) => archive(world, story, at, world.chance.pick(ARCHIVE_REASONS)),
});

const later = (one: string, other: string): string => (one > other ? one : other);

const cheapest = (story: Story) =>
  story.bids.filter((bid) => bid.state === 'active').sort((a, b) => a.amount - b.amount)[0]!;

/** The two carriers that people sign in as win more often than others, so that their pages show something. */
function favorite(world: World, story: Story) {
  const [first, second] = [...world.carriers.keys()];
  const own = story.bids.filter(
    (bid) => bid.state === 'active' && (bid.carrier_id === first || bid.carrier_id === second),
  );
  return world.chance.hits(0.6) ? own[0] : undefined;
}

/** Compliant carriers near the pick-up, in a changing order, often with one that people sign in as. */
function biddersOf(world: World, story: Story, at: Date, count: number): DemoCarrier[] {
  const { chance } = world;
  const { origin_lat, origin_lng } = story.lead;
  const from = { lat: origin_lat!, lng: origin_lng! };
  const compliant = [...world.carriers.values()].filter(
    (carrier) => gapsAt(world, story, carrier.row.id, at).length === 0,
  );
  const near = compliant.toSorted((a, b) => milesBetween(from, a.row) - milesBetween(from, b.row)).slice(0, 8);
  const known = [...world.carriers.values()]
    .slice(0, 2)
    .filter((carrier) => compliant.includes(carrier) && chance.hits(0.34));
  return [...new Set([...known, ...chance.some(near, count)])].slice(0, Math.max(count, 2));
}
