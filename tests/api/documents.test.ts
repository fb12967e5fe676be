import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { sealAgreement } from '#src/api/agreement/agreement.jobs.ts';
import { agreementById } from '#src/api/agreement/agreement.repository.ts';
import { sealedFileId } from '#src/api/agreement/sealed-copy.ts';
import { leadById } from '#src/api/agent-lead/agent-lead.repository.ts';
import { invoiceFileId } from '#src/api/agent-lead/invoice.file.ts';
import { deliverInvoice } from '#src/api/agent-lead/invoice.jobs.ts';
import { tidyHourly, tidyOften } from '#src/api/worker.ts';
import { newId, sha256 } from '#src/api/database/ids.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { startApplication } from '#tests/platform/application.ts';
import { readPdf } from '#tests/platform/pdf.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

/** The worker's documents, for the leads of the demo; no worker is running, so each job is run by hand. */
let parts: ApiParts;
let dataDir: string;

beforeAll(async () => {
  ({ parts, dataDir } = await startApplication({ demoData: true, environment: { PARTS: 'api' } }));
});

const mailsOf = (kind: string) =>
  parts.database.kysely.selectFrom('mail').select(['recipient', 'subject', 'body']).where('kind', '=', kind).execute();

async function signedOne(kind: 'broker-shipper' | 'specific-job' | 'broker-carrier') {
  return parts.database.kysely
    .selectFrom('agreement')
    .selectAll()
    .where('kind', '=', kind)
    .where('state', '=', 'signed')
    .where('file_id', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
}

async function storedFiles(): Promise<number> {
  const names = await readdir(join(dataDir, 'files'), { recursive: true });
  return names.filter((name) => /[0-9a-f-]{36}$/.test(name)).length;
}

test('a signed agreement becomes one sealed file and one mail, however often its job runs', async () => {
  const { kysely } = parts.database;
  const { id, lead_id } = await signedOne('broker-shipper');
  const before = await storedFiles();
  const job = newId();
  await Promise.all([sealAgreement(parts, { id }, job), sealAgreement(parts, { id }, job)]);
  await sealAgreement(parts, { id }, job);
  const sealed = await kysely.selectFrom('agreement').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const file = await kysely.selectFrom('file').selectAll().where('id', '=', sealed.file_id!).executeTakeFirstOrThrow();
  const pdf = await parts.files.readAll(file.storage_key);
  expect([pdf.subarray(0, 5).toString(), sha256(pdf), file.media_type]).toEqual([
    '%PDF-',
    sealed.signed_hash,
    'application/pdf',
  ]);
  expect(await storedFiles()).toBe(before + 1);
  const contract = await kysely
    .selectFrom('contract')
    .select('signed_file_id')
    .where('lead_id', '=', lead_id!)
    .executeTakeFirstOrThrow();
  expect(contract.signed_file_id).toBe(file.id);
  const lead = await kysely
    .selectFrom('agent_lead')
    .select(['client_email', 'reference'])
    .where('id', '=', lead_id!)
    .executeTakeFirstOrThrow();
  const mails = await mailsOf('signed-copy');
  expect(mails.map((mail) => [mail.recipient, mail.body.attachments])).toEqual([
    [
      lead.client_email,
      [
        {
          fileKey: file.storage_key,
          name: `Moving services agreement ${lead.reference}.pdf`,
          mediaType: 'application/pdf',
        },
      ],
    ],
  ]);
});

test('the carrier gets its copy of the job agreement, and hears of it live', async () => {
  const { kysely } = parts.database;
  const { id, carrier_id, lead_id } = await signedOne('specific-job');
  await sealAgreement(parts, { id }, newId());
  const { email } = await kysely
    .selectFrom('carrier')
    .select('email')
    .where('id', '=', carrier_id!)
    .executeTakeFirstOrThrow();
  const mails = await mailsOf('job-signed');
  expect(mails.map((mail) => mail.recipient)).toEqual([email]);
  expect(JSON.stringify(mails[0]!.body)).toContain(`/load-board/leads/open?load=${lead_id}`);
  const told = await kysely
    .selectFrom('live_event')
    .select(['noun', 'audience'])
    .where('subject_id', '=', lead_id!)
    .orderBy('sequence')
    .execute();
  expect(told.slice(-2)).toEqual([
    { noun: 'agent-lead', audience: 'agents' },
    { noun: 'load', audience: `carrier:${carrier_id}` },
  ]);
});

test('whoever opens a signed agreement first has it printed, and its signer is still mailed a copy', async () => {
  const { kysely } = parts.database;
  const { id } = await signedOne('broker-carrier');
  const [files, mails] = [await storedFiles(), (await mailsOf('agreement-signed')).length];
  const opened = await Promise.all(
    Array.from({ length: 5 }, async () => sealedFileId(parts, await agreementById(kysely, id))),
  );
  const { file_id, signed_hash } = await agreementById(kysely, id);
  expect(opened).toEqual(Array(5).fill(file_id));
  const file = await kysely.selectFrom('file').selectAll().where('id', '=', file_id!).executeTakeFirstOrThrow();
  expect([sha256(await parts.files.readAll(file.storage_key)), await storedFiles()]).toEqual([signed_hash, files + 1]);
  expect(await mailsOf('agreement-signed')).toHaveLength(mails);
  await sealAgreement(parts, { id }, newId());
  expect([await storedFiles(), (await mailsOf('agreement-signed')).length]).toEqual([files + 1, mails + 1]);
});

test('an agreement that nobody has signed has no sealed file', async () => {
  const { kysely } = parts.database;
  const waiting = await kysely
    .selectFrom('agreement')
    .selectAll()
    .where('state', 'in', ['sent', 'opened'])
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  await sealAgreement(parts, { id: waiting.id }, newId());
  expect([await sealedFileId(parts, waiting), (await agreementById(kysely, waiting.id)).file_id]).toEqual([null, null]);
});

test('an invoice is printed once and mailed once for each job', async () => {
  const { kysely } = parts.database;
  const invoice = await kysely.selectFrom('invoice').selectAll().orderBy('number').limit(1).executeTakeFirstOrThrow();
  const fileId = async () =>
    (await kysely.selectFrom('invoice').select('file_id').where('id', '=', invoice.id).executeTakeFirstOrThrow())
      .file_id;
  const [first, second] = [newId(), newId()];
  await Promise.all([
    deliverInvoice(parts, { id: invoice.id }, first),
    deliverInvoice(parts, { id: invoice.id }, first),
  ]);
  const printed = await fileId();
  await deliverInvoice(parts, { id: invoice.id }, first);
  expect(await mailsOf('invoice')).toHaveLength(1);
  await deliverInvoice(parts, { id: invoice.id }, second);
  const mails = await mailsOf('invoice');
  expect(mails.map((mail) => mail.body.attachments[0].name)).toEqual([
    `Invoice ${invoice.number}.pdf`,
    `Invoice ${invoice.number}.pdf`,
  ]);
  expect(await fileId()).toBe(printed);
});

test('whoever opens an invoice first has it printed, with the client’s name as of the day it was issued', async () => {
  const { kysely } = parts.database;
  const { lead_id: leadId } = await kysely
    .selectFrom('invoice')
    .select('lead_id')
    .where('file_id', 'is', null)
    .orderBy('number')
    .limit(1)
    .executeTakeFirstOrThrow();
  const lead = await leadById(kysely, leadId);
  await kysely.updateTable('agent_lead').set({ client_name: 'Later Name' }).where('id', '=', leadId).execute();
  const files = await storedFiles();
  const [opened, other] = await Promise.all([
    invoiceFileId(parts, await leadById(kysely, leadId)),
    invoiceFileId(parts, lead),
  ]);
  expect([other, await storedFiles()]).toEqual([opened, files + 1]);
  const file = await kysely.selectFrom('file').selectAll().where('id', '=', opened!).executeTakeFirstOrThrow();
  const text = (await readPdf(await parts.files.readAll(file.storage_key))).pages.join('\n');
  expect(text).toContain(lead.client_name);
  expect(text).not.toContain('Later Name');
});

test('agreements expire by their lifecycle when their time has run out, and not before', async () => {
  const { kysely } = parts.database;
  const states = async () => {
    const rows = await kysely
      .selectFrom('agreement')
      .select(['state', ({ fn }) => fn.countAll<number>().as('count')])
      .groupBy('state')
      .execute();
    return Object.fromEntries(rows.map((row) => [row.state, Number(row.count)])) as Record<string, number>;
  };
  const before = await states();
  await tidyHourly(parts);
  await tidyOften(parts);
  expect(await states()).toEqual(before);
  await tidyHourly({ ...parts, now: () => new Date(Date.now() + 15 * DAY) });
  const { sent = 0, opened = 0, ...others } = before;
  expect(sent + opened).toBeGreaterThan(10);
  expect(await states()).toEqual({ ...others, expired: (before.expired ?? 0) + sent + opened });
});
