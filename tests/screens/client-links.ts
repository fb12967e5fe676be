import { expect } from 'vitest';
import { DEMO_PASSWORD } from '#src/demo/demo-accounts.ts';
import { DAY } from '#src/machines/calendar/durations.ts';
import type { leadTabs } from '#src/machines/session/routes.ts';
import { inDays } from '#tests/api/carrier-api.ts';
import { type Application, call } from '#tests/platform/application.ts';

/** Links to the pages of clients, on the leads of the demo. */
export interface ClientLinks {
  portal: string;
  chat: string;
  pay: string;
  shared: string;
  estimate: string;
  toSign: string;
  signed: string;
  quote: string;
}

/**
 * Creates one link of each kind.
 *
 * @param token of the demo's agent
 * @returns the secret part of each
 */
export async function clientLinks(application: Application, token: string): Promise<ClientLinks> {
  const lead = await leadIn(application, 'quote-sent');
  const { quoted_estimate_id } = await application.database.kysely
    .selectFrom('agent_lead')
    .select('quoted_estimate_id')
    .where('id', '=', lead)
    .executeTakeFirstOrThrow();
  const made = async (path: string, body: object = {}) =>
    (await call<{ url: string }>(application, 'POST', path, { token, body })).body.url.split('/').at(-1)!;
  const contracted = await leadIn(application, 'contracted');
  const links = {
    portal: await made(`agent-lead/${contracted}/portal`, { is_mailed: false }),
    chat: await made('ai-chat/', { lead_id: lead, is_mailed: false }),
    pay: await made(`agent-lead/${contracted}/payments/link`),
    shared: await made(`agent-lead/${lead}/share`),
    estimate: await made(`agent-lead/estimates/${quoted_estimate_id}/share`),
    toSign: await sendContract(application, token),
    signed: await sendContract(application, token),
    quote: await sendQuote(application),
  };
  const path = `agent-lead/contract/sign?token=${links.signed}`;
  const { body } = await call<{ document_hash: string }>(application, 'GET', path);
  const signature = await call(application, 'POST', path, {
    body: {
      kind: 'typed',
      name: 'Casey Client',
      has_consent: true,
      document_hash: body.document_hash,
      zone: 'America/New_York',
    },
  });
  expect(signature.status).toBe(200);
  return links;
}

/** The newest lead of the demo in this state; those of its agent come first. */
export async function leadIn(
  application: Application,
  state: (typeof leadTabs)[number],
  stage: 'awaiting-carrier' | 'in-progress' | 'paid' | null = null,
): Promise<string> {
  const { kysely } = application.database;
  const { id } = await kysely
    .selectFrom('agent_lead')
    .select('agent_lead.id')
    .where('state', '=', state)
    .where('is_archived', '=', false)
    .$if(stage !== null, (query) => query.where('stage', '=', stage))
    .orderBy(
      (query) =>
        query
          .selectFrom('attachment')
          .whereRef('lead_id', '=', 'agent_lead.id')
          .select((inner) => inner.fn.countAll().as('count')),
      'desc',
    )
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  return id;
}

/** Sends a contract, and reads its link from the email. */
async function sendContract(application: Application, token: string): Promise<string> {
  const { kysely } = application.database;
  const lead = await kysely
    .selectFrom('agent_lead')
    .innerJoin('contract', 'contract.lead_id', 'agent_lead.id')
    .innerJoin('estimate', 'estimate.id', 'quoted_estimate_id')
    .select(['agent_lead.version', 'client_email', 'contract.id as contract_id', 'agent_lead.id'])
    .where('state', '=', 'quote-sent')
    .where('is_archived', '=', false)
    .where('move_date', 'is not', null)
    .where('valid_until', '>', new Date(Date.now() + DAY).toISOString().slice(0, 10))
    .orderBy('agent_lead.id')
    .limit(1)
    .executeTakeFirstOrThrow();
  const { status, body } = await call(application, 'POST', `agent-lead/contract/${lead.contract_id}/send`, {
    token,
    body: { version: lead.version },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  const mail = await kysely
    .selectFrom('mail')
    .select('body')
    .where('kind', '=', 'contract')
    .where('recipient', '=', lead.client_email!)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return /\/sign\?token=([\w-]+)/.exec(JSON.stringify(mail.body))![1]!;
}

/** Sends a new quote of the demo's movers, and reads its link from the email. */
async function sendQuote(application: Application): Promise<string> {
  const { kysely } = application.database;
  const { body } = await call<{ access_token: string }>(application, 'POST', 'user/token', {
    body: new URLSearchParams({ username: 'mover@demo.test', password: DEMO_PASSWORD }),
  });
  const lead = await kysely
    .selectFrom('state_lead_work')
    .innerJoin('state_lead', 'state_lead.id', 'lead_id')
    .select(['lead_id', 'client_email'])
    .where('state', '=', 'contacted')
    .where('is_archived', '=', false)
    .where('client_email', 'is not', null)
    .orderBy('lead_id')
    .limit(1)
    .executeTakeFirstOrThrow();
  const sent = await call(application, 'POST', `quote/${lead.lead_id}/`, {
    token: body.access_token,
    body: { amount: 312_000, message: 'We bring boxes.', valid_until: inDays(300) },
  });
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  const mail = await kysely
    .selectFrom('mail')
    .select('body')
    .where('kind', '=', 'state-quote')
    .where('recipient', '=', lead.client_email!)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return /\/quote\/([\w-]+)/.exec(JSON.stringify(mail.body))![1]!;
}
