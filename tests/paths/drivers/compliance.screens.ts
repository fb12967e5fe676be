import { keepCompliantDays } from '#src/api/carrier/compliance.repository.ts';
import type { Page } from '@playwright/test';
import { createMachine, initialTransition } from 'xstate';
import { REQUIREMENTS } from '#src/machines/carrier/compliance.lifecycle.ts';
import type { ComplianceEvent, Requirement, RequiredCover } from '#src/machines/carrier/compliance.lifecycle.ts';
import { newCarrier, profileOf, putProfile, readAgreement, sign, uploadPolicy } from '#tests/api/carrier-api.ts';
import { signInAgain } from '#tests/api/rights-world.ts';
import { seen } from '#tests/platform/seen.ts';
import { call } from '#tests/platform/application.ts';
import type { Account } from '#tests/platform/application.ts';
import { startSession } from '../agent-page.ts';
import { differences } from '../run/differences.ts';
import { compliance } from '../models/compliance.model.ts';
import { stepFrom } from '../models/path-model.ts';
import { NotHere } from '../run/world.ts';
import type { Own, World } from '../run/world.ts';
import type { Edge } from '../tool/walk.ts';
import { screenDriver } from './screen-driver.ts';
import type { Gesture } from './screen-driver.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

interface Stage {
  world: World;
  own: Own;
  agent: Account;
  carrier: Account;
  theirs: Page;
  /** The carrier's page, once its board is open. */
  board: Page | null;
}

interface Judged {
  compliance: { requirement: Requirement; state: string; starts: string | null; blocks: string[] }[];
  gaps: string[];
}

const dateIn = ({ own }: Stage, days: number): string =>
  new Date(own.parts.now().getTime() + days * DAY).toISOString().slice(0, 10);

/** The states of the lifecycle, as the checklist puts them. */
const WORDS: Record<string, string> = {
  signed: 'Signed',
  unsigned: 'Not signed',
  active: 'Confirmed',
  pending: 'Not confirmed yet',
  revoked: 'Revoked',
  missing: 'Missing',
  'in-force': 'In force until ',
  ended: 'Ended ',
};

const statesAt = (key: string) =>
  Object.fromEntries(key.split('.').map((state, index) => [REQUIREMENTS[index]!, state])) as Record<
    Requirement,
    string
  >;

/** The region of the lifecycle to which an event belongs. */
export function regionOf(event: string): Requirement {
  const told = compliance.events[event]!.event as unknown as ComplianceEvent;
  return 'kind' in told ? told.kind : told.type === 'agreement.signed' ? 'agreement' : 'authority';
}

/**
 * What can really happen to a carrier that has at most one policy of each kind, and no job for the cover to last
 * through.
 */
const REAL: Record<string, [from: string[], to: string]> = {
  'policy.added': [['missing', 'ended'], 'in-force'],
  'policy.removed': [['in-force', 'ended'], 'missing'],
  'policy.ended': [['in-force'], 'ended'],
  'policy.started': [['missing'], 'in-force'],
};
function isReal({ event, from, to }: Edge): boolean {
  const region = regionOf(event);
  const real = REAL[event.split(' ')[0]!];
  return !real || (real[0].includes(statesAt(from)[region]) && statesAt(to)[region] === real[1]);
}

/** A snapshot in which nothing can happen, for events that cannot occur in a place. */
const [nothing] = initialTransition(createMachine({}));
const isNamed = (event: string): boolean => !event.startsWith('policy.') || event.includes(' ');
function canBe(place: unknown, event: string): boolean {
  const step = stepFrom(compliance, place, event);
  return step === null || isReal({ event, from: compliance.keyOf(place), to: compliance.keyOf(step.to) });
}

/** The lifecycle, limited to such a carrier; for policies, only the events that name a kind. */
const model: typeof compliance = {
  ...compliance,
  events: Object.fromEntries(
    Object.entries(compliance.events).flatMap(([name, words]) =>
      isNamed(name) ? [[name, { ...words, facts: { event: name } }]] : [],
    ),
  ),
  snapshot: (place, facts) =>
    canBe(place, (facts as { event: string }).event) ? compliance.snapshot(place, facts) : nothing,
};

const told = async ({ world, carrier }: Stage) =>
  (await call<Judged>(world, 'GET', 'carrier/profile', { token: carrier.token })).body;
const policyOf = async ({ own, carrier }: Stage, kind: RequiredCover) =>
  (await profileOf(own, carrier)).body.insurance.find((policy) => policy.kind === kind)!;

async function days(stage: Stage, count: number): Promise<void> {
  stage.own.clock.ahead += count * DAY;
  for (const one of [stage.agent, stage.carrier]) await signInAgain(stage.own, one);
}
const judged =
  (authority: string): Gesture<Stage> =>
  ({ world, agent, carrier }) =>
    call(world, 'PATCH', `agent/carriers/${carrier.carrierId}`, { token: agent.token, body: { authority } });

const ofKind =
  (act: (stage: Stage, kind: RequiredCover) => Promise<unknown>): Gesture<Stage> =>
  async (stage, step) => {
    if (!isReal(step)) throw new NotHere('With one policy of a kind, and no job to reach to, it does not come about.');
    await act(stage, regionOf(step.event) as RequiredCover);
  };

const gestures: Record<ComplianceEvent['type'], Gesture<Stage>> = {
  'agreement.signed': async ({ own, carrier }) => {
    await putProfile(own, carrier, { legal_name: 'Walked Movers LLC' });
    const { body } = await readAgreement(own, carrier);
    return sign(own, carrier, body.document_hash);
  },
  'authority.activated': judged('active'),
  'authority.revoked': judged('revoked'),
  'authority.reopened': judged('pending'),
  'policy.added': ofKind(async (stage, kind) => {
    // An ended policy is removed, so that at most one of the kind is on record.
    const held = await policyOf(stage, kind);
    await uploadPolicy(stage.own, stage.carrier, {
      kind,
      effective: dateIn(stage, -3),
      expiration_date: dateIn(stage, 400),
    });
    if (held) await call(stage.world, 'DELETE', `carrier/insurance/${held.id}`, { token: stage.carrier.token });
  }),
  'policy.removed': ofKind(async (stage, kind) =>
    call(stage.world, 'DELETE', `carrier/insurance/${(await policyOf(stage, kind)).id}`, {
      token: stage.carrier.token,
    }),
  ),
  'policy.started': ofKind(async (stage, kind) => {
    await uploadPolicy(stage.own, stage.carrier, {
      kind,
      effective: dateIn(stage, 3),
      expiration_date: dateIn(stage, 400),
    });
    const early = (await told(stage)).compliance.find(({ requirement }) => requirement === kind)!;
    if (early.state !== 'missing' || early.starts !== dateIn(stage, 3))
      throw new Error(`Before its first day the policy is ${early.state} until ${early.starts}.`);
    await days(stage, 4);
  }),
  'policy.ended': ofKind(async (stage, kind) => {
    // Its last day is moved closer, so that the other kind does not end at the same time.
    await stage.own.database.kysely
      .updateTable('insurance_policy')
      .set({ expiration: dateIn(stage, 2) })
      .where('id', '=', (await policyOf(stage, kind)).id)
      .execute();
    await keepCompliantDays(stage.own.database.kysely, [stage.carrier.carrierId]);
    const { gaps } = await told(stage);
    if (gaps.join().includes(`the ${kind} insurance ended`))
      throw new Error(`On its last days the policy has ended: ${gaps.join('; ')}.`);
    await days(stage, 4);
  }),
};

async function open(
  { world }: Pick<Stage, 'world'>,
  portal: 'load-board' | 'agent-portal',
  { email }: Account,
): Promise<Page> {
  const page = await world.guestPage({ viewport: { width: 1280, height: 720 }, allow: [/401/] });
  await startSession(page, world.url, portal, email);
  return page;
}

async function seeList(page: Page, address: string, states: Record<Requirement, string>): Promise<void> {
  await page.goto(address);
  await seen(page.getByRole('list', { name: 'Compliance' }).getByRole('listitem')).toHaveText(
    REQUIREMENTS.map((requirement) => new RegExp(WORDS[states[requirement]]!)),
  );
}

function mustBeSame(what: string, first: unknown, second: unknown): void {
  const found = differences(first, second);
  if (found.length > 0) throw new Error(`${what}: ${found.join('; ')}`);
}

/**
 * What a carrier, an agent, and the clock do through the API, and what carrier and agent see there and on their
 * screens.
 */
export const driver = screenDriver<Stage, ComplianceEvent['type']>({
  model,
  environment: {},
  async begin(world) {
    const own = world.own('let days pass');
    own.clock.ahead = 0;
    const agent = await world.account('agent');
    await signInAgain(own, agent);
    return {
      world,
      own,
      agent,
      carrier: await newCarrier(own, 'Walked Movers LLC'),
      theirs: await open({ world }, 'agent-portal', agent),
      board: null,
    };
  },
  gestures,
  // For policies, the events of each kind differ only in how far the cover reaches afterwards.
  more: Object.fromEntries(
    Object.keys(compliance.events).map((name) => [name, gestures[name.split(' ')[0] as ComplianceEvent['type']]]),
  ),
  async see(stage, { to }) {
    const { world, agent, carrier } = stage;
    const states = statesAt(to);
    const own = await told(stage);
    mustBeSame(
      'What the API says',
      states,
      Object.fromEntries(own.compliance.map(({ requirement, state }) => [requirement, state])),
    );
    const { body } = await call<Judged>(world, 'GET', `agent/carriers/${carrier.carrierId}/details`, {
      token: agent.token,
    });
    mustBeSame('The agent reads otherwise', [own.compliance, own.gaps], [body.compliance, body.gaps]);
    const blocking = own.compliance.filter(({ blocks }) => blocks.length > 0);
    if (blocking.length !== own.gaps.length)
      throw new Error(`${blocking.length} block, and the gaps are: ${own.gaps.join('; ')}.`);
    // The board opens with the signature.
    if (states.agreement === 'signed') {
      stage.board ??= await open(stage, 'load-board', carrier);
      await seeList(stage.board, `${world.url}/load-board/settings/general`, states);
    }
    await seeList(stage.theirs, `${world.url}/agent-portal/carriers/${carrier.carrierId}`, states);
  },
});
