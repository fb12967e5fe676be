import { MINUTE } from '#src/machines/calendar/durations.ts';
import type { CreateLead } from '#src/api/agent-lead/agent-lead.schemas.ts';
import { keepCompliantDays } from '#src/api/carrier/compliance.repository.ts';
import type { CarrierRow } from '#src/api/carrier/carrier.repository.ts';
import type { Tx } from '#src/api/database/write.ts';
import { dateIn } from '#src/machines/calendar/days.ts';
import { createChance } from './chance.ts';
import type { Chance } from './chance.ts';
import type { DemoAccount, DemoEmail } from './demo-accounts.ts';
import { attachmentSteps } from './demo-attachments.ts';
import { makeCarriers } from './demo-carriers.ts';
import { plainPdf } from './demo-files.ts';
import { lastPickUpDay, makeLead } from './demo-leads.ts';
import { archiveStep, plotOf } from './demo-plots.ts';
import type { Papers, Plot, Step } from './demo-plots.ts';
import { tryInVain } from './demo-refusals.ts';
import { insertRows } from './demo-rows.ts';
import { scheduleOf } from './demo-times.ts';
import { begin, joinBrokerage } from './lead-story.ts';
import type { Story, World } from './lead-story.ts';
import { play } from './past.ts';
import type { Content, Happening, Past } from './past.ts';

/** How many leads end in each state; some of each are archived. */
const COUNTS: Record<Plot, number> = {
  new: 26,
  'follow-up': 30,
  'quote-sent': 29,
  accepted: 3,
  'contract-sent': 20,
  contracted: 16,
  'award-carrier': 26,
  'awaiting-carrier': 12,
  'in-progress': 15,
  closed: 8,
  invoiced: 9,
  paid: 14,
};
/** Every nth lead of a plot is archived in the end. */
const ARCHIVED: Partial<Record<Plot, number>> = {
  new: 9,
  'follow-up': 8,
  'quote-sent': 10,
  'contract-sent': 12,
  contracted: 14,
  'award-carrier': 20,
  paid: 13,
};
const CARRIER_SEED = 20_240;
const SEED = 20_242;

/** A lead, and its events with their times. */
interface Plan {
  world: World;
  given: CreateLead;
  agent: Story['agent'];
  created: Date;
  steps: { at: Date; run: Step['run'] }[];
}

interface CarriersGiven {
  now: Date;
  accounts: Record<DemoEmail, DemoAccount>;
}

/** The same at each call with the same time and accounts. */
const carriersOf = ({ now, accounts }: CarriersGiven, zone: string, chance: Chance) =>
  makeCarriers(chance, now, dateIn(zone, now), {
    known: CARRIERS.map((email) => accounts[email]),
    emails: [...CARRIERS],
  });

/** The brokerage's carriers, before it has their papers. */
export async function addCarriers(
  tx: Tx,
  zone: string,
  { passwordHash, ...given }: CarriersGiven & { passwordHash: string },
): Promise<void> {
  const { accounts, carriers } = carriersOf(given, zone, createChance(CARRIER_SEED));
  await insertRows(
    tx,
    'account',
    accounts.map((account) => ({ ...account, password_hash: passwordHash })),
  );
  await insertRows(
    tx,
    'carrier',
    carriers.map(({ row }) => row),
  );
}

/** Their papers; all but the newest signed the brokerage's agreement long ago. */
export async function bringCarriers(tx: Tx, past: Past, given: CarriersGiven): Promise<void> {
  const chance = createChance(CARRIER_SEED);
  const { carriers, files } = carriersOf(given, past.parts.brokerage.zone, chance);
  await insertStored(tx, past, files, given.now);
  await insertRows(
    tx,
    'insurance_policy',
    carriers.flatMap(({ policies }) => policies),
  );
  await keepCompliantDays(
    tx,
    carriers.map(({ row }) => row.id),
  );
  await play(
    past,
    carriers.flatMap(({ row, joins }): Happening[] =>
      joins ? [{ at: joins, run: () => joinBrokerage({ tx, past, chance }, row) }] : [],
    ),
  );
}

const CARRIERS = ['carrier@demo.test', 'carrier2@demo.test', 'newcarrier@demo.test'] as const;
/**
 * Weeks of work at a brokerage: leads arrive and progress through the product's own calls, in chronological order. The
 * same seed gives the same leads.
 */
export async function tellOfBrokerage(tx: Tx, past: Past, now: Date, agents: readonly Story['agent'][]): Promise<void> {
  const { zone } = past.parts.brokerage;
  // USDOT numbers increase with the position in the list of carriers.
  const carriers = await tx.selectFrom('carrier').selectAll().orderBy('usdot').execute();
  const brokerage = { tx, past, zone, now, carriers: byId(carriers) };
  const plans = makePlans(brokerage, agents, dateIn(zone, now));
  await play(past, plans.flatMap(happeningsOf));
}

const byId = (carriers: CarrierRow[]) => new Map(carriers.map((carrier) => [carrier.id, carrier]));

function makePlans(brokerage: Omit<World, 'chance'>, agents: readonly Story['agent'][], today: string): Plan[] {
  let leads = 0;
  return Object.entries(COUNTS).flatMap(([name, count]) => {
    const plot = name as Plot;
    const made: Plan[] = [];
    for (let index = 0; index < count; index++) {
      // Each lead has its own randomness, so that it does not depend on what happens to others.
      const chance = createChance(SEED + ++leads);
      const world: World = { ...brokerage, chance };
      const times = scheduleOf(world, plot, index, today);
      const agent = agents[chance.hits(0.56) ? 0 : 1]!;
      // The second new lead requests the same move as the first: someone submitted the form twice.
      const twin = plot === 'new' && index === 1 ? askedAgain(made[0]!.given) : undefined;
      const isEarly = plot === 'new' || plot === 'follow-up';
      const given =
        twin ??
        makeLead(chance, {
          moveDate: plot === 'new' && index % 9 === 5 ? null : times.moveDate,
          hasEmail: !(isEarly && index % 11 === 7),
          hasInventory: !(plot === 'new' && index % 3 === 2),
        });
      // Without an email address no quote can be sent; such a lead waits for a call.
      const { sales, after } = plotOf(world, plot === 'follow-up' && !given.client.email ? 'new' : plot, {
        followUpDate: times.followUpDate,
        papers,
      });
      const archived = ARCHIVED[plot];
      const isArchived = archived !== undefined && index % archived === archived - 1;
      const { created, steps } = times.place(
        [...attachmentSteps(world, plot, index), ...sales],
        isArchived ? [...after, archiveStep(world)] : after,
        lastPickUpDay(given),
        after.length > 0,
      );
      made.push({ world, given, agent, created, steps });
    }
    return made;
  });
}

/** Differences that a merge of the two must choose between. */
const askedAgain = (given: CreateLead): CreateLead => ({
  ...given,
  source: 'Referral',
  notes: 'Asked a second time: needs packing, too, and would like a call before noon.',
});

function happeningsOf({ world, given, agent, created, steps }: Plan): Happening[] {
  const { chance, now } = world;
  let story: Story;
  const told: Happening[] = [
    {
      at: created,
      run: async () => void (story = await begin(world, given, agent)),
    },
    ...steps.map(({ at, run }) => ({ at, run: () => run(story) })),
  ];
  return told.flatMap((happening, index) => {
    const at = new Date(happening.at.getTime() + chance.between(1, 25) * MINUTE);
    if (!chance.hits(0.16) || at >= now || at >= (told[index + 1]?.at ?? now)) return [happening];
    return [happening, { at, run: () => tryInVain(world, story) }];
  });
}

async function insertStored(tx: Tx, past: Past, files: (Content & { id: string })[], now: Date): Promise<void> {
  const rows = [];
  for (const file of files) {
    const { key, name, mediaType, size, sha256 } = await past.store(file);
    rows.push({
      id: file.id,
      storage_key: key,
      name,
      media_type: mediaType,
      size,
      sha256,
      created_at: now.toISOString(),
    });
  }
  await tx.insertInto('file').values(rows).execute();
}

const about = ({ lead }: Story) => [
  `Reference ${lead.reference}`,
  `Client: ${lead.client_name}`,
  `From ${lead.origin_city}, ${lead.origin_state} to ${lead.destination_city}, ${lead.destination_state}`,
];
const paper = (name: string, lines: string[]): Content => ({
  name: `${name}.pdf`,
  mediaType: 'application/pdf',
  content: plainPdf(lines),
});

const papers: Papers = {
  signedPaper: (story) =>
    paper(`Signed agreement ${story.lead.reference}`, [
      'Moving services agreement',
      ...about(story),
      'Signed by the client by hand.',
    ]),
  statement: (story) =>
    paper(`Completion of work ${story.lead.reference}`, [
      'Completion-of-work statement',
      ...about(story),
      'All goods were delivered. The client has no open claims today.',
      'Signed by the client and the crew leader.',
    ]),
};
