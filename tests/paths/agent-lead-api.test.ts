import { expect, test } from 'vitest';
import { agentLeadLifecycle } from '#src/machines/agent-lead/agent-lead.lifecycle.ts';
import { replay } from '#src/machines/replay.ts';
import { expectLedgersToAddUp } from '#tests/api/ledger-adds-up.ts';
import { driver } from './drivers/agent-lead.api.ts';
import { walkSuite } from './run/suite.ts';
import { ownWorld } from './run/world.ts';
import type { World } from './run/world.ts';

/** The lifecycle of a lead through the REST API: every transition, and everything refused in each place. */
let world: World;

walkSuite(driver, async () => (world = await ownWorld(driver.environment)), {
  strategies: ['tour', 'refused'],
  unlisted: /: payment\.(completed|reopened)$/,
  // Whoever has the link of a client is the client; what the ledger does, nobody can try.
  uncovered: Object.entries({
    'live.follow-up': ['quote.opened', 'quote.asked', 'quote.declined', 'quote.accepted'],
    'live.quote-sent.waiting': ['quote.opened', 'quote.asked', 'quote.declined', 'quote.accepted'],
    'live.quote-sent.accepted': ['quote.opened', 'quote.asked', 'quote.declined'],
    'live.contract-sent': ['quote.opened', 'quote.asked', 'contract.signed', 'contract.declined'],
  })
    .flatMap(([place, events]) => events.map((event) => `${place}: ${event}: the client does it (does not hold)`))
    .concat([
      'live.completed-contracts.invoiced: payment.completed: the system does it (does not hold)',
      'live.completed-contracts.invoiced: payment.completed: the client has paid the invoice (does not hold)',
      'live.completed-contracts.paid: payment.reopened: the system does it (does not hold)',
      'live.completed-contracts.paid: payment.reopened: the client owes a part of the invoice (does not hold)',
    ]),
});

test('the history of every lead of this run folds through the lifecycle to its row', async () => {
  const { kysely } = world.own('read all histories').database;
  const leads = await kysely.selectFrom('agent_lead').selectAll().execute();
  expect(leads.length).toBeGreaterThan(55);
  for (const lead of leads) {
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
  }
});

test('every cent of every lead of this run adds up', async () => {
  expect(await expectLedgersToAddUp(world.own('read all ledgers').database.kysely)).toBeGreaterThan(20);
});
