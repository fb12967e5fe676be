import { milesBetween } from '#src/api/place/distance.ts';
import { addDays, dateIn } from '#src/machines/calendar/days.ts';
import type { BidRow } from '#src/api/bid/bid.repository.ts';
import type { CarrierRow } from '#src/api/carrier/carrier.repository.ts';
import { callClient, pinRemark } from './demo-notes.ts';
import { ARCHIVE_REASONS, DECLINE_REASONS, FOLLOW_UP_REASONS, NOTES, QUESTIONS } from './demo-words.ts';
import { finish, goOn } from './demo-jobs.ts';
import {
  acceptContract,
  acceptWithoutDays,
  acceptJob,
  askAbout,
  award,
  awardDirectly,
  bid,
  bidsOf,
  bill,
  counter,
  close,
  lowerBid,
  compliantCarriers,
  edit,
  estimate,
  offerContract,
  payDeposit,
  post,
  putOff,
  quote,
  readContract,
  readQuote,
  readJob,
  refuseContract,
  refuseJob,
  seeBids,
  takeAwardBack,
  takeBidBack,
  takeOffPrice,
  takePayment,
  uploadContract,
} from './lead-story.ts';
import type { Story, World } from './lead-story.ts';
import type { Content } from './past.ts';

/** One event, some hours after the previous one. */
export interface Step {
  hours: number;
  run: (story: Story) => Promise<void>;
}

/** The state in which a lead of the demo ends. */
export const PLOTS = [
  'new',
  'follow-up',
  'quote-sent',
  'accepted',
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

/** The papers that a plot needs. */
export interface Papers {
  signedPaper: (story: Story) => Content;
  statement: (story: Story) => Content;
}

/** What happens up to the signed job (`sales`), and after the move (`after`). */
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

  if (chance.hits(0.3)) add(0.5, 20, (story) => edit(world, story, { notes: chance.pick(NOTES) }));
  if (plot === 'new') {
    if (chance.hits(0.3)) add(1, 20, (story) => estimate(world, story, 30));
    return { sales, after: [] };
  }
  sales.push({ hours: 0.5, run: (story) => callClient(world, story) });
  sales.push({ hours: 0.1, run: (story) => pinRemark(world, story) });
  if (plot === 'follow-up') {
    if (chance.hits(0.5)) addQuotes(1);
    if (chance.hits(0.3)) addFollowUp();
    sales.push({ hours: 3, run: (story) => callClient(world, story) });
    add(4, 60, (story) => putOff(world, story, later(today(), given.followUpDate!), chance.pick(FOLLOW_UP_REASONS)));
    return { sales, after: [] };
  }
  if (chance.hits(0.3)) addFollowUp();
  addQuotes(chance.pick([1, 1, 2, 2, 3]));
  if (chance.hits(0.06)) {
    add(20, 90, (story) => setAside(world, story, 'Not reachable after four calls'));
    add(10, 60, (story) => edit(world, story, { is_archived: false }));
  }
  if (!reaches('contract-sent')) addAnswer();
  if (reaches('contract-sent')) addContract();
  if (reaches('contracted')) addSignature();
  // For some leads, by their number: most clients pay what is due at signing.
  if (reaches('contracted'))
    sales.push({
      hours: 4,
      run: async (story) => (Number(story.lead.reference.slice(2)) % 3 ? payDeposit(world, story) : undefined),
    });
  if (reaches('award-carrier')) addBoard();
  if (reaches('awaiting-carrier')) addAward();
  if (reaches('in-progress')) add(2, 40, (story) => acceptJob(world, story));
  return { sales, after: afterSteps() };

  function today() {
    return dateIn(world.zone, world.past.parts.now());
  }

  function addFollowUp() {
    add(3, 50, (story) => putOff(world, story, addDays(today(), chance.between(1, 3)), chance.pick(FOLLOW_UP_REASONS)));
  }

  function addQuotes(versions: number) {
    for (let version = 1; version <= versions; version++) {
      add(1, 30, (story) => estimate(world, story, reaches('contract-sent') ? 45 : chance.between(16, 30)));
      add(0.3, 18, (story) => quote(world, story));
    }
  }

  /** Half of the clients have opened the quote, and some ask a question; those who accept have no pick-up dates yet. */
  function addAnswer() {
    const nth = (story: Story) => Number(story.lead.reference.slice(2));
    sales.push({ hours: 2, run: async (story) => (nth(story) % 2 ? readQuote(world, story) : undefined) });
    if (plot === 'accepted') sales.push({ hours: 3, run: (story) => acceptWithoutDays(world, story) });
    else
      sales.push({
        hours: 1,
        run: async (story) =>
          nth(story) % 7 ? undefined : askAbout(world, story, QUESTIONS[(nth(story) / 7) % QUESTIONS.length]!),
      });
  }

  function addContract() {
    add(8, 80, (story) => offerContract(world, story));
    if (chance.hits(0.12)) {
      add(4, 60, (story) => refuseContract(world, story, chance.pick(DECLINE_REASONS)));
      addQuotes(1);
      add(2, 40, (story) => offerContract(world, story));
    }
    if (chance.hits(0.15)) add(30, 90, (story) => offerContract(world, story));
    if (plot === 'contract-sent' && chance.hits(0.4)) add(0.5, 20, (story) => readContract(world, story));
  }

  function addSignature() {
    if (chance.hits(0.1)) {
      add(10, 70, (story) => uploadContract(world, story, given.papers.signedPaper(story)));
      return;
    }
    if (chance.hits(0.6)) add(0.5, 30, (story) => readContract(world, story));
    add(0.2, 20, (story) => acceptContract(world, story));
  }

  function addBoard() {
    add(1, 20, (story) => post(world, story));
    const bids = chance.between(plot === 'award-carrier' ? 0 : 2, 5);
    let bidders: CarrierRow[] = [];
    for (let index = 0; index < bids; index++) {
      add(1, 16, async (story) => {
        if (index === 0) bidders = await biddersOf(world, story, bids);
        const carrier = bidders[index];
        if (carrier) await bid(world, story, carrier);
        if (chance.hits(0.45)) await seeBids(world, story);
        if (plot === 'award-carrier' && index === bids - 1) await mayCounter(story);
      });
    }
    if (bids > 2 && chance.hits(0.3)) add(1, 10, (story) => lowerBid(world, story, bidders[0]!));
    if (bids > 3 && chance.hits(0.25)) {
      add(1, 10, async (story) => {
        const last = (await bidsOf(world, story)).at(-1)!;
        await takeBidBack(world, story, world.carriers.get(last.carrier_id)!);
      });
    }
    if (bids > 2 && plot !== 'awaiting-carrier' && chance.hits(0.14)) {
      add(2, 20, async (story) => award(world, story, cheapest(await bidsOf(world, story))));
      if (chance.hits(0.6)) add(2, 30, (story) => refuseJob(world, story, 'Our truck broke down'));
      else add(20, 60, (story) => takeAwardBack(world, story, 'No answer from the carrier'));
    }
  }

  /** For some loads, the agent asks the cheapest carrier for a bit less. */
  async function mayCounter(story: Story): Promise<void> {
    const active = (await bidsOf(world, story)).filter(({ state }) => state === 'active');
    if (active.length > 1 && Number(story.lead.reference.slice(2)) % 2 === 0)
      await counter(world, story, cheapest(active), 'Could you do it for this?');
  }

  function addAward() {
    if (chance.hits(0.14)) {
      add(2, 20, async (story) => {
        await seeBids(world, story);
        const carrier = (await biddersOf(world, story, 6)).at(-1)!;
        await awardDirectly(world, story, carrier, 'The client knows this crew and asked for it');
      });
    } else {
      add(3, 28, async (story) => {
        await seeBids(world, story);
        const bids = await bidsOf(world, story);
        await award(world, story, favorite(world, story, bids) ?? cheapest(bids));
      });
    }
    if (plot === 'awaiting-carrier' && chance.hits(0.4)) add(1, 20, (story) => readJob(world, story));
  }

  /** For most jobs the carrier uploads the statement; for some the agent has it on paper. */
  async function closeJob(story: Story): Promise<void> {
    const statement = given.papers.statement(story);
    if (Number(story.lead.reference.slice(2)) % 4 === 0) return close(world, story, { paper: statement });
    await close(world, story, { paperId: await finish(world, story, statement) });
  }

  /** Some loads were late. */
  async function mayReduce(story: Story): Promise<void> {
    if (Number(story.lead.reference.slice(2)) % 5 === 1) await takeOffPrice(world, story, 'Delivered two days late');
  }

  function afterSteps(): Step[] {
    const after: Step[] = [];
    if (plot === 'in-progress')
      after.push({ hours: 3, run: (story) => goOn(world, story, given.papers.statement(story)) });
    if (reaches('closed'))
      after.push({
        hours: 24 + chance.fraction() * 60,
        run: (story) => closeJob(story),
      });
    if (reaches('invoiced')) {
      after.push({ hours: 4 + chance.fraction() * 50, run: (story) => bill(world, story) });
      after.push({ hours: 6, run: (story) => mayReduce(story) });
    }
    if (reaches('paid'))
      after.push({
        hours: 40 + chance.fraction() * 200,
        run: (story) => takePayment(world, story, chance.pick(['Bank transfer', 'Card', 'Check'])),
      });
    return after;
  }
}

const setAside = (world: World, story: Story, reason: string) =>
  edit(world, story, { is_archived: true, archive_reason: reason });

/** The last step of an archived lead. */
export const archiveStep = (world: World): Step => ({
  hours: 10 + world.chance.fraction() * 90,
  run: (story) => setAside(world, story, world.chance.pick(ARCHIVE_REASONS)),
});

const later = (one: string, other: string): string => (one > other ? one : other);

const cheapest = (bids: BidRow[]): BidRow => bids.toSorted((a, b) => a.amount - b.amount)[0]!;

/** The two carriers with demo sign-ins win more often than others, so that their pages show data. */
function favorite({ carriers, chance }: World, { lead }: Story, bids: BidRow[]): BidRow | undefined {
  // Alternating, so that both have jobs of every kind.
  const [one, other] = [...carriers.keys()];
  const known = Number(lead.reference.slice(2)) % 2 === 0 ? [one, other] : [other, one];
  const own = known.map((id) => bids.find((bid) => bid.carrier_id === id)).find(Boolean);
  return chance.hits(0.6) ? own : undefined;
}

/** Compliant carriers near the pick-up, in varying order, often including one with a demo sign-in. */
async function biddersOf(world: World, story: Story, count: number): Promise<CarrierRow[]> {
  const { chance } = world;
  const { origin_lat, origin_lng } = story.lead;
  const from = { lat: origin_lat!, lng: origin_lng! };
  const compliant = await compliantCarriers(world, story);
  const near = compliant.toSorted((a, b) => milesBetween(from, a) - milesBetween(from, b)).slice(0, 8);
  const known = [...world.carriers.values()]
    .slice(0, 2)
    .filter((carrier) => compliant.includes(carrier) && chance.hits(0.34));
  return [...new Set([...known, ...chance.some(near, count)])].slice(0, Math.max(count, 2));
}
