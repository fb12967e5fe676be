import type { Page, Route } from '@playwright/test';
import type { EventFromLogic } from 'xstate';
import { MAXIMUM_NOTES } from '#src/api/carrier/carrier-note.repository.ts';
import { newId } from '#src/api/database/ids.ts';
import { AddCarrierNoteDocument } from '#src/generated/graphql/graphql.ts';
import type { requestMachine } from '#src/machines/request/request.machine.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { call } from '#tests/platform/application.ts';
import { answerTo, isCallOf } from '#tests/platform/documents.ts';
import { seen } from '#tests/platform/seen.ts';
import type { PlaceOf } from '../models/flow-model.ts';
import { request } from '../models/request.model.ts';
import type { World } from '../run/world.ts';
import type { CaseStep } from '../tool/cases.ts';
import { screenDriver } from './screen-driver.ts';

interface Stage {
  world: World;
  page: Page;
  carrierId: string;
  agentId: string;
  /** Pending requests for the note. */
  held: Route[];
  /** How many notes were written, so that each is different. */
  written: number;
}

const note = ({ page }: Stage) => page.getByLabel('New note');
const add = ({ page }: Stage) => page.getByRole('button', { name: 'Add note' });
const reason = ({ page }: Stage) => page.getByText(told['send: refused']!);
const textOf = ({ written }: Stage) => `Calls back on Monday, ${written}`;

/** An agent who writes a note about a carrier. The server's responses are held until the case decides on them. */
async function begin(world: World): Promise<Stage> {
  await world.account('carrier');
  const { token, id: agentId } = await world.account('agent2');
  const { body } = await call<{ carriers: { id: string }[] }>(world, 'GET', 'agent/carriers?limit=1', { token });
  const page = await world.page('agent2');
  const held: Route[] = [];
  await page.route('**/graphql', (route) =>
    isCallOf(route.request(), AddCarrierNoteDocument) ? void held.push(route) : route.continue(),
  );
  const stage: Stage = { world, page, carrierId: body.carriers[0]!.id, agentId, held, written: 0 };
  await page.goto(world.url + hrefs.agent.carrier(stage.carrierId));
  await note(stage).fill(textOf(stage));
  return stage;
}

async function waiting({ held }: Stage): Promise<Route> {
  await seen.poll(() => held.length).toBe(1);
  return held.shift()!;
}

/** Lets the request continue, and waits until the page has its response. */
async function answered(stage: Stage): Promise<void> {
  const answer = answerTo(stage.page, AddCarrierNoteDocument);
  await (await waiting(stage)).continue();
  await answer;
}

const told: Record<string, string> = {
  'send: refused': `This carrier already has ${MAXIMUM_NOTES} notes, the most it can have.`,
  'send: no answer': 'Couldn’t add the note. Try again.',
};

const PLACES: Record<PlaceOf<typeof requestMachine>, (stage: Stage, step: CaseStep) => Promise<void>> = {
  ready: async (stage, { event }) => {
    await seen(add(stage)).not.toHaveAttribute('aria-busy', 'true');
    await seen(reason(stage)).toHaveCount(0);
    if (event === 'request.dismissed') await note(stage).fill(textOf(stage));
    if (event === 'send: written') {
      await seen(stage.page.getByText(textOf({ ...stage, written: stage.written - 1 }), { exact: true })).toBeVisible();
      await note(stage).fill(textOf(stage));
    }
  },
  sending: async (stage) => {
    await seen(add(stage)).toHaveAttribute('aria-busy', 'true');
    await seen.poll(() => stage.held.length).toBe(1);
  },
  refused: async (stage, { event }) => {
    await seen(add(stage)).not.toHaveAttribute('aria-busy', 'true');
    await seen(stage.page.getByText(told[event]!)).toBeVisible();
    await seen(note(stage)).toHaveValue(textOf(stage));
  },
  failed: async (stage, { event }) => {
    await seen(add(stage)).not.toHaveAttribute('aria-busy', 'true');
    await seen(stage.page.getByText(told[event]!).last()).toBeVisible();
    await seen(note(stage)).toHaveValue(textOf(stage));
  },
};

/** A form that writes, in the states that every writing form and button has. */
export const driver = screenDriver<Stage, EventFromLogic<typeof requestMachine>['type']>({
  model: request,
  environment: {},
  begin,
  gestures: {
    'request.made': (stage) => add(stage).click(),
    'request.dismissed': (stage) => note(stage).fill(`${textOf(stage)}.`),
  },
  more: {
    'send: written': async (stage) => {
      await answered(stage);
      stage.written += 1;
    },
    'send: refused': async (stage) => {
      const { pool } = stage.world.own('fill a carrier’s page with notes').database;
      const ids = Array.from({ length: MAXIMUM_NOTES }, () => newId());
      await pool.query(
        `insert into carrier_note (id, carrier_id, text, created_by) select id, $2, 'n', $3 from unnest($1::uuid[]) as id`,
        [ids, stage.carrierId, stage.agentId],
      );
      await answered(stage);
      await pool.query('delete from carrier_note where id = any($1::uuid[])', [ids]);
    },
    'send: no answer': async (stage) => {
      stage.world.allow(/ERR_FAILED/);
      await (await waiting(stage)).abort();
    },
  },
  see: (stage, step) => PLACES[step.to as keyof typeof PLACES](stage, step),
  async refuse(stage) {
    // Before anything is sent, there is nothing to dismiss.
    if (stage.held.length === 0) return await seen(reason(stage)).toHaveCount(0);
    // The button stays, and pressing it again does nothing.
    await add(stage).focus();
    await stage.page.keyboard.press('Enter');
    if (stage.held.length !== 1) throw new Error('The note was sent twice.');
  },
});
