import { beforeAll, expect, test } from 'vitest';
import { BUILT_IN } from '#src/api/agreement/template.ts';
import { call, startApplication } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { newCarrier, putProfile } from './carrier-api.ts';
import { readPdf } from '#tests/platform/pdf.ts';
import { contractToken, gestures, newStage, people, reload } from '#tests/paths/api-gestures.ts';
import type { People, Stage } from '#tests/paths/api-gestures.ts';

/** The texts of agreements: who may write them, what is refused, and that a sent agreement keeps its text. */
let application: Application;
let who: People;
let ann: Account;
beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
  ann = who.agent;
});

interface Body {
  version: number;
  source: string;
  versions: object[];
  detail: string;
  errors: { field: string }[];
}
const path = 'agent/agreement-templates/broker-shipper';
const read = async (kind = 'broker-shipper') =>
  (await call<Body>(application, 'GET', `agent/agreement-templates/${kind}`, { token: ann.token })).body;
const save = (version: number, source: string, by = ann, kind = 'broker-shipper') =>
  call<Body>(application, 'POST', `agent/agreement-templates/${kind}`, { token: by.token, body: { version, source } });
const OURS = `${BUILT_IN['broker-shipper'].source}\n## 12. Parking\n\nYou see to parking for the truck.\n`;

async function sent(): Promise<Stage> {
  const stage = await newStage(application, who);
  for (const event of ['quote.sent', 'contract.sent'] as const) {
    const { status, body } = await gestures[event](stage);
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    await reload(stage);
  }
  return stage;
}
const shown = async (stage: Stage) =>
  (
    await call<{ html: string }>(
      application,
      'GET',
      `agent-lead/contract/sign?token=${encodeURIComponent(await contractToken(stage))}`,
    )
  ).body.html;
const rowOf = (stage: Stage) =>
  application.database.kysely
    .selectFrom('agreement')
    .select(['template_version', 'html'])
    .where('lead_id', '=', stage.lead.id)
    .where('kind', '=', 'broker-shipper')
    .executeTakeFirstOrThrow();

test('what comes with the product is version 0; another one is for agreements from then on', async () => {
  expect(await read()).toEqual({ version: 0, source: BUILT_IN['broker-shipper'].source, versions: [] });
  const before = await sent();
  const { status, body } = await save(0, OURS);
  expect([status, body]).toEqual([
    200,
    { version: 1, source: OURS, versions: [{ version: 1, published_at: expect.any(String), actor_name: 'Ann Agent' }] },
  ]);
  const after = await sent();
  expect([await shown(before), await shown(after)].map((html) => html.includes('parking for the truck'))).toEqual([
    false,
    true,
  ]);
  expect([await rowOf(before), await rowOf(after)].map(({ template_version }) => template_version)).toEqual([
    BUILT_IN['broker-shipper'].name,
    'broker-shipper/own-1',
  ]);
  // It is signed as it was sent.
  const { html } = await rowOf(before);
  expect((await gestures['contract.signed'](before)).status).toBeLessThan(300);
  expect((await rowOf(before)).html).toBe(html);
});

test('every version stays readable', async () => {
  const textOf = async (version: number) =>
    (await call<Body>(application, 'GET', `${path}/text?version=${version}`, { token: ann.token })).body.source;
  expect([await textOf(0), await textOf(1)]).toEqual([BUILT_IN['broker-shipper'].source, OURS]);
  expect((await call(application, 'GET', `${path}/text?version=99`, { token: ann.token })).status).toBe(404);
});

test('of two who saw the same version, one is told', async () => {
  const { version } = await read();
  const answers = await Promise.all(['One.', 'Two.'].map((more) => save(version, `${OURS}\n${more}`)));
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
});

test.each([
  ['an unknown blank', `${OURS}\n{carrier pay}`, /^Line \d+: \{carrier pay\} isn’t a known blank\.$/],
  ['a missing one', OURS.replace('{charges}', ''), /^\{charges\} is missing\.$/],
])('%s is refused by name, and nothing changes', async (_, source, sentence) => {
  const before = await read();
  const { status, body } = await save(before.version, source);
  expect([status, body.detail, body.errors[0]!.field]).toEqual([422, expect.stringMatching(sentence), 'source']);
  expect(await read()).toEqual(before);
});

test('nobody without the right reads or writes them', async () => {
  expect((await save(0, OURS, who.agent2)).status).toBe(403);
  expect((await call(application, 'GET', path, { token: who.carrier.token })).status).toBe(403);
});

test('a carrier that has begun to read signs what it read', async () => {
  const carrier = async (name: string) => {
    const account = await newCarrier(application, name);
    await putProfile(application, account, { legal_name: name });
    return account;
  };
  const agreement = async ({ token }: Account) =>
    (await call<{ html: string; document_hash: string }>(application, 'GET', 'carrier/agreement', { token })).body;
  const early = await carrier('Early Reader LLC');
  const first = await agreement(early);
  expect(first.html).toContain('Early Reader LLC');
  const source = `${(await read('broker-carrier')).source}\n## 10. Radios\n\nYou carry a radio.\n`;
  expect((await save(0, source, ann, 'broker-carrier')).status).toBe(200);
  expect((await agreement(early)).document_hash).toBe(first.document_hash);
  expect((await agreement(await carrier('Late Reader LLC'))).html).toContain('You carry a radio.');
});

test('a sample is a PDF of the text that is being written, without a seal', async () => {
  for (const kind of ['broker-shipper', 'broker-carrier', 'specific-job'] as const) {
    const body = new FormData();
    body.append('source', `${BUILT_IN[kind].source}\n## 99. Preview\n\nOnly a look.\n`);
    const answer = await fetch(`${application.url}/api/frontend/agent/agreement-templates/${kind}/preview`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${ann.token}` },
    });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const pdf = Buffer.from(await answer.arrayBuffer());
    const { pages, signatureFields } = await readPdf(pdf);
    expect([pages.join(' ').includes('Only a look.'), signatureFields]).toEqual([true, 0]);
    expect(pages[0]).toContain('Sample · not an agreement');
  }
});
