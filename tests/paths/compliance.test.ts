import { expect as seen } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { newCarrier, profileOf, putProfile, readAgreement, sign, uploadPolicy } from '#tests/api/carrier-api.ts';
import { signInAgain } from '#tests/api/rights-world.ts';
import type { RequiredCover } from '#src/machines/carrier/compliance.lifecycle.ts';
import { PASSWORD } from '#tests/platform/application.ts';
import { launchBrowser, newPage } from '#tests/platform/chromium.ts';
import { complianceWalk } from './compliance.paths.ts';
import type { ComplianceStep } from './compliance.paths.ts';

/** The walk of the compliance law by a carrier, an agent and the clock: what the API says of it, and what both see on their screens. */
const DAY = 86_400_000;
let ahead = 0;
const now = () => new Date(Date.now() + ahead * DAY);
const dateIn = (days: number) => new Date(now().getTime() + days * DAY).toISOString().slice(0, 10);

/** The states of the law in the words of the checklist. */
const words: Record<string, string> = {
  signed: 'Signed',
  unsigned: 'Not signed',
  active: 'Confirmed',
  pending: 'Not confirmed yet',
  revoked: 'Revoked',
  missing: 'Missing',
  'in-force': 'In force until ',
  ended: 'Ended ',
};
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => browser?.close());

async function enter({ application }: World, portal: 'load-board' | 'agent-portal', { email }: Account): Promise<Page> {
  const page = await newPage(browser, { allow: [/401/] });
  await page.goto(`${application.url}/auth/${portal}/login`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((address) => !address.pathname.endsWith('/login'));
  return page;
}

async function see(page: Page, path: string, { value }: ComplianceStep): Promise<void> {
  await page.goto(path);
  const shown = ['agreement', 'authority', 'liability', 'cargo'].map((region) => new RegExp(words[value[region as keyof typeof value]]!));
  await seen(page.getByRole('list', { name: 'Compliance' }).getByRole('listitem')).toHaveText(shown);
}

interface World {
  application: Application;
  agent: Account;
  carrier: Account;
}

const policyOf = async ({ application, carrier }: World, kind: RequiredCover) => (await profileOf(application, carrier)).body.insurance.find((policy) => policy.kind === kind)!;

async function days(world: World, count: number): Promise<void> {
  ahead += count;
  for (const one of [world.agent, world.carrier]) await signInAgain(world.application, one);
}
const judged = ({ application, agent, carrier }: World, authority: string) => call(application, 'PATCH', `agent/carriers/${carrier.carrierId}`, { token: agent.token, body: { authority } });

const gestures: Record<ComplianceStep['event'], (world: World, kind: RequiredCover) => Promise<unknown>> = {
  'agreement.signed': async ({ application, carrier }) => {
    await putProfile(application, carrier, { legal_name: 'Walked Movers LLC' });
    const { body } = await readAgreement(application, carrier);
    return sign(application, carrier, body.document_hash);
  },
  'authority.activated': (world) => judged(world, 'active'),
  'authority.revoked': (world) => judged(world, 'revoked'),
  'authority.reopened': (world) => judged(world, 'pending'),
  'policy.added': async (world, kind) => {
    // What has ended makes room, so that at most one of the kind is on record.
    const held = await policyOf(world, kind);
    await uploadPolicy(world.application, world.carrier, { kind, effective: dateIn(-3), expiration_date: dateIn(400) });
    if (held) await call(world.application, 'DELETE', `carrier/insurance/${held.id}`, { token: world.carrier.token });
  },
  'policy.removed': async (world, kind) => call(world.application, 'DELETE', `carrier/insurance/${(await policyOf(world, kind)).id}`, { token: world.carrier.token }),
  'policy.started': async (world, kind) => {
    await uploadPolicy(world.application, world.carrier, { kind, effective: dateIn(3), expiration_date: dateIn(400) });
    const early = await profileOf(world.application, world.carrier);
    expect((early.body as unknown as { compliance: { requirement: string; state: string }[] }).compliance.find(({ requirement }) => requirement === kind)!.state).toBe('missing');
    return days(world, 4);
  },
  'policy.ended': async (world, kind) => {
    const { id } = await policyOf(world, kind);
    // Its last day is brought near, so that the other kind does not end with it.
    await world.application.database.kysely.updateTable('insurance_policy').set({ expiration: dateIn(2) }).where('id', '=', id).execute();
    expect((await profileOf(world.application, world.carrier)).body.gaps.join()).not.toContain(`the ${kind} insurance ended`);
    return days(world, 4);
  },
};

test('every event from every state, and the carrier and the agent read and see what the law says', async () => {
  const application = await startApplication({ now });
  const world: World = { application, agent: await signedIn(application, 'agent', 'Ann Agent'), carrier: await newCarrier(application, 'Walked Movers LLC') };
  const walk = complianceWalk();
  let own: Page | null = null;
  const theirs = await enter(world, 'agent-portal', world.agent);
  expect(new Set(walk.map(({ event }) => event)).size).toBe(Object.keys(gestures).length);
  for (const [index, { event, kind, value }] of walk.entries()) {
    await gestures[event](world, kind!);
    const { token } = world.agent;
    type Read = { compliance: { requirement: string; state: string; blocks: string[] }[]; gaps: string[] };
    const told = (await profileOf(application, world.carrier)).body as unknown as Read;
    const seen = (await call<Read>(application, 'GET', `agent/carriers/${world.carrier.carrierId}/details`, { token })).body;
    const states = Object.fromEntries(told.compliance.map(({ requirement, state }) => [requirement, state]));
    expect([index, event, kind, states]).toEqual([index, event, kind, value]);
    expect([seen.compliance, seen.gaps]).toEqual([told.compliance, told.gaps]);
    expect(told.gaps).toHaveLength(told.compliance.filter(({ blocks }) => blocks.length > 0).length);
    // The board opens with the signature.
    if (value.agreement === 'signed') {
      own ??= await enter(world, 'load-board', world.carrier);
      await see(own, `${application.url}/load-board/settings/general`, walk[index]!);
    }
    await see(theirs, `${application.url}/agent-portal/carriers/${world.carrier.carrierId}`, walk[index]!);
  }
}, 240_000);
