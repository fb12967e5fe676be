import { beforeAll, describe, expect, test } from 'vitest';
import { replayAgentLead } from '#src/machines/agent-lead/agent-lead.replay.ts';
import { AGENT_LEAD_EVENTS, AGENT_LEAD_EVENT_TYPES } from '#src/machines/agent-lead/agent-lead.moves.ts';
import { signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { agentLeadPaths, allPlaces, allRefusals, allTransitions, nameOf, stepName, transitionName, wayTo } from './agent-lead.paths.ts';
import { expectPlace, gestures, newStage, people, reload } from './api-gestures.ts';
import type { People, Stage } from './api-gestures.ts';

/** Walks the law of a lead through the REST API: every transition by its gesture, every place by its assertion. */
let application: Application;
let who: People;
let mover: Account;
const nobody: Account = { id: '', email: 'nobody', token: '', carrierId: '', businessId: null };
const paths = agentLeadPaths();

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
  mover = await signedIn(application, 'mover', 'Mia Mover');
});

async function walk(stage: Stage, path: (typeof paths)[number]): Promise<void> {
  for (const step of path) {
    const answer = await gestures[step.event](stage);
    expect(answer.status, `${stepName(step)}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    await expectPlace(stage, step.to);
  }
}

test('the paths take every transition and meet every place', () => {
  const taken = new Set(paths.flat().map(transitionName));
  expect(allTransitions().filter((transition) => !taken.has(transition))).toEqual([]);
  const met = new Set(paths.flat().map((step) => nameOf(step.to)));
  expect(allPlaces.map(nameOf).filter((name) => !met.has(name))).toEqual([]);
});

describe('every path', () => {
  test.each(paths.map((path, index) => [`${index + 1}: ${path.map((step) => step.event).join(', ')}`, path] as const))('%s', async (_, path) => {
    await walk(await newStage(application, who), path);
  });
});

describe('what the law refuses is refused, and changes nothing', () => {
  const byPlace = Map.groupBy(allRefusals(), ({ place }) => nameOf(place));
  test.each([...byPlace])('in %s', async (_, refusals) => {
    const stage = await newStage(application, who);
    await walk(stage, wayTo(refusals[0]!.place));
    for (const { event } of refusals) {
      const before = await rowOf(stage);
      const answer = await gestures[event](stage);
      // To a carrier a load that is not on the board does not exist; a client's link dies with what it was for.
      const expected = AGENT_LEAD_EVENTS[event].by === 'agent' ? [409] : [404, 409, 410];
      expect(expected, `${event}: ${answer.status} ${JSON.stringify(answer.body)}`).toContain(answer.status);
      expect(await rowOf(stage), event).toEqual(before);
    }
  });
});

describe('what is somebody else’s to do is refused, and changes nothing', () => {
  test.each(allPlaces.map((place) => [nameOf(place), place] as const))('in %s', async (_, place) => {
    const stage = await newStage(application, who);
    await walk(stage, wayTo(place));
    await reload(stage);
    const before = await rowOf(stage);
    for (const event of AGENT_LEAD_EVENT_TYPES) {
      const { by } = AGENT_LEAD_EVENTS[event];
      if (by === 'client') continue;
      const others = by === 'agent' ? [who.carrier, mover, nobody] : [who.agent, mover, nobody];
      for (const other of others) {
        const answer = await gestures[event]({ ...stage, [by]: other, carrier2: other, isImpostor: true } as Stage);
        expect(answer.status, `${event} by ${other.email}`).toBe(other === nobody ? 401 : 403);
      }
    }
    expect(await rowOf(stage)).toEqual(before);
  });
});

test('the history of every lead of this run folds through the law to its row', async () => {
  const leads = await application.database.kysely.selectFrom('agent_lead').selectAll().execute();
  expect(leads.length).toBeGreaterThan(paths.length);
  for (const lead of leads) {
    const entries = await application.database.kysely.selectFrom('agent_lead_history').selectAll().where('lead_id', '=', lead.id).orderBy('sequence').execute();
    expect(replayAgentLead(entries as never)).toEqual({ state: lead.state, stage: lead.stage, isArchived: lead.is_archived });
  }
});

async function rowOf(stage: Stage) {
  const { kysely } = application.database;
  const lead = await kysely.selectFrom('agent_lead').selectAll().where('id', '=', stage.lead.id).executeTakeFirstOrThrow();
  const contract = await kysely.selectFrom('contract').selectAll().where('lead_id', '=', stage.lead.id).executeTakeFirstOrThrow();
  // The sealed document comes from the worker, in its own time.
  const { signed_file_id: _sealed, ...rest } = contract;
  return { lead, contract: rest };
}
