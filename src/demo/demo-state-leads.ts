import { addDays, dateIn } from '#src/machines/calendar/days.ts';
import { moveSizes } from '#src/machines/state-lead/move-sizes.ts';
import type { StateLeadState } from '#src/machines/state-lead/state-lead.lifecycle.ts';
import { milesBetween } from '#src/api/place/distance.ts';
import { sha256 } from '#src/api/database/ids.ts';
import { placeOfZip } from '#src/api/place/places.ts';
import type { Place } from '#src/api/place/places.ts';
import { leadFields } from '#src/api/state-lead/state-lead.intake.ts';
import type { IntakeLead } from '#src/api/state-lead/state-lead.schemas.ts';
import type { Actor } from '#src/api/state-lead/state-lead.work.ts';
import { createChance } from './chance.ts';
import type { Chance } from './chance.ts';
import { AREA_CODES, HOME_ZIPS, zoneOfState } from './demo-places.ts';
import { FIRST_NAMES, LAST_NAMES } from './demo-words.ts';
import { answerQuote, beginStateLead, makeContact, sendQuote, shelve, writeNote } from './state-lead-story.ts';
import type { Lead, StateLeadStory, StateLeadWorld } from './state-lead-story.ts';
import { CALL_NOTES, CLIENT_COMMENTS, NO_THANKS, OHIO_ZIPS, QUOTE_MESSAGES } from './state-lead-words.ts';
import type { RowOf } from '#src/api/database/tables.ts';
import { DAY, MINUTE } from '#src/machines/calendar/durations.ts';

const SEED = 20_241;
/** Work on a lead is done within these days, so that no answer comes too late for its quote. */
const WORK_DAYS = 6;

type Plot = StateLeadState;
/** How many are to stand where, how many of them on the shelf, and how many days ago they came: from, to. */
const PLOTS: Record<Plot, { count: number; archived: number; age: [number, number] }> = {
  fresh: { count: 21, archived: 3, age: [0.02, 7] },
  contacted: { count: 14, archived: 2, age: [0.4, 15] },
  quoted: { count: 12, archived: 1, age: [0.6, 28] },
  accepted: { count: 7, archived: 1, age: [2, 29] },
  declined: { count: 6, archived: 2, age: [2, 29] },
};
/** Too far from the cities and states of the demo's movers: they wait for somebody who chooses others. */
const ELSEWHERE = 24;

type Member = Actor & { id: string };
interface Given {
  now: Date;
  zone: string;
  businessId: string;
  topCities: RowOf<'top_city'>[];
  topStates: RowOf<'top_state'>[];
  people: readonly [Member, Member];
  /** The number of the first one; a file may have been imported before the first start. */
  firstReference: number;
}

/** The leads of households, and what the demo's movers did with theirs. The same for the same moment. */
export function makeStateLeads({ now, zone, businessId, topCities, topStates, people, firstReference }: Given): {
  leads: Lead[];
  stories: StateLeadStory[];
  lastReference: number;
} {
  const chance = createChance(SEED);
  const world: StateLeadWorld = { chance, zone, now };
  const isInState = (place: Place) => topStates.some(({ state }) => state === place.state);
  const isNear = (place: Place) =>
    isInState(place) || topCities.some((city) => milesBetween(place, city) <= city.radius_miles);
  const homes = HOME_ZIPS.map((zip) => placeOfZip(zip)!);
  const near = [...OHIO_ZIPS.map((zip) => placeOfZip(zip)!).filter(isNear), ...homes.filter(isInState)];
  const far = homes.filter((place) => !isNear(place));
  const wished = Object.entries(PLOTS).flatMap(([plot, { count, archived, age }]) =>
    Array.from({ length: count }, (_, index) => ({
      plot: plot as Plot,
      isArchived: index < archived,
      age: age[0] + chance.fraction() * (age[1] - age[0]),
      from: near,
    })),
  );
  const others = Array.from({ length: ELSEWHERE }, () => ({
    plot: null,
    isArchived: false,
    age: 0.1 + chance.fraction() * 29,
    from: far,
  }));
  const stories: StateLeadStory[] = [];
  const leads: Lead[] = [];
  for (const [index, wish] of [...wished, ...others].toSorted((a, b) => b.age - a.age).entries()) {
    const received = new Date(now.getTime() - wish.age * DAY);
    const lead = leadOf(
      world,
      firstReference + index,
      received,
      wish.from,
      wish.plot === null || wish.plot === 'fresh',
    );
    leads.push(lead);
    if (wish.plot === null) continue;
    const story = beginStateLead(chance.id(new Date(lead.received_at)), lead, businessId);
    stories.push(story);
    play(world, story, wish.plot, wish.isArchived, people);
  }
  repeatOne(stories);
  return { leads, stories, lastReference: firstReference - 1 + leads.length };
}

/** The most that one place of the country has. */
const SHOP_LEADS = 2;

/** Households all over the country, whom no mover of the demo works for: what the marketplace lives of. */
export function makeShopLeads({ now, zone, firstReference }: Pick<Given, 'now' | 'zone' | 'firstReference'>): Lead[] {
  const chance = createChance(SEED + 1);
  const world: StateLeadWorld = { chance, zone, now };
  const wished = HOME_ZIPS.flatMap((zip) =>
    Array.from({ length: chance.between(0, SHOP_LEADS) }, () => ({
      from: placeOfZip(zip)!,
      age: 0.05 + chance.fraction() * 28,
    })),
  );
  return wished
    .toSorted((a, b) => b.age - a.age)
    .map(({ from, age }, index) =>
      leadOf(world, firstReference + index, new Date(now.getTime() - age * DAY), [from], true),
    );
}

function leadOf(
  { chance, zone }: StateLeadWorld,
  number: number,
  received: Date,
  from: Place[],
  mayLackMail: boolean,
): Lead {
  const origin = chance.pick(from);
  const destination = placeOfZip(chance.pick(HOME_ZIPS.filter((zip) => zip !== origin.zip)))!;
  const given: IntakeLead = {
    external_id: `demo-${number}`,
    client: clientOf(chance, origin, mayLackMail && number % 8 === 3),
    origin: { zip: origin.zip },
    destination: { zip: destination.zip },
    move_date: number % 9 === 5 ? null : addDays(dateIn(zone, received), chance.between(12, 80)),
    is_flexible: chance.hits(0.35),
    size: chance.pick(moveSizes),
    comment: chance.hits(0.5) ? chance.pick(CLIENT_COMMENTS) : null,
  };
  const fields = leadFields(given) as Omit<
    Lead,
    'id' | 'reference' | 'source' | 'external_id' | 'fingerprint' | 'duplicate_of' | 'received_at'
  >;
  return {
    ...fields,
    id: chance.id(received),
    reference: `H-${number}`,
    source: 'import',
    external_id: given.external_id,
    fingerprint: sha256(JSON.stringify(fields)),
    duplicate_of: null,
    received_at: received.toISOString(),
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

/** What a business did with a lead until it stood where it is to stand. */
function play(
  world: StateLeadWorld,
  story: StateLeadStory,
  plot: Plot,
  isArchived: boolean,
  people: readonly [Member, Member],
): void {
  const { chance, now, zone } = world;
  const { lead } = story;
  const steps: ((at: Date) => void)[] = [];
  const who = () => people[chance.hits(0.6) ? 0 : 1];
  const note = (probability: number) =>
    chance.hits(probability) && steps.push((at) => writeNote(world, story, at, who(), chance.pick(CALL_NOTES)));
  const price = Math.round((40_000 + lead.weight_lb * 12 + lead.miles * lead.weight_lb * 0.035) / 500) * 500;
  const quote = (amount: number) =>
    steps.push((at) =>
      sendQuote(world, story, at, who(), {
        amount,
        message: chance.pick(QUOTE_MESSAGES),
        validUntil: addDays(dateIn(zone, at), chance.between(10, 18)),
      }),
    );
  const answer = (given: 'accepted' | 'declined') =>
    steps.push((at) =>
      answerQuote(
        world,
        story,
        at,
        given,
        given === 'declined' || chance.hits(0.3)
          ? given === 'declined'
            ? chance.pick(NO_THANKS)
            : 'Please call us about the day.'
          : null,
      ),
    );
  const keep = (to: boolean) => steps.push((at) => shelve(world, story, at, who(), to));

  if (plot !== 'fresh') {
    if (plot === 'contacted' || chance.hits(0.7)) steps.push((at) => makeContact(world, story, at, who()));
    note(0.8);
    if (plot !== 'contacted') {
      if (chance.hits(0.3)) quote(Math.round(price * 1.1));
      if (plot === 'accepted' && chance.hits(0.4)) {
        quote(Math.round(price * 1.06));
        answer('declined');
      }
      quote(price);
    }
    if (plot === 'accepted' || plot === 'declined') answer(plot);
    note(0.4);
  }
  if (!isArchived && chance.hits(0.08)) {
    keep(true);
    keep(false);
  }
  if (isArchived) keep(true);

  const received = Date.parse(lead.received_at);
  const room = Math.min(now.getTime() - received - MINUTE, WORK_DAYS * DAY);
  const moments = steps.map(() => received + chance.fraction() * room).toSorted((a, b) => a - b);
  for (const [index, step] of steps.entries()) step(new Date(moments[index]!));
}

/** Somebody asked twice within a few days: the second one is suspected. */
function repeatOne(stories: StateLeadStory[]): void {
  const untouched = stories.filter(({ history }) => history.length === 1);
  const [first, second] = untouched.slice(-2).map(({ lead }) => lead) as [Lead, Lead];
  const { id, reference, external_id, received_at } = second;
  Object.assign(second, first, { id, reference, external_id, received_at, duplicate_of: first.id });
}
