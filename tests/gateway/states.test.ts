import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, isEnumType } from 'graphql';
import { expect, test } from 'vitest';
import { AGENT_LEAD_STAGES, AGENT_LEAD_TABS } from '#src/machines/agent-lead/agent-lead.types.ts';
import { AGREEMENT_STATES } from '#src/machines/agreement/agreement.lifecycle.ts';
import { BID_STATES } from '#src/machines/bid/bid.lifecycle.ts';
import { CHAT_OWNERS, CHAT_STAGES } from '#src/machines/chat/chat.lifecycle.ts';
import { PURCHASE_STATES } from '#src/machines/marketplace/purchase.lifecycle.ts';
import { STATE_LEAD_STATES } from '#src/machines/state-lead/state-lead.lifecycle.ts';
import { STANDINGS } from '#src/machines/subscription/subscription.lifecycle.ts';

const folder = join(import.meta.dirname, '../../schema');
const schema = buildSchema(
  readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n'),
);

/** A lifecycle's state that is missing from the schema would cause an error wherever a record is in it. */
test.each<[string, readonly string[]]>([
  ['AgentLeadTab', AGENT_LEAD_TABS],
  ['AgentLeadStage', AGENT_LEAD_STAGES],
  ['AgreementState', AGREEMENT_STATES],
  ['BidState', BID_STATES],
  ['ChatStage', CHAT_STAGES],
  ['ChatOwner', CHAT_OWNERS],
  ['PurchaseState', PURCHASE_STATES],
  ['StateLeadState', STATE_LEAD_STATES],
  ['SubscriptionStanding', STANDINGS],
])('%s of the schema names what its lifecycle does', (name, states) => {
  const type = schema.getType(name);
  const named = isEnumType(type) ? type.getValues().map((value) => value.name.replaceAll('_', '-')) : [];
  expect(named.toSorted()).toEqual(states.toSorted());
});
