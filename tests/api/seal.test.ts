import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gestures, newStage, people, reload } from '#tests/paths/api-gestures.ts';
import type { Stage } from '#tests/paths/api-gestures.ts';
import { call, mailTo, startApplication, tokenOf } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';

/** The documents that people take away, downloaded as each of them does, in the eyes of another program (poppler's). */
let application: Application;
let stage: Stage;
let folder: string;
/** Every way to a sealed document, with the bytes that came. */
const documents = new Map<string, { content: Buffer; headers: Headers }>();

const hasReader = (() => {
  try {
    execFileSync('pdfsig', ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();
const needsReader = hasReader ? '' : ' (skipped: pdfsig of poppler-utils is not installed)';

beforeAll(async () => {
  if (!hasReader) return;
  folder = await mkdtemp(join(tmpdir(), 'seal-test-'));
  afterAll(() => rm(folder, { recursive: true }));
  application = await startApplication();
  stage = await newStage(application, await people(application));
  let token = '';
  for (const event of ['quote.sent', 'contract.sent', 'contract.signed', 'load.posted', 'carrier.awarded', 'carrier.signed', 'contract.closed', 'invoice.sent'] as const) {
    const { status, body } = await gestures[event](stage);
    if (status >= 300) throw new Error(`${event}: ${JSON.stringify(body)}`);
    await reload(stage);
    if (event === 'contract.sent') token = tokenOf(await mailTo(application, stage.clientEmail, /^Please sign/), '/broker-shipper-agreement/sign');
  }
  // Each is mailed in the transaction that stores it.
  await mailTo(application, stage.clientEmail, /^Your signed agreement/);
  await mailTo(application, stage.clientEmail, /^Invoice/);
  await mailTo(application, stage.carrier.email, /signed/i);

  const { body } = await call<{ agreements: { id: string; kind: string }[] }>(application, 'GET', `agent-lead/${stage.lead.id}`, { token: stage.agent.token });
  const ways: [string, string, string | undefined][] = [
    ['the client’s agreement, by its link', `agent-lead/contract/signed?token=${token}`, undefined],
    ...body.agreements.map(({ id, kind }): [string, string, string] => [`the ${kind} agreement, by an agent`, `agent-lead/${stage.lead.id}/agreements/${id}`, stage.agent.token]),
    ['the job agreement, by its carrier', `carrier/specific-job-agreement/${stage.lead.id}/signed`, stage.carrier.token],
    ['the invoice, by an agent', `agent-lead/${stage.lead.id}/invoice`, stage.agent.token],
  ];
  for (const [name, path, bearer] of ways) {
    const response = await fetch(`${application.url}/api/frontend/${path}`, { headers: bearer ? { authorization: `Bearer ${bearer}` } : {} });
    if (!response.ok) throw new Error(`${name}: ${await response.text()}`);
    documents.set(name, { content: Buffer.from(await response.arrayBuffer()), headers: response.headers });
  }
});

async function verdictOn(pdf: Buffer): Promise<string> {
  const path = join(folder, 'read.pdf');
  await writeFile(path, pdf);
  return execFileSync('pdfsig', [path], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

const NAMES = [
  'the client’s agreement, by its link',
  'the broker-shipper agreement, by an agent',
  'the specific-job agreement, by an agent',
  'the job agreement, by its carrier',
  'the invoice, by an agent',
];

describe.skipIf(!hasReader)(`sealed documents in another program${needsReader}`, () => {
  test('there are these', () => expect([...documents.keys()].toSorted()).toEqual(NAMES.toSorted()));

  test.each(NAMES)('%s: a download whose seal is valid and covers it all', async (name) => {
    const { content, headers } = documents.get(name)!;
    expect([headers.get('content-type'), headers.get('content-disposition')?.split(';')[0], headers.get('cache-control')]).toEqual(['application/pdf', 'attachment', 'private, no-store']);
    const verdict = await verdictOn(content);
    expect(verdict).toContain('Signature Validation: Signature is Valid.');
    expect(verdict).toContain('Total document signed');
    expect(verdict.match(/^Signature #/gm)).toHaveLength(1);
  });

  test('who asks makes no difference to the bytes', () => {
    const of = (name: string) => documents.get(name)!.content;
    expect(of(NAMES[0]!).equals(of(NAMES[1]!))).toBe(true);
    expect(of(NAMES[2]!).equals(of(NAMES[3]!))).toBe(true);
  });

  /** Of all bytes but the signature's own, which is full of fill. */
  test.each([0.01, 0.25, 0.5, 0.75, 0.99])('one flipped byte at %f of what is sealed breaks it', async (share) => {
    const { content } = documents.get(NAMES[0]!)!;
    const [, from, length, next, rest] = /\/ByteRange \[(\d+) (\d+) (\d+) (\d+)\s*\]/.exec(content.toString('latin1'))!.map(Number);
    expect([from, next! + rest!]).toEqual([0, content.length]);
    const place = Math.floor((length! + rest!) * share);
    const flipped = Buffer.from(content);
    flipped[place < length! ? place : place - length! + next!]! ^= 1;
    const verdict = await verdictOn(flipped).catch(() => 'unreadable');
    expect(verdict).not.toContain('Signature is Valid');
  });

  test('what is added behind the seal is seen not to be signed', async () => {
    const added = Buffer.concat([documents.get(NAMES[0]!)!.content, Buffer.from('\n% and the client also agreed to pay twice\n')]);
    expect(await verdictOn(added)).not.toContain('Total document signed');
  });
});
