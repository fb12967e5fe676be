import { DAY } from '#src/machines/calendar/durations.ts';
import type { RowOf } from '#src/api/database/tables.ts';
import { addDays, dateIn } from '#src/machines/calendar/days.ts';
import { moveSizes } from '#src/machines/state-lead/move-sizes.ts';
import { LOST_REASONS } from '#src/machines/state-lead/state-lead.lifecycle.ts';
import type { StateLeadState } from '#src/machines/state-lead/state-lead.lifecycle.ts';
import { milesBetween } from '#src/api/place/distance.ts';
import { placeOfZip } from '#src/api/place/places.ts';
import type { Place } from '#src/api/place/places.ts';
import type { Tx } from '#src/api/database/write.ts';
import { takeLead } from '#src/api/state-lead/state-lead.intake.ts';
import {
  answerStateQuote,
  markContacted,
  sendStateQuote,
  shelve,
  writeNote,
} from '#src/api/state-lead/state-lead.moves.ts';
import type { Known } from '#src/api/state-lead/state-lead.moves.ts';
import { markLost, markWon } from '#src/api/state-lead/state-lead.outcome.ts';
import { assign, planFollowUp } from '#src/api/state-lead/state-lead.planning.ts';
import type { IntakeLead } from '#src/api/state-lead/state-lead.schemas.ts';
import type { StateLeadRow } from '#src/api/state-lead/state-lead.work.ts';
import { createChance } from './chance.ts';
import type { Chance } from './chance.ts';
import { AREA_CODES, HOME_ZIPS, zoneOfState } from './demo-places.ts';
import { FIRST_NAMES, LAST_NAMES } from './demo-words.ts';
import { play } from './past.ts';
import type { Happening, Past } from './past.ts';
import { CALL_NOTES, CLIENT_COMMENTS, NO_THANKS, OHIO_ZIPS, QUOTE_MESSAGES } from './state-lead-words.ts';

const SEED = 20_241;
/** Work on a lead is finished within this many days, so that no answer comes too late for its quote. */
const WORK_DAYS = 6;

type Plot = StateLeadState;
/** How many leads end in each state, how many of them are archived, and the range of their age in days. */
const PLOTS: Record<Plot, { count: number; archived: number; age: [number, number] }> = {
  fresh: { count: 21, archived: 3, age: [0.02, 7] },
  contacted: { count: 14, archived: 2, age: [0.4, 15] },
  quoted: { count: 12, archived: 1, age: [0.6, 28] },
  accepted: { count: 7, archived: 1, age: [2, 29] },
  declined: { count: 6, archived: 2, age: [2, 29] },
  won: { count: 5, archived: 1, age: [3, 60] },
  lost: { count: 6, archived: 2, age: [3, 60] },
};
/** Outside the cities and states of the demo's movers: only seen by movers who choose other places. */
const ELSEWHERE = 24;
/** The maximum number of leads in the marketplace per place. */
const SHOP_LEADS = 2;

type Member = Known['actor'];

interface StateLeadWorld {
  tx: Tx;
  past: Past;
  chance: Chance;
  businessId: string;
}

interface Given {
  now: Date;
  zone: string;
  businessId: string;
  topCities: RowOf<'top_city'>[];
  topStates: RowOf<'top_state'>[];
  people: readonly [Member, Member];
}

/** A request to create. Without a plot, nobody in the demo works it. */
interface Wish {
  age: number;
  from: readonly Place[];
  plot: Plot | null;
  isArchived: boolean;
}

/**
 * Requests of households, and what the demo's movers did with them, through the product's own calls. Some are all over
 * the country, where no mover of the demo works: they supply the marketplace.
 */
export async function tellOfMovers(tx: Tx, past: Past, given: Given): Promise<void> {
  const { now, zone, businessId, people } = given;
  const world: StateLeadWorld = { tx, past, chance: createChance(SEED), businessId };
  const requests = wishesOf(world.chance, given)
    .toSorted((a, b) => b.age - a.age)
    .map((wish, index) => {
      const received = new Date(now.getTime() - wish.age * DAY);
      const mayLackMail = wish.plot === null || wish.plot === 'fresh';
      return { wish, received, asked: request(world.chance, index, dateIn(zone, received), wish.from, mayLackMail) };
    });
  // Someone submits a request twice within a few days.
  const [first, second] = requests.filter(({ wish }) => wish.plot === 'fresh' && !wish.isArchived).slice(-2);
  second!.asked = { ...first!.asked, external_id: second!.asked.external_id };
  const days = { now, zone, people };
  await play(
    past,
    requests.flatMap(({ wish, received, asked }): Happening[] => {
      let lead: StateLeadRow;
      const arrive = async () => {
        const { id } = await takeLead(tx, past.parts, 'import', asked);
        if (wish.plot !== null) lead = await leadWithId(tx, id);
      };
      return [{ at: received, run: arrive }, ...workOn(world, () => lead, wish, received, days)];
    }),
  );
}

const leadWithId = (tx: Tx, id: string): Promise<StateLeadRow> =>
  tx.selectFrom('state_lead').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

function wishesOf(chance: Chance, { topCities, topStates }: Given): Wish[] {
  const isInState = (place: Place) => topStates.some(({ state }) => state === place.state);
  const isNear = (place: Place) =>
    isInState(place) || topCities.some((city) => milesBetween(place, city) <= city.radius_miles);
  const homes = HOME_ZIPS.map((zip) => placeOfZip(zip)!);
  const near = [...OHIO_ZIPS.map((zip) => placeOfZip(zip)!).filter(isNear), ...homes.filter(isInState)];
  const far = homes.filter((place) => !isNear(place));
  const own = Object.entries(PLOTS).flatMap(([plot, { count, archived, age }]) =>
    Array.from({ length: count }, (_, index) => ({
      plot: plot as Plot,
      isArchived: index < archived,
      age: age[0] + chance.fraction() * (age[1] - age[0]),
      from: near,
    })),
  );
  const nobodys = (from: readonly Place[], age: number): Wish => ({ from, age, plot: null, isArchived: false });
  const elsewhere = Array.from({ length: ELSEWHERE }, () => nobodys(far, 0.1 + chance.fraction() * 29));
  const forSale = far.flatMap((place) =>
    Array.from({ length: chance.between(0, SHOP_LEADS) }, () => nobodys([place], 0.05 + chance.fraction() * 28)),
  );
  return [...own, ...elsewhere, ...forSale];
}

function request(chance: Chance, index: number, day: string, from: readonly Place[], mayLackMail: boolean): IntakeLead {
  const origin = chance.pick(from);
  const client = clientOf(chance, origin, mayLackMail && index % 8 === 3);
  return {
    external_id: `demo-${index + 1}`,
    client: {
      ...client,
      phone_verified: client.phone !== null && index % 3 !== 1,
      email_verified: client.email !== null && index % 4 === 0,
    },
    origin: { zip: origin.zip },
    destination: { zip: chance.pick(HOME_ZIPS.filter((zip) => zip !== origin.zip)) },
    move_date: index % 9 === 5 ? null : addDays(day, chance.between(12, 80)),
    is_flexible: chance.hits(0.35),
    size: chance.pick(moveSizes),
    comment: chance.hits(0.5) ? chance.pick(CLIENT_COMMENTS) : null,
  };
}

function clientOf(chance: Chance, origin: Place, lacksMail: boolean): IntakeLead['client'] {
  const [first, last] = [chance.pick(FIRST_NAMES), chance.pick(LAST_NAMES)];
  const letters = (name: string) =>
    name
      .normalize('NFKD')
      .replaceAll(/[^A-Za-z]/g, '')
      .toLowerCase();
  const phone = `+1${AREA_CODES[origin.state] ?? '614'}55501${String(chance.between(0, 99)).padStart(2, '0')}`;
  return {
    name: `${first} ${last}`,
    email: lacksMail
      ? null
      : `${letters(first)}.${letters(last)}@${chance.pick(['mail.example', 'post.example', 'home.example'])}`,
    phone: lacksMail || chance.hits(0.9) ? phone : null,
    zone: zoneOfState(origin.state),
  };
}

/** What the business does with a lead to bring it to its final state. */
function workOn(
  world: StateLeadWorld,
  leadOf: () => StateLeadRow,
  { plot, isArchived, age }: Wish,
  received: Date,
  { now, zone, people }: Pick<Given, 'now' | 'zone' | 'people'>,
): Happening[] {
  if (plot === null) return [];
  const { tx, past, chance, businessId } = world;
  const { parts } = past;
  const steps: (() => Promise<unknown>)[] = [];
  const who = () => people[chance.hits(0.6) ? 0 : 1];
  /** Someone in the business does something with the lead. */
  const add = (move: (known: Known, lead: StateLeadRow) => Promise<unknown>) =>
    void steps.push(() => {
      const lead = leadOf();
      return move({ businessId, leadId: lead.id, version: null, actor: who() }, lead);
    });
  const newestQuote = (leadId: string) =>
    tx
      .selectFrom('state_quote')
      .select(['id', 'amount'])
      .where('business_id', '=', businessId)
      .where('lead_id', '=', leadId)
      .orderBy('sent_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
  const addNote = (probability: number) => {
    if (chance.hits(probability)) add((known) => writeNote(tx, parts, known, chance.pick(CALL_NOTES)));
  };
  const addQuote = (share: number) =>
    add((known, lead) => {
      const price = Math.round((40_000 + lead.weight_lb * 12 + lead.miles * lead.weight_lb * 0.035) / 500) * 500;
      return sendStateQuote(
        tx,
        parts,
        { ...known, mayMail: async () => {} },
        {
          amount: Math.round(price * share),
          message: chance.pick(QUOTE_MESSAGES),
          valid_until: addDays(dateIn(zone, parts.now()), chance.between(10, 18)),
        },
      );
    });
  const addAnswer = (given: 'accepted' | 'declined') =>
    void steps.push(async () => {
      const said = given === 'declined' ? chance.pick(NO_THANKS) : 'Please call us about the day.';
      const reason = given === 'declined' || chance.hits(0.3) ? said : null;
      const { id, amount } = await newestQuote(leadOf().id);
      await answerStateQuote(tx, parts, id, { answer: given, reason, amount });
    });
  const keep = (to: boolean) => add((known) => shelve(tx, parts, known, to));

  if (plot !== 'fresh') {
    if (plot === 'contacted' || chance.hits(0.7)) add((known) => markContacted(tx, parts, known));
    addNote(0.8);
    if (plot !== 'contacted') {
      if (chance.hits(0.3)) addQuote(1.1);
      if (plot === 'accepted' && chance.hits(0.4)) {
        addQuote(1.06);
        addAnswer('declined');
      }
      addQuote(1);
    }
    if (plot === 'accepted' || plot === 'declined') addAnswer(plot);
    addNote(0.4);
    if (chance.hits(0.6)) add((known) => assign(tx, parts, known, who().id));
    if (plot === 'won') add(async (known) => markWon(tx, parts, known, (await newestQuote(known.leadId)).amount));
    if (plot === 'lost') add((known) => markLost(tx, parts, known, { reason: chance.pick(LOST_REASONS), note: null }));
    if (!isArchived && (plot === 'contacted' || plot === 'quoted') && chance.hits(0.5))
      add((known) => planFollowUp(tx, parts, known, addDays(dateIn(zone, parts.now()), chance.between(1, 9))));
  }
  if (!isArchived && chance.hits(0.08)) {
    keep(true);
    keep(false);
  }
  if (isArchived) keep(true);

  const room = Math.min(age * DAY - 60_000, WORK_DAYS * DAY);
  const moments = steps.map(() => received.getTime() + chance.fraction() * room).toSorted((a, b) => a - b);
  return steps.map((step, index) => ({
    at: new Date(Math.min(moments[index]!, now.getTime())),
    run: async () => void (await step()),
  }));
}
