import { beforeAll, expect, test, vi } from 'vitest';
import { agentLeadLifecycle } from '#src/machines/agent-lead/agent-lead.lifecycle.ts';
import { replay } from '#src/machines/replay.ts';
import { call, startApplication } from '#tests/platform/application.ts';
import type { Answer, Application } from '#tests/platform/application.ts';
import { agentLead } from '#tests/paths/models/agent-lead.model.ts';
import { walkOf } from '#tests/paths/tool/walk.ts';
import type { AgentLeadEventType, AgentLeadStage, AgentLeadTab } from '#src/machines/agent-lead/agent-lead.types.ts';
import { awardOf, gestures, newStage, people, reload, standingBid } from '#tests/paths/api-gestures.ts';
import type { People, Stage } from '#tests/paths/api-gestures.ts';

// Each test moves many leads to the point where two events compete.
vi.setConfig({ testTimeout: 60_000 });

/** Many events on one lead at once: one wins, the others get the current state, and nothing is left half done. */
let application: Application;
let who: People;

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
});

const { ways } = walkOf(agentLead);
async function standingAt(state: AgentLeadTab, stage: AgentLeadStage | null = null): Promise<Stage> {
  const lead = await newStage(application, who);
  for (const { event } of ways.get(agentLead.keyOf({ state, stage, isArchived: false }))!) {
    const { status, body } = await gestures[event as AgentLeadEventType](lead);
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    await reload(lead);
  }
  return lead;
}

function split(answers: Answer[]) {
  const won = answers.filter((answer) => answer.status < 300);
  const lost = answers.filter((answer) => answer.status === 409);
  expect(
    won.length + lost.length,
    JSON.stringify(answers.find((answer) => answer.status >= 300 && answer.status !== 409)?.body),
  ).toBe(answers.length);
  return { won, lost };
}

/** All of them with `LONG=1 npm test -- --all`. */
const ROUNDS = process.env.LONG ? 100 : 20;
const AT_ONCE = 50;

test(
  `${AT_ONCE} awards at once, ${ROUNDS} rounds: one carrier wins, the others hear where the lead stands`,
  { timeout: 400_000 },
  async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const stage = await standingAt('award-carrier');
      const own = await standingBid(stage);
      const rival = await call<{ bid: { id: string } }>(
        application,
        'POST',
        `carrier/agent-lead/${stage.lead.id}/bid/place`,
        {
          token: who.carrier2.token,
          body: { amount: 230_000, start_date: ((await reload(stage)) as unknown as { move_date: string }).move_date },
        },
      );
      const { version } = stage.lead;
      const [ours, theirs] = [await awardOf(stage, own), await awardOf(stage, rival.body.bid.id)];
      const awards = Array.from({ length: AT_ONCE }, (_, index) =>
        call(application, 'POST', `agent-lead/${stage.lead.id}/carrier/award`, {
          token: index % 2 ? who.agent.token : who.agent2.token,
          body: { version, ...(index % 3 ? ours : theirs) },
        }),
      );
      const { won, lost } = split(await Promise.all(awards));
      expect(won).toHaveLength(1);
      for (const { body } of lost) expect(body.state).toBe('open-contracts');
      const awarded = await application.database.kysely
        .selectFrom('bid')
        .select('state')
        .where('lead_id', '=', stage.lead.id)
        .orderBy('state')
        .execute();
      expect(awarded.map((bid) => bid.state)).toEqual(['awarded', 'lost']);
    }
  },
);

const races: [
  name: string,
  at: [AgentLeadTab, AgentLeadStage?],
  doings: (stage: Stage) => (() => Promise<Answer>)[],
  winners: number,
][] = [
  [
    'closing twice',
    ['open-contracts', 'in-progress'],
    (stage) => [() => gestures['contract.closed'](stage), () => gestures['contract.closed'](stage)],
    1,
  ],
  [
    'signing twice',
    ['contract-sent'],
    (stage) => [() => gestures['contract.signed'](stage), () => gestures['contract.signed'](stage)],
    1,
  ],
  [
    'signing and archiving',
    ['contract-sent'],
    (stage) => [() => gestures['contract.signed'](stage), () => gestures['lead.archived'](stage)],
    1,
  ],
  [
    'paying twice',
    ['completed-contracts', 'invoiced'],
    (stage) => [() => gestures['payment.recorded'](stage), () => gestures['payment.recorded'](stage)],
    1,
  ],
  [
    'first invoice twice',
    ['completed-contracts', 'closed'],
    (stage) => [() => gestures['invoice.sent'](stage), () => gestures['invoice.sent'](stage)],
    1,
  ],
  [
    'withdrawing the award and signing the job',
    ['open-contracts', 'awaiting-carrier'],
    (stage) => [() => gestures['award.withdrawn'](stage), () => gestures['carrier.signed'](stage)],
    1,
  ],
];

test.each(races)('%s: one wins', async (_, [state, at], doings, winners) => {
  for (let round = 0; round < 10; round++) {
    const stage = await standingAt(state, at);
    const answers = await Promise.all(doings(stage).map((doing) => doing()));
    // A losing client or carrier may see the consequences first: a dead link, a job that is gone.
    expect(answers.filter((answer) => answer.status < 300)).toHaveLength(winners);
    for (const answer of answers) expect(answer.status).toBeLessThan(500);
  }
});

test('the same Idempotency-Key, 20 times at once: one effect, one answer', async () => {
  const stage = await standingAt('new');
  const sends = Array.from({ length: 20 }, () =>
    call(application, 'POST', `agent-lead/${stage.lead.id}/quote`, {
      token: who.agent.token,
      body: {},
      headers: { 'idempotency-key': `quote-${stage.lead.id}` },
    }),
  );
  const answers = await Promise.all(sends);
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
  const entries = await application.database.kysely
    .selectFrom('history')
    .select('event')
    .where('record_id', '=', stage.lead.id)
    .execute();
  expect(entries.filter((entry) => entry.event === 'quote.sent')).toHaveLength(1);
  const mails = await application.database.kysely
    .selectFrom('mail')
    .select('id')
    .where('recipient', '=', stage.clientEmail)
    .execute();
  expect(mails).toHaveLength(1);
  const other = await call(application, 'POST', `agent-lead/${stage.lead.id}/quote`, {
    token: who.agent.token,
    body: { message: 'other' },
    headers: { 'idempotency-key': `quote-${stage.lead.id}` },
  });
  expect(other.status).toBe(422);
});

test('invoice numbers have no gap and no double', async () => {
  const stages = await Promise.all(Array.from({ length: 6 }, () => standingAt('completed-contracts', 'closed')));
  const before = await application.database.kysely.selectFrom('invoice').select('number').execute();
  await Promise.all(stages.map((stage) => gestures['invoice.sent'](stage)));
  const all = await application.database.kysely.selectFrom('invoice').select('number').orderBy('number').execute();
  expect(all.length).toBe(before.length + 6);
  expect(all.map((row) => row.number)).toEqual(all.map((_, index) => all[0]!.number + index));
});

test('every history of this run replays', async () => {
  const { kysely } = application.database;
  for (const lead of await kysely.selectFrom('agent_lead').selectAll().execute()) {
    const entries = await kysely
      .selectFrom('history')
      .selectAll()
      .where('record_id', '=', lead.id)
      .orderBy('sequence')
      .execute();
    expect(replay(agentLeadLifecycle, entries)).toEqual({
      state: lead.state,
      stage: lead.stage,
      isArchived: lead.is_archived,
    });
    expect(entries).toHaveLength(lead.history_length);
  }
});
