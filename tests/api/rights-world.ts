import { fold } from '#src/api/subscription/fold.ts';
import { customerOf } from '#src/api/subscription/provider.ts';
import { vi } from 'vitest';
import { newId } from '#src/api/database/ids.ts';
import { inTransaction } from '#src/api/database/write.ts';
import { takeLead } from '#src/api/state-lead/state-lead.intake.ts';
import { STATE_LEAD_MODEL_VERSION } from '#src/machines/state-lead/state-lead.lifecycle.ts';
import { gestures, newStage, PDF, reload } from '#tests/paths/api-gestures.ts';
import type { Stage } from '#tests/paths/api-gestures.ts';
import { call, PASSWORD, signedIn } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import type { PrincipalName } from './rights.ts';
import { pdfText } from '#tests/platform/sample-pdf.ts';

/** Everyone who could make a request, and what they request: A's. */
export interface World {
  stage: Stage;
  who: Record<Exclude<PrincipalName, 'anyone'>, Account>;
  /** Values of path and query parameters by name; if several calls use the same name, the call decides. */
  idFor: (call: string, parameter: string) => string;
}

/** A chat link token that was never issued. */
const NO_LINK = 'a1b2c3d4-0000-4000-8000-000000000000';

export async function createWorld(application: Application): Promise<World> {
  const moverA = await signedIn(application, 'mover', 'Mover A');
  const moverB = await signedIn(application, 'mover', 'Mover B');
  const who = {
    'mover A': moverA,
    'assistant A': await signedIn(application, 'assistant', 'Assistant A', {}, { businessId: moverA.businessId }),
    'mover B': moverB,
    'assistant B': await signedIn(application, 'assistant', 'Assistant B', {}, { businessId: moverB.businessId }),
    agent: await signedIn(application, 'agent', 'Ann Agent'),
    'agent 2': await signedIn(application, 'agent', 'Bob Agent'),
    'carrier C1': await signedIn(application, 'carrier', 'Swift Vans LLC'),
    'carrier C2': await signedIn(application, 'carrier', 'Blue Ridge Movers'),
    'unsigned carrier': await signedIn(application, 'carrier', 'Not Yet Movers', {
      agreement_signed_at: null,
      authority: 'pending',
    }),
  };
  await application.database.kysely
    .updateTable('account')
    .set({ rights: ['team', 'workflow', 'settings'] })
    .where('id', '=', who.agent.id)
    .execute();
  const stage = await newStage(application, {
    agent: who.agent,
    agent2: who['agent 2'],
    carrier: who['carrier C1'],
    carrier2: who['carrier C2'],
  });
  for (const event of [
    'quote.sent',
    'contract.sent',
    'contract.signed',
    'load.posted',
    'carrier.awarded',
    'carrier.signed',
  ] as const) {
    await reload(stage);
    await gestures[event](stage);
  }
  await reload(stage);
  return { stage, who, idFor: await ids(application, stage, who) };
}

export async function signInAgain(application: Application, account: Account): Promise<void> {
  const { role } = await application.database.kysely
    .selectFrom('account')
    .select('role')
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow();
  const portal = role === 'mover' || role === 'assistant' ? 'user' : role;
  const { body } = await call<{ access_token: string }>(application, 'POST', `${portal}/token`, {
    body: new URLSearchParams({ username: account.email, password: PASSWORD }),
  });
  account.token = body.access_token;
}

async function ids(application: Application, stage: Stage, who: World['who']): Promise<World['idFor']> {
  const { kysely } = application.database;
  const token = stage.agent.token;
  const file = new FormData();
  file.append('is_visible_to_carriers', 'true');
  file.append('content', PDF as unknown as globalThis.Blob, 'plan.pdf');
  await call(application, 'POST', `agent-lead/${stage.lead.id}/attachment`, { token, body: file });
  const attachment = await kysely
    .selectFrom('attachment')
    .select('id')
    .where('lead_id', '=', stage.lead.id)
    .executeTakeFirstOrThrow();
  const paper = new FormData();
  paper.append('kind', 'photo');
  paper.append('content', PDF as unknown as globalThis.Blob, 'receipt.pdf');
  await call(application, 'POST', `carrier/agent-lead/${stage.lead.id}/job/paper`, {
    token: stage.carrier.token,
    body: paper,
  });
  const fileForm = new FormData();
  fileForm.append('content', PDF as unknown as globalThis.Blob, 'gate.pdf');
  const brought = await kysely
    .selectFrom('carrier_job_paper')
    .innerJoin('carrier_job', 'carrier_job.id', 'job_id')
    .select(['carrier_job_paper.id', 'job_id'])
    .where('lead_id', '=', stage.lead.id)
    .executeTakeFirstOrThrow();
  const message = await call<{ messages: { id: string }[] }>(
    application,
    'POST',
    `carrier/agent-lead/${stage.lead.id}/job/messages/file`,
    { token: stage.carrier.token, body: fileForm },
  );
  await call(application, 'POST', `agent-lead/${stage.lead.id}/share`, { token, body: {} });
  const link = await kysely
    .selectFrom('link')
    .select('id')
    .where('subject_id', '=', stage.lead.id)
    .executeTakeFirstOrThrow();
  // The worker seals it a little after it was signed.
  const agreement = await vi.waitFor(
    () =>
      kysely
        .selectFrom('agreement')
        .select('id')
        .where('lead_id', '=', stage.lead.id)
        .where('kind', '=', 'broker-shipper')
        .where('file_id', 'is not', null)
        .executeTakeFirstOrThrow(),
    10_000,
  );
  const invited = await call<{ id: string }>(application, 'POST', 'user/invite', {
    token: who['mover A'].token,
    body: { email: `invited-${newId()}@mail.example`, name: 'Ina Vited' },
  });
  const sessions = await call<{ id: string }[]>(application, 'GET', 'account/sessions', {
    token: who['mover A'].token,
  });
  const policy = await policyOf(application, who['carrier C1'].carrierId);
  const noteId = newId();
  await kysely
    .insertInto('carrier_note')
    .values({ id: noteId, carrier_id: who['carrier C1'].carrierId, text: 'Punctual', created_by: who.agent.id })
    .execute();
  // A note on the carrier and one on the lead, which have the same parameter name in the paths.
  await kysely
    .insertInto('lead_note')
    .values({
      id: noteId,
      lead_id: stage.lead.id,
      kind: 'note',
      text: 'Call after six',
      created_by: who.agent.id,
      created_at: new Date().toISOString(),
    })
    .execute();
  const notice = await kysely
    .selectFrom('notice')
    .select('id')
    .where('account_id', '=', who.agent.id)
    .where('lead_id', '=', stage.lead.id)
    .executeTakeFirstOrThrow();
  const bid = await kysely
    .selectFrom('bid')
    .select('id')
    .where('lead_id', '=', stage.lead.id)
    .executeTakeFirstOrThrow();
  const stateLead = await stateLeadOf(application, who['mover A']);
  const chat = await call<{ chat: { id: string } }>(application, 'POST', 'ai-chat/', {
    token,
    body: { name: 'Casey Client' },
  });
  const billing = await billingIds(application, who['mover A']);
  const byName: Record<string, string> = {
    ...billing,
    leadId: stage.lead.id,
    lead_id: stage.lead.id,
    contractId: stage.lead.contract.id,
    estimateId: stage.lead.estimates[0]!.id,
    attachmentId: attachment.id,
    jobId: brought.job_id,
    paperId: brought.id,
    messageId: message.body.messages[0]!.id,
    linkId: link.id,
    agreementId: agreement.id,
    carrierId: who['carrier C1'].carrierId,
    bidId: bid.id,
    accountId: who.agent.id,
    noteId,
    token: 'a-token-that-nobody-has',
    version: '1',
    fileId: newId(),
    photoId: newId(),
    uuid: chat.body.chat.id,
  };
  const byCall: Record<string, string> = {
    'POST carrier/insurance/{id}/complete': await certificateOf(application, policy),
    'POST user/invite/{id}/resend': invited.body.id,
    'DELETE user/delete': invited.body.id,
    'DELETE account/sessions/{id}': sessions.body[0]!.id,
    'POST agent/notices/{id}/read': notice.id,
    'GET state-lead/{lead_id}': stateLead.leadId,
    'PATCH state-lead/{lead_id}': stateLead.leadId,
    'GET state-lead/{lead_id}/notes': stateLead.leadId,
    'POST state-lead/{lead_id}/notes': stateLead.leadId,
    'POST state-lead/{lead_id}/outcome': stateLead.leadId,
    'POST quote/{leadId}/': stateLead.leadId,
    'PATCH state-lead/notes/{note_id}': stateLead.noteId,
    'DELETE state-lead/notes/{note_id}': stateLead.noteId,
  };
  return (name, parameter) =>
    parameter === 'uuid' && name.includes('ai-chat/client/') ? NO_LINK : (byCall[name] ?? byName[parameter] ?? policy);
}

/** A card, as the business's payment provider stores it, and the subscription. */
async function billingIds(
  application: Application,
  { businessId }: Account,
): Promise<{ cardId: string; subscriptionId: string }> {
  const { parts, database } = application;
  const customer = await customerOf(parts, businessId!);
  await parts.payments.stripe.paymentMethods.attach('pm_card_visa', { customer });
  await fold(parts, businessId!);
  const card = await database.kysely
    .selectFrom('payment_card')
    .select('id')
    .where('business_id', '=', businessId)
    .executeTakeFirstOrThrow();
  const subscription = await database.kysely
    .selectFrom('subscription')
    .select('id')
    .where('business_id', '=', businessId)
    .executeTakeFirstOrThrow();
  return { cardId: card.id, subscriptionId: subscription.id };
}

/** A policy, with its paper, of the carrier. */
async function policyOf(application: Application, carrierId: string): Promise<string> {
  const fileId = await paperIn(application);
  const { kysely } = application.database;
  const { id } = await kysely
    .updateTable('insurance_policy')
    .set({ file_id: fileId })
    .where('carrier_id', '=', carrierId)
    .where('kind', '=', 'cargo')
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function paperIn(application: Application): Promise<string> {
  const { key, mediaType, size, sha256 } = await application.parts.files.put(Buffer.from(pdfText()), {
    maximumBytes: 1000,
  });
  const id = newId();
  await application.database.kysely
    .insertInto('file')
    .values({ id, storage_key: key, name: 'policy.pdf', media_type: mediaType, size, sha256 })
    .execute();
  return id;
}

/** A certificate with missing facts, of the carrier that has this policy. */
async function certificateOf(application: Application, policyId: string): Promise<string> {
  const { kysely } = application.database;
  const { carrier_id } = await kysely
    .selectFrom('insurance_policy')
    .select('carrier_id')
    .where('id', '=', policyId)
    .executeTakeFirstOrThrow();
  const id = newId();
  await kysely
    .insertInto('incomplete_policy')
    .values({
      id,
      carrier_id,
      expiration: '2030-01-01',
      file_id: await paperIn(application),
      kind: null,
      insurer: null,
      policy_number: null,
      limit_cents: null,
      effective: null,
    })
    .execute();
  return id;
}

/** A lead that only this mover's business has, with a note by the mover. */
async function stateLeadOf(application: Application, mover: Account): Promise<{ leadId: string; noteId: string }> {
  const { parts } = application;
  const lead = {
    external_id: newId(),
    client: { name: 'Casey Client', email: 'casey@client.test' },
    origin: { city: 'Miami', state: 'FL' },
    destination: { city: 'Chicago', state: 'IL' },
    size: 'studio',
  } as const;
  const { id: leadId } = await inTransaction(parts.database, (tx) => takeLead(tx, parts, 'import', lead));
  const work = { business_id: mover.businessId!, lead_id: leadId };
  await parts.database.kysely
    .insertInto('state_lead_work')
    .values({ ...work, received_at: new Date().toISOString(), model_version: STATE_LEAD_MODEL_VERSION })
    .execute();
  const noteId = newId();
  await parts.database.kysely
    .insertInto('state_lead_note')
    .values({ ...work, id: noteId, author_id: mover.id, text: 'Call after six', created_at: new Date().toISOString() })
    .execute();
  return { leadId, noteId };
}
