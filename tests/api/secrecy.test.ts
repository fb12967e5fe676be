import { beforeAll, expect, test } from 'vitest';
import { call, mailTo, signedIn, startApplication, tokenOf } from '#tests/platform/application.ts';
import type { Account, Answer, Application, MailboxMessage } from '#tests/platform/application.ts';
import { gestures, newEstimate, newLead, people, reload } from '#tests/paths/api-gestures.ts';
import type { LeadBody, People, Stage } from '#tests/paths/api-gestures.ts';
import { pdfText } from '#tests/platform/sample-pdf.ts';
import { SAMPLE_TARIFF } from '#src/machines/tariff/sample-tariff.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

/**
 * What a carrier must not learn before it has signed the job, as words that occur nowhere else: the client's name,
 * email, phone, and streets, notes that may name them, and other carriers' bids. Every byte that reaches the carrier is
 * searched for them.
 */
const CLIENT = [
  'Zebedee',
  'Quillfeather',
  'quillfeather.test',
  '6145557391',
  '4417 Wisteriahollow',
  '9923 Marblethatch',
  'Gatecode-8812',
];
const RIVAL = ['761337', '7,613.37', '7613.37', 'Rivalnote-5521', 'Blue Ridge'];
/** Agents' notes about carriers, which no carrier may read, not even the one they are about. */
const NOTED = ['Wagonrumor-3316'];
/** What agents record about the lead: for agents only. */
const WRITTEN_DOWN = ['Leadrumor-8184', 'Callrumor-2917', 'Followrumor-6403'];
/**
 * Internal to the brokerage: its tariff, the reasons for overrides, and what it expects to pay. For neither carriers
 * nor clients.
 */
const INTERNAL = ['Tariffnote-2290', 'Overridereason-7710', '77331', '773.31', 'carrier_pay', 'tariff_version'];
const email = 'zebedee@quillfeather.test';

let application: Application;
let who: People;
let bystander: Account;
let stage: Stage;

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
  bystander = await signedIn(application, 'carrier', 'Quiet Wheels LLC');
  const { stops, ...lead } = newLead(email) as { stops: Record<string, unknown>[] };
  const body = {
    ...lead,
    client: { name: 'Zebedee Quillfeather', email, phone: '+16145557391', zone: 'America/New_York' },
    notes: 'Gatecode-8812 for Zebedee',
    stops: [
      { ...stops[0], address: '4417 Wisteriahollow Lane', note: 'Gatecode-8812, ask for Zebedee' },
      { ...stops[1], address: '9923 Marblethatch Court' },
    ],
  };
  const { token } = who.agent;
  const created = await call<LeadBody>(application, 'POST', 'agent-lead/', { token, body });
  succeeded(created);
  await application.database.kysely
    .updateTable('account')
    .set({ rights: ['settings'] })
    .where('id', '=', who.agent.id)
    .execute();
  const rules = { ...SAMPLE_TARIFF, elevator: 77_331 };
  succeeded(
    await call(application, 'POST', 'agent/tariff', { token, body: { version: 0, comment: 'Tariffnote-2290', rules } }),
  );
  const price = await call<{ total: number; lines: { code: string }[] }>(
    application,
    'GET',
    `agent-lead/${created.body.id}/price`,
    { token },
  );
  const reasons = price.body.lines.map(({ code }) => ({ code, reason: 'Overridereason-7710' }));
  const pricing = { tariff_version: 1, shuttles: 0, total: price.body.total, reasons };
  const priced = await call<LeadBody>(application, 'POST', `agent-lead/${created.body.id}/estimates`, {
    token,
    body: { ...newEstimate, pricing },
  });
  succeeded(priced);
  stage = { application, ...who, lead: priced.body, clientEmail: email };
  await attach('shown.pdf', true);
  await attach('hidden-Zebedee.pdf', false);
  await reload(stage);
  for (const event of ['quote.sent', 'contract.sent', 'contract.signed', 'load.posted'] as const) {
    const answer = await gestures[event](stage);
    succeeded(answer);
    await reload(stage);
  }
  for (const body of [
    { kind: 'note', text: 'Leadrumor-8184', is_pinned: true },
    { kind: 'call', outcome: 'voicemail', text: 'Callrumor-2917' },
  ])
    succeeded(await call(application, 'POST', `agent-lead/${stage.lead.id}/notes`, { token, body }));
  const rival = await call(application, 'POST', `carrier/agent-lead/${stage.lead.id}/bid/place`, {
    token: who.carrier2.token,
    body: { amount: 761_337, start_date: moveDate(), note: 'Rivalnote-5521' },
  });
  succeeded(rival);
  for (const { carrierId } of [who.carrier, who.carrier2, bystander])
    succeeded(
      await call(application, 'POST', `agent/carriers/${carrierId}/notes`, {
        token,
        body: { text: 'Wagonrumor-3316' },
      }),
    );
});

function succeeded({ status, body }: Answer<unknown>): void {
  if (status >= 300) throw new Error(`The preparation was answered ${status}: ${JSON.stringify(body)}`);
}

const moveDate = () => new Date(Date.now() + 21 * DAY).toISOString().slice(0, 10);

async function attach(name: string, isVisible: boolean): Promise<void> {
  const form = new FormData();
  form.append('content', new Blob([pdfText()], { type: 'application/pdf' }), name);
  form.append('is_visible_to_carriers', String(isVisible));
  succeeded(
    await call(application, 'POST', `agent-lead/${stage.lead.id}/attachment`, { token: who.agent.token, body: form }),
  );
}

/** Every call that a carrier can make about a load, whether it succeeds or is refused. */
async function walk(carrier: Account): Promise<Answer<unknown>[]> {
  const { id } = stage.lead;
  const { token } = carrier;
  const of = (path: string) => `carrier/agent-lead/${id}/${path}`;
  const gets = [
    ...['available', 'open', 'completed'].flatMap((tab) =>
      ['newest', 'soonest', 'nearest', 'best-paid'].map((sort) => `carrier/agent-lead/?tab=${tab}&sort=${sort}`),
    ),
    'carrier/agent-lead/?origin_state=OH&destination_state=IL',
    'carrier/agent-lead/?radius_miles=50&drop_near=60601&drop_radius_miles=50',
    'carrier/agent-lead/?mine=true',
    ...['available', 'open', 'completed'].map((tab) => `carrier/agent-lead/map?tab=${tab}`),
    'carrier/agent-lead/map?mine=true',
    // Unknown filters are refused, and the refusal must not reveal anything either.
    'carrier/agent-lead/?query=Zebedee',
    'carrier/agent-lead/?sort=lowest_bid',
    'carrier/agent-lead/map?client_name=Zebedee',
    of('details'),
    of('carrier-rate-schedule/data'),
    of('attachments/download'),
    `carrier/specific-job-agreement/${id}`,
    `carrier/specific-job-agreement/${id}/signed`,
    // Calls of agents and clients.
    `agent-lead/${id}`,
    `agent-lead/${id}/history`,
    `agent-lead/${id}/price`,
    `agent-lead/${id}/notes`,
    ...stage.lead.estimates.flatMap((estimate) => [
      `agent-lead/estimates/${estimate.id}`,
      `agent-lead/estimates/${estimate.id}/mail`,
    ]),
    'agent/tariff',
    'agent/tariff/versions',
    `agent-lead/bid/?lead_id=${id}`,
    'agent-lead/search/global?query=Quill',
    'agent/carriers?sort=rating',
    'agent/carriers/filter-list',
    ...[carrier, who.carrier].map(({ carrierId }) => `agent/carriers/${carrierId}/details`),
    'carrier/profile',
    'carrier/pricing-sheet',
    'carrier/agreement',
    `agent-lead/shared/${id}${id}`,
    'openapi.json',
  ];
  const answers: Answer<unknown>[] = [];
  for (const path of gets) answers.push(await call(application, 'GET', path, { token }));
  const writes: [string, string, unknown?][] = [
    ['POST', of('bid/place'), { amount: 1, start_date: '2020-01-01' }],
    ['POST', of('bid/place'), { amount: -1 }],
    ['DELETE', of('bid')],
    ['POST', `carrier/specific-job-agreement/${id}/decline`, {}],
    [
      'POST',
      `carrier/specific-job-agreement/${id}/sign`,
      { kind: 'typed', name: 'Max', has_consent: true, document_hash: '0'.repeat(64), zone: 'America/New_York' },
    ],
    ['PATCH', `agent-lead/${id}`, { version: 1, notes: '' }],
    ['POST', `agent-lead/${id}/carrier/award`, { version: 1, bid_id: id, amount: 1, start_date: '2030-01-01' }],
    ['POST', `agent/carriers/${carrier.carrierId}/notes`, { text: 'Nice' }],
  ];
  for (const [method, path, body] of writes) answers.push(await call(application, method, path, { token, body }));
  return answers;
}

/** What the carrier's live stream has sent since the start. */
async function liveOf({ token }: Account): Promise<string> {
  const stop = new AbortController();
  const response = await fetch(`${application.url}/api/frontend/live?after=0`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes('data:')) text += (await reader.read()).value ?? '';
  stop.abort();
  return text;
}

async function mailsOf({ email: to }: Account): Promise<MailboxMessage[]> {
  const response = await fetch(`${application.url}/dev/mailbox/messages.json?to=${encodeURIComponent(to)}`);
  return (await response.json()) as MailboxMessage[];
}

const found = (seen: unknown, words: readonly string[]) => {
  const text = JSON.stringify(seen);
  return words.filter((word) => text.includes(word));
};

test('the words stand where they belong, so that not finding them says something', async () => {
  const lead = await call(application, 'GET', `agent-lead/${stage.lead.id}`, { token: who.agent.token });
  expect(found(lead, CLIENT)).toEqual(CLIENT);
  const bids = await call(application, 'GET', `agent-lead/bid/?lead_id=${stage.lead.id}`, { token: who.agent.token });
  expect(found(bids, RIVAL)).toEqual(['761337', 'Rivalnote-5521', 'Blue Ridge']);
});

test('what agents write down about a carrier, no carrier learns', async () => {
  const detail = await call(application, 'GET', `agent/carriers/${who.carrier.carrierId}/details`, {
    token: who.agent.token,
  });
  expect(found(detail, NOTED)).toEqual(NOTED);
  // The other carrier follows below: the walk withdraws a bid.
  for (const carrier of [bystander, who.carrier])
    expect(found([await walk(carrier), await liveOf(carrier), await mailsOf(carrier)], NOTED)).toEqual([]);
});

test('what agents write down about a lead, neither carriers nor the client learn', { timeout: 60_000 }, async () => {
  const { token } = who.agent;
  const [note, called, followed] = WRITTEN_DOWN;
  const own = await call(application, 'GET', `agent-lead/${stage.lead.id}/notes`, { token });
  expect(found(own, WRITTEN_DOWN)).toEqual([note, called]);
  // A call about another lead of the same client sets its follow-up.
  const other = await call<LeadBody>(application, 'POST', 'agent-lead/', { token, body: newLead(email) });
  const follow_up = { date: moveDate(), reason: followed };
  const path = `agent-lead/${other.body.id}`;
  const body = { kind: 'call', outcome: 'call-back', text: called, version: other.body.version, follow_up };
  succeeded(await call(application, 'POST', `${path}/notes`, { token, body }));
  const links: Answer<unknown>[] = [];
  for (const id of [stage.lead.id, other.body.id]) {
    const { body: link } = await call<{ url: string }>(application, 'POST', `agent-lead/${id}/share`, { token });
    links.push(await call(application, 'GET', `agent-lead/shared/${link.url.split('/').at(-1)}`));
  }
  for (const [subject, where, address] of [
    [/^Your moving quote/, 'agent-lead/estimates/shared', '/agent-portal/estimates/'],
    [/^Please sign/, 'agent-lead/contract/sign', 'token='],
  ] as const) {
    const link = tokenOf(await mailTo(application, email, subject), address);
    links.push(await call(application, 'GET', `${where}?token=${link}`));
  }
  expect(links.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const mover = await signedIn(application, 'mover', 'Mia Mover');
  links.push(await call(application, 'GET', `agent-lead/${stage.lead.id}/notes`, { token: mover.token }));
  const mails = await mailsOf({ email } as Account);
  const carriers = [await walk(bystander), await liveOf(bystander), await mailsOf(bystander)];
  expect(found([links, mails, carriers], WRITTEN_DOWN)).toEqual([]);
});

test('how a price came about stays in the office', async () => {
  const { token } = who.agent;
  const own = [
    await call(application, 'GET', `agent-lead/${stage.lead.id}/history`, { token }),
    await call(application, 'GET', `agent-lead/${stage.lead.id}`, { token }),
    await call(application, 'GET', 'agent/tariff', { token }),
    await call(application, 'GET', 'agent/tariff/versions', { token }),
  ];
  expect(found(own, ['Tariffnote-2290', 'Overridereason-7710', '77331', 'tariff_version'])).toHaveLength(4);
  const mover = await signedIn(application, 'mover', 'Max Mover');
  const of = await Promise.all(
    [mover, bystander].flatMap(({ token: other }) =>
      [`agent-lead/${stage.lead.id}/price`, 'agent/tariff'].map((path) =>
        call(application, 'GET', path, { token: other }),
      ),
    ),
  );
  expect(of.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  const mail = await mailTo(application, email, /^Your moving quote/);
  const estimate = await call(
    application,
    'GET',
    `agent-lead/estimates/shared?token=${tokenOf(mail, '/agent-portal/estimates/')}`,
  );
  const contract = await mailTo(application, email, /^Please sign/);
  expect(estimate.status).toBe(200);
  const carriers = [await walk(bystander), await liveOf(bystander), await mailsOf(bystander)];
  // The contract of the API contains its own field names.
  const seen = JSON.stringify([of, mail, estimate, contract, carriers.flat(2)]).replace(/"openapi".*/, '');
  expect(INTERNAL.filter((word) => seen.includes(word))).toEqual([]);
});

test('a carrier without the award learns neither who the client is nor what others ask', async () => {
  const answers = await walk(bystander);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(10);
  expect(found(answers, [...CLIENT, ...RIVAL])).toEqual([]);
  expect(found(await liveOf(bystander), [...CLIENT, ...RIVAL])).toEqual([]);
});

test('the archive of files has only what is for carriers', async () => {
  const response = await fetch(
    `${application.url}/api/frontend/carrier/agent-lead/${stage.lead.id}/attachments/download`,
    { headers: { authorization: `Bearer ${bystander.token}` } },
  );
  const bytes = Buffer.from(await response.arrayBuffer()).toString('latin1');
  expect(bytes).toContain('shown.pdf');
  expect([...CLIENT, 'hidden'].filter((word) => bytes.includes(word))).toEqual([]);
});

test(
  'the winner learns who the client is by signing, not by winning; the others never',
  { timeout: 60_000 },
  async () => {
    await reload(stage);
    // The gesture places the first carrier's bid and awards it; the second carrier's is lost.
    const awarded = await gestures['carrier.awarded'](stage);
    expect(awarded.status, JSON.stringify(awarded.body)).toBe(200);
    await mailTo(application, who.carrier.email, /^You won/);
    await mailTo(application, who.carrier2.email, /^Your bid on/);

    const asWinner = await call(application, 'GET', `carrier/agent-lead/${stage.lead.id}/details`, {
      token: who.carrier.token,
    });
    const agreement = await call(application, 'GET', `carrier/specific-job-agreement/${stage.lead.id}`, {
      token: who.carrier.token,
    });
    expect([asWinner.status, agreement.status]).toEqual([200, 200]);
    const before = [asWinner, agreement, await liveOf(who.carrier), await mailsOf(who.carrier)];
    expect(found(before, [...CLIENT, ...RIVAL])).toEqual([]);
    // A loser is notified that it lost, and keeps only its own words and price.
    const ofLoser = [...(await walk(who.carrier2)), await mailsOf(who.carrier2)];
    expect(found(ofLoser, [...CLIENT, ...NOTED, '250000', '2,500.00', 'Swift Vans'])).toEqual([]);

    const signed = await gestures['carrier.signed'](stage);
    expect(signed.status, JSON.stringify(signed.body)).toBe(200);
    const after = await call(application, 'GET', `carrier/agent-lead/${stage.lead.id}/details`, {
      token: who.carrier.token,
    });
    expect(found(after, CLIENT)).toEqual(CLIENT);
    expect(found([after, await liveOf(who.carrier), await mailsOf(who.carrier)], WRITTEN_DOWN)).toEqual([]);
    expect(found(after, RIVAL)).toEqual([]);

    const others = [
      await walk(bystander),
      await walk(who.carrier2),
      await mailsOf(bystander),
      await mailsOf(who.carrier2),
    ];
    expect(found(others, CLIENT)).toEqual([]);
  },
);
