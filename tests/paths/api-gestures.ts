import { expect } from 'vitest';
import type { AgentLeadEventType, AgentLeadPlace } from '#src/machines/agent-lead/agent-lead.types.ts';
import { call, mailTo, signedIn, tokenOf } from '#tests/platform/application.ts';
import type { Account, Answer, Application } from '#tests/platform/application.ts';
import { pdfText } from '#tests/platform/sample-pdf.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

/** Where the product is served. */
type Site = Pick<Application, 'url'>;

/** A lead under test, with the people around it. */
export interface Stage {
  application: Site;
  agent: Account;
  agent2: Account;
  carrier: Account;
  carrier2: Account;
  lead: LeadBody;
  clientEmail: string;
  /** Someone tries what they have no right to: gestures then prepare nothing. */
  isImpostor?: boolean;
  /** Fields that a gesture sends with other values than the valid ones; `null` leaves a field out. */
  instead?: Record<string, string | number | null>;
}

export interface LeadBody {
  id: string;
  reference: string;
  version: number;
  state: string;
  stage: string | null;
  is_archived: boolean;
  facts: { awarded_from_board: boolean };
  contract: { id: string; awarded_carrier: { id: string } | null; agreement_state: string | null };
  estimates: { id: string; number: number }[];
  quote: { estimate_id: string } | null;
  invoice: { total: number } | null;
  money: { due: number } | null;
  payments: { id: string; direction: string; kind: string; amount: number; is_corrected: boolean }[];
}

export interface People {
  agent: Account;
  agent2: Account;
  carrier: Account;
  carrier2: Account;
}

const inDays = (days: number): string => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
export const PDF = new Blob([Buffer.from(pdfText())], { type: 'application/pdf' });
let clients = 0;

export async function people(application: Application): Promise<People> {
  return {
    agent: await signedIn(application, 'agent', 'Ann Agent'),
    agent2: await signedIn(application, 'agent', 'Bob Agent'),
    carrier: await signedIn(application, 'carrier', 'Swift Vans LLC'),
    carrier2: await signedIn(application, 'carrier', 'Blue Ridge Movers'),
  };
}

export const newLead = (email: string | null): Record<string, unknown> => ({
  client: { name: 'Casey Client', email, phone: '+16145550100', zone: 'America/New_York' },
  stops: [
    {
      role: 'pick-up',
      address: '7 Canary Street',
      city: 'Columbus',
      state: 'OH',
      zip: '43215',
      earliest: inDays(20),
      latest: inDays(24),
    },
    {
      role: 'drop-off',
      address: '9 Canary Avenue',
      city: 'Chicago',
      state: 'IL',
      zip: '60601',
      earliest: inDays(25),
      latest: inDays(28),
    },
  ],
  inventory: [{ room: 'Living room', item: 'Sofa', quantity: 1, volume_cuft: 50 }],
});

export const newEstimate = {
  kind: 'binding',
  lines: [{ code: 'LH', description: 'Line haul', unit: 'cwt', quantity: 3.5, rate: 90_000 }],
  broker_fee: 25_000,
  deposit: 10_000,
  valid_until: inDays(30),
};

/** A new lead with an estimate, so that every transition depends on the lifecycle only. */
export async function newStage(application: Site, who: People): Promise<Stage> {
  const clientEmail = `client-${++clients}-${Date.now()}@mail.example`;
  const created = await call<LeadBody>(application, 'POST', 'agent-lead/', {
    token: who.agent.token,
    body: newLead(clientEmail),
  });
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  const priced = await call<LeadBody>(application, 'POST', `agent-lead/${created.body.id}/estimates`, {
    token: who.agent.token,
    body: newEstimate,
  });
  expect(priced.status, JSON.stringify(priced.body)).toBe(201);
  return { application, ...who, lead: priced.body, clientEmail };
}

export async function reload(stage: Stage): Promise<LeadBody> {
  const { body } = await call<LeadBody>(stage.application, 'GET', `agent-lead/${stage.lead.id}`, {
    token: stage.agent.token,
  });
  stage.lead = body;
  return body;
}

const post = (stage: Stage, path: string, body: unknown, token = stage.agent.token) =>
  call(stage.application, 'POST', path, { token, body: sent(stage, body) });

function sent({ instead }: Stage, body: unknown): unknown {
  if (!instead) return body;
  const changes = Object.entries(instead);
  if (!(body instanceof FormData))
    return Object.fromEntries(
      Object.entries({ ...(body as object), ...instead }).filter(([, value]) => value !== null),
    );
  for (const [name, value] of changes) {
    body.delete(name);
    if (value !== null) body.append(name, String(value));
  }
  return body;
}
const onLead = (stage: Stage, path: string, body: unknown) => post(stage, `agent-lead/${stage.lead.id}/${path}`, body);

function form(fields: Record<string, string | Blob>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') data.append(name, value);
    else data.append(name, value, `${name}.pdf`);
  }
  return data;
}

/** An active bid of the first carrier; placed if there is none. */
export async function standingBid(stage: Stage): Promise<string> {
  const { body } = await call<{ id: string; state: string; carrier: { id: string } }[]>(
    stage.application,
    'GET',
    `agent-lead/bid/?lead_id=${stage.lead.id}`,
    { token: stage.agent.token },
  );
  const standing = body.find((bid) => bid.state === 'active' && bid.carrier.id === stage.carrier.carrierId);
  if (standing) return standing.id;
  const placed = await call<{ bid: { id: string } }>(
    stage.application,
    'POST',
    `carrier/agent-lead/${stage.lead.id}/bid/place`,
    { token: stage.carrier.token, body: { amount: 250_000, start_date: inDays(21) } },
  );
  expect(placed.status, JSON.stringify(placed.body)).toBe(200);
  return placed.body.bid.id;
}

/** A bid as named in an agent's award: with its price and date as shown to the agent. */
export async function awardOf(stage: Pick<Stage, 'application' | 'agent' | 'lead'>, bidId: string) {
  const { body } = await call<{ id: string; amount: number; start_date: string }[]>(
    stage.application,
    'GET',
    `agent-lead/bid/?lead_id=${stage.lead.id}`,
    { token: stage.agent.token },
  );
  const { amount, start_date } = (Array.isArray(body) ? body.find(({ id }) => id === bidId) : null) ?? {
    amount: 250_000,
    start_date: inDays(21),
  };
  return { bid_id: bidId, amount, start_date };
}

/**
 * The client's link to its estimate: from the newest email with a price, or an invalid token. A lead without a price on
 * offer is quoted first; one whose contract was sent again after its links were revoked gets a link from an agent.
 */
export async function estimateToken(stage: Stage): Promise<string> {
  const entries = await historyOf(stage);
  let sent = entries.filter(({ event }) => event === 'quote.sent').length;
  const isOpen = !stage.isImpostor && !stage.lead.is_archived;
  const last = (wanted: string) => entries.findLastIndex(({ event }) => event === wanted);
  const isRevoked = last('contract.reopened') > last('quote.sent');
  const isFollowedUp = stage.lead.state === 'follow-up';
  if (isOpen && (isRevoked ? isFollowedUp || stage.lead.state === 'quote-sent' : sent === 0 && isFollowedUp)) {
    for (const event of ['quote.sent', ...(isFollowedUp ? (['lead.followed-up'] as const) : [])] as const) {
      await gestures[event]({ ...stage, instead: {} });
      await reload(stage);
    }
    sent += 1;
  } else if (isOpen && isRevoked) {
    const path = `agent-lead/estimates/${stage.lead.quote!.estimate_id}/share`;
    const { body } = await call<{ url: string }>(stage.application, 'POST', path, { token: stage.agent.token });
    return body.url.split('/').at(-1)!;
  }
  if (sent === 0) return 'no-such-token-there-is';
  return tokenOf(await mailTo(stage.application, stage.clientEmail, QUOTE_MAIL, sent - 1), '/agent-portal/estimates/');
}

const QUOTE_MAIL = /^Your moving quote/;

const historyOf = async (stage: Pick<Stage, 'application' | 'agent' | 'lead'>) =>
  (
    await call<{ event: string; to_state: string }[]>(stage.application, 'GET', `agent-lead/${stage.lead.id}/history`, {
      token: stage.agent.token,
    })
  ).body;

/** An action of the client on the page of its estimate. */
async function onEstimate(stage: Stage, path: string, body?: object): Promise<Answer> {
  const token = await estimateToken(stage);
  return call(stage.application, 'POST', `agent-lead/estimates/shared/${path}?token=${token}`, {
    body: body && sent(stage, body),
  });
}

export async function acceptance(stage: Stage) {
  const { body } = await call<{ estimate?: { number: number; total: number } }>(
    stage.application,
    'GET',
    `agent-lead/estimates/shared?token=${await estimateToken(stage)}`,
  );
  return { number: body.estimate?.number ?? 1, total: body.estimate?.total ?? 1 };
}

/** An agreement cannot be sent without pickup days. */
export async function setDays(stage: Stage, known: boolean): Promise<void> {
  await reload(stage);
  const stops = (newLead(null).stops as Record<string, unknown>[]).map((stop) =>
    known ? stop : { ...stop, earliest: null, latest: null },
  );
  const { status, body } = await call(stage.application, 'PATCH', `agent-lead/${stage.lead.id}`, {
    token: stage.agent.token,
    body: { version: stage.lead.version, stops },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  await reload(stage);
}

/** The client accepts before the days are known; the agent fills them in afterwards. */
export async function acceptEarly(stage: Stage, accept: (stage: Stage) => Promise<Answer>): Promise<Answer> {
  const mayEdit =
    !stage.isImpostor && ['quote-sent', 'follow-up'].includes(stage.lead.state) && !stage.lead.is_archived;
  if (mayEdit) await setDays(stage, false);
  const answer = await accept(stage);
  if (mayEdit) await setDays(stage, true);
  return answer;
}

/** The client's link: from the newest email that requested a signature, or an invalid token. */
export async function contractToken(stage: Stage): Promise<string> {
  if (stage.lead.contract.agreement_state === null) return 'no-such-token-there-is';
  const mail = await mailTo(stage.application, stage.clientEmail, CONTRACT_MAIL, (await contractsSent(stage)) - 1);
  return tokenOf(mail, '/broker-shipper-agreement/sign');
}

const CONTRACT_MAIL = /^(Please sign|Your link to sign)/;

/** How many emails requested a signature from this client. */
export async function contractsSent(stage: Pick<Stage, 'application' | 'agent' | 'lead'>): Promise<number> {
  const asks = ({ event, to_state: to }: { event: string; to_state: string }) =>
    event === 'contract.sent' || (event === 'quote.accepted' && to === 'contract-sent');
  return (await historyOf(stage)).filter(asks).length;
}

export async function signatureOf(stage: Pick<Stage, 'application'>, path: string, token?: string) {
  const { body } = await call<{ document_hash?: string }>(stage.application, 'GET', path, token ? { token } : {});
  return {
    kind: 'typed',
    name: 'Casey Client',
    has_consent: true,
    document_hash: body.document_hash ?? '0'.repeat(64),
    zone: 'America/New_York',
  };
}

/** One gesture per event of the lifecycle: the call by which the right person triggers it. */
export const gestures: Record<AgentLeadEventType, (stage: Stage) => Promise<Answer>> = {
  'lead.edited': (stage) =>
    call(stage.application, 'PATCH', `agent-lead/${stage.lead.id}`, {
      token: stage.agent.token,
      body: { version: stage.lead.version, notes: 'Piano on the second floor' },
    }),
  'lead.archived': (stage) =>
    call(stage.application, 'PATCH', `agent-lead/${stage.lead.id}`, {
      token: stage.agent.token,
      body: sent(stage, {
        version: stage.lead.version,
        is_archived: true,
        archive_reason: 'Client moved with friends',
      }),
    }),
  'lead.restored': (stage) =>
    call(stage.application, 'PATCH', `agent-lead/${stage.lead.id}`, {
      token: stage.agent.token,
      body: { version: stage.lead.version, is_archived: false },
    }),
  'lead.followed-up': (stage) =>
    onLead(stage, 'follow_up', { version: stage.lead.version, date: inDays(2), reason: 'Call about the piano' }),
  'quote.sent': (stage) => onLead(stage, 'quote', { version: stage.lead.version }),
  'quote.opened': (stage) => onEstimate(stage, 'open'),
  'quote.asked': (stage) => onEstimate(stage, 'ask', { question: 'Is packing included?' }),
  'quote.declined': (stage) => onEstimate(stage, 'decline', { reason: 'Too expensive' }),
  'quote.accepted': async (stage) => onEstimate(stage, 'accept', await acceptance(stage)),
  'contract.sent': (stage) =>
    post(stage, `agent-lead/contract/${stage.lead.contract.id}/send`, {
      version: stage.lead.version,
      follow_up_date: inDays(3),
    }),
  'contract.signed': async (stage) => {
    const token = await contractToken(stage);
    return call(stage.application, 'POST', `agent-lead/contract/sign?token=${token}`, {
      body: await signatureOf(stage, `agent-lead/contract/sign?token=${token}`),
    });
  },
  'contract.marked-signed': (stage) =>
    onLead(
      stage,
      'contracted/send',
      form({ broker_shipper_agreement: PDF, signed_at: inDays(-1), version: String(stage.lead.version) }),
    ),
  'contract.declined': async (stage) =>
    call(stage.application, 'POST', `agent-lead/contract/decline?token=${await contractToken(stage)}`, {
      body: sent(stage, { reason: 'Too expensive' }),
    }),
  'contract.reopened': (stage) =>
    onLead(stage, 'contract/reopen', { version: stage.lead.version, reason: 'Dates changed' }),
  'load.posted': (stage) => onLead(stage, 'load-board/post', { version: stage.lead.version }),
  'load.taken-off': (stage) => onLead(stage, 'load-board/take-off', { version: stage.lead.version }),
  'bid.placed': (stage) =>
    post(
      stage,
      `carrier/agent-lead/${stage.lead.id}/bid/place`,
      { amount: 260_000, start_date: inDays(21) },
      stage.carrier2.token,
    ),
  'bid.revised': async (stage) => {
    if (takesBids(stage)) await standingBid(stage);
    return post(
      stage,
      `carrier/agent-lead/${stage.lead.id}/bid/place`,
      { amount: 240_000, start_date: inDays(22) },
      stage.carrier.token,
    );
  },
  'bid.withdrawn': async (stage) => {
    if (takesBids(stage)) await standingBid(stage);
    return call(stage.application, 'DELETE', `carrier/agent-lead/${stage.lead.id}/bid`, { token: stage.carrier.token });
  },
  'carrier.awarded': async (stage) => {
    const bid = takesBids(stage) ? await standingBid(stage) : await anyBid(stage);
    if (!stage.isImpostor) await reload(stage);
    return onLead(stage, 'carrier/award', { version: stage.lead.version, ...(await awardOf(stage, bid)) });
  },
  'carrier.special-awarded': (stage) =>
    onLead(stage, 'carrier/special_award', {
      version: stage.lead.version,
      carrier_id: stage.carrier.carrierId,
      amount: 300_000,
      start_date: inDays(21),
      reason: 'Knows the house',
    }),
  'carrier.signed': async (stage) => {
    const path = `carrier/specific-job-agreement/${stage.lead.id}`;
    return post(stage, `${path}/sign`, await signatureOf(stage, path, stage.carrier.token), stage.carrier.token);
  },
  'carrier.declined': (stage) =>
    post(
      stage,
      `carrier/specific-job-agreement/${stage.lead.id}/decline`,
      { reason: 'Truck broke down' },
      stage.carrier.token,
    ),
  'award.withdrawn': (stage) =>
    onLead(stage, 'carrier/withdraw', { version: stage.lead.version, reason: 'Client changed the date' }),
  'carrier.dropped': (stage) =>
    onLead(stage, 'carrier/drop', { version: stage.lead.version, reason: 'Truck broke down' }),
  'contract.closed': (stage) =>
    onLead(
      stage,
      'contract/close',
      form({
        owed_to_carrier_payed: 'false',
        owed_to_broker_payed: 'true',
        completion_of_work_statement: PDF,
        version: String(stage.lead.version),
      }),
    ),
  'contract.corrected': (stage) =>
    onLead(stage, 'contract/correct', { version: stage.lead.version, reason: 'Closed by mistake' }),
  'invoice.sent': (stage) => onLead(stage, 'invoice/send', { version: stage.lead.version }),
  'price.reduced': (stage) =>
    onLead(stage, 'price/reduce', { version: stage.lead.version, amount: 100, reason: 'Late delivery' }),
  'payment.recorded': (stage) =>
    onLead(stage, 'invoice/payment', {
      version: stage.lead.version,
      amount: 100,
      overpaid: (stage.lead.money?.due ?? 100) < 100,
      paid_on: inDays(-1),
      method: 'Check',
    }),
  // A payment that settles the invoice; the product then finds it paid.
  'payment.completed': (stage) =>
    onLead(stage, 'invoice/payment', {
      version: stage.lead.version,
      amount: stage.lead.money?.due ?? 1,
      paid_on: inDays(-1),
      method: 'Check',
    }),
  // A bounced check, the largest one: the product then finds the invoice no longer paid.
  'payment.reopened': (stage) =>
    onLead(stage, 'payments/correct', {
      version: stage.lead.version,
      payment_id: stage.lead.payments
        .filter(
          ({ direction, kind, is_corrected }) => direction === 'from-client' && kind !== 'correction' && !is_corrected,
        )
        .toSorted((one, other) => other.amount - one.amount)[0]?.id,
      reason: 'The check bounced',
    }),
};

const takesBids = (stage: Stage): boolean =>
  stage.lead.state === 'award-carrier' && !stage.lead.is_archived && !stage.isImpostor;

/** Some bid on the lead, active or not; an invalid id if there never was one. */
async function anyBid(stage: Stage): Promise<string> {
  const { body } = await call<{ id: string }[]>(stage.application, 'GET', `agent-lead/bid/?lead_id=${stage.lead.id}`, {
    token: stage.agent.token,
  });
  return (Array.isArray(body) ? body[0]?.id : undefined) ?? '00000000-0000-7000-8000-000000000000';
}

/** One assertion per place: what the API returns for a lead in it. */
export async function expectPlace(stage: Stage, place: AgentLeadPlace): Promise<void> {
  const { state, stage: at, is_archived } = await reload(stage);
  expect({ state, stage: at, isArchived: is_archived }).toEqual({
    state: place.state,
    stage: place.stage,
    isArchived: place.isArchived,
  });
}
