import { beforeAll, expect, test } from 'vitest';
import { gestures, newStage, people, reload } from '#tests/paths/api-gestures.ts';
import type { Stage } from '#tests/paths/api-gestures.ts';
import { call, mailTo, startApplication, tokenOf } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { flipSealedByte, readPdf, sealsOf } from '#tests/platform/pdf.ts';

/** The documents that people download, each as they would, and as a PDF reader sees them. */
let application: Application;
let stage: Stage;
/** Every way to download a sealed document, with the bytes received. */
const documents = new Map<string, { content: Buffer; headers: Headers }>();

beforeAll(async () => {
  application = await startApplication();
  stage = await newStage(application, await people(application));
  let token = '';
  for (const event of [
    'quote.sent',
    'contract.sent',
    'contract.signed',
    'load.posted',
    'carrier.awarded',
    'carrier.signed',
    'contract.closed',
    'invoice.sent',
  ] as const) {
    const { status, body } = await gestures[event](stage);
    if (status >= 300) throw new Error(`${event}: ${JSON.stringify(body)}`);
    await reload(stage);
    if (event === 'contract.sent')
      token = tokenOf(await mailTo(application, stage.clientEmail, /^Please sign/), '/broker-shipper-agreement/sign');
  }
  // Each is mailed in the transaction that stores it.
  await mailTo(application, stage.clientEmail, /^Your signed agreement/);
  await mailTo(application, stage.clientEmail, /^Invoice/);
  await mailTo(application, stage.carrier.email, /signed/i);

  const { body } = await call<{ agreements: { id: string; kind: string }[] }>(
    application,
    'GET',
    `agent-lead/${stage.lead.id}`,
    { token: stage.agent.token },
  );
  const ways: [string, string, string | undefined][] = [
    ['the client’s agreement, by its link', `agent-lead/contract/signed?token=${token}`, undefined],
    ...body.agreements.map(({ id, kind }): [string, string, string] => [
      `the ${kind} agreement, by an agent`,
      `agent-lead/${stage.lead.id}/agreements/${id}`,
      stage.agent.token,
    ]),
    [
      'the job agreement, by its carrier',
      `carrier/specific-job-agreement/${stage.lead.id}/signed`,
      stage.carrier.token,
    ],
    ['the invoice, by an agent', `agent-lead/${stage.lead.id}/invoice`, stage.agent.token],
  ];
  for (const [name, path, bearer] of ways) {
    const response = await fetch(`${application.url}/api/frontend/${path}`, {
      headers: bearer ? { authorization: `Bearer ${bearer}` } : {},
    });
    if (!response.ok) throw new Error(`${name}: ${await response.text()}`);
    documents.set(name, { content: Buffer.from(await response.arrayBuffer()), headers: response.headers });
  }
});

const NAMES = [
  'the client’s agreement, by its link',
  'the broker-shipper agreement, by an agent',
  'the specific-job agreement, by an agent',
  'the job agreement, by its carrier',
  'the invoice, by an agent',
];

test('there are these', () => expect([...documents.keys()].toSorted()).toEqual(NAMES.toSorted()));

test.each(NAMES)('%s: a download whose seal is valid and covers it all', async (name) => {
  const { content, headers } = documents.get(name)!;
  expect([
    headers.get('content-type'),
    headers.get('content-disposition')?.split(';')[0],
    headers.get('cache-control'),
  ]).toEqual(['application/pdf', 'attachment', 'private, no-store']);
  expect(await sealsOf(content)).toEqual([{ isValid: true, coversAll: true }]);
  expect((await readPdf(content)).signatureFields).toBe(1);
});

test('who asks makes no difference to the bytes', () => {
  const of = (name: string) => documents.get(name)!.content;
  expect(of(NAMES[0]!).equals(of(NAMES[1]!))).toBe(true);
  expect(of(NAMES[2]!).equals(of(NAMES[3]!))).toBe(true);
});

/** Of all bytes except the signature's own, which is mostly padding. */
test.each([0.01, 0.25, 0.5, 0.75, 0.99])('one flipped byte at %f of what is sealed breaks it', async (share) => {
  const seals = await sealsOf(flipSealedByte(documents.get(NAMES[0]!)!.content, share));
  expect(seals.filter(({ isValid }) => isValid)).toEqual([]);
});

test('a seal of one document does not hold for another', async () => {
  const [agreement, invoice] = [NAMES[0]!, NAMES[4]!].map((name) => documents.get(name)!.content.toString('latin1'));
  const signature = /\/Contents <([\da-f]+)>/i;
  const moved = invoice!.replace(signature.exec(invoice!)![1]!, signature.exec(agreement!)![1]!);
  expect(await sealsOf(Buffer.from(moved, 'latin1'))).toEqual([{ isValid: false, coversAll: true }]);
});

test('what is added behind the seal is seen not to be signed', async () => {
  const added = Buffer.concat([
    documents.get(NAMES[0]!)!.content,
    Buffer.from('\n% and the client also agreed to pay twice\n'),
  ]);
  expect(await sealsOf(added)).toEqual([{ isValid: true, coversAll: false }]);
});
