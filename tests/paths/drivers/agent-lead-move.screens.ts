import type { Locator, Page, Request, Route } from '@playwright/test';
import type { EventFromLogic } from 'xstate';
import type { agentLeadMoveMachine } from '#src/machines/agent-lead/agent-lead-move.machine.ts';
import { seen } from '#tests/platform/seen.ts';
import { call } from '#tests/platform/application.ts';
import { agentPage } from '../agent-page.ts';
import { agentLeadMove } from '../models/agent-lead-move.model.ts';
import type { PlaceOf } from '../models/flow-model.ts';
import { beginLead } from './agent-lead.api.ts';
import type { LeadStage } from './agent-lead.api.ts';
import { screenDriver } from './screen-driver.ts';
import type { Gesture } from './screen-driver.ts';

interface Stage extends LeadStage {
  page: Page;
  form: Locator;
  submit: Locator;
  /** The write that waits for its response. */
  waiting: () => Promise<Route>;
}

const OPERATION = 'FollowUp';
let texts = 0;

/** One dialog represents all: the follow-up, whose form has its own field and a reason. */
async function begin(world: LeadStage['world']): Promise<Stage> {
  const stage = await beginLead(world);
  const page = await world.page('agent');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const desk = agentPage(page, world.url);
  await desk.open(stage.lead.id);
  await desk.choose('Set follow-up');
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Reason' }).fill('Call about the piano');
  const held: Route[] = [];
  await page.route('**/graphql', (route) => (isMove(route.request()) ? void held.push(route) : route.continue()));
  const waiting = async () => {
    await seen.poll(() => held.length).toBeGreaterThan(0);
    return held.shift()!;
  };
  return { ...stage, page, form, submit: form.getByRole('button', { name: 'Set follow-up' }), waiting };
}

const isMove = (request: Request): boolean =>
  (request.postDataJSON() as { operationName?: string }).operationName === OPERATION;

/** Lets the write through, unchanged or with other values. */
async function pass({ waiting }: Stage, change: object = {}): Promise<void> {
  const route = await waiting();
  const body = route.request().postDataJSON() as { variables: object };
  await route.continue({ postData: JSON.stringify({ ...body, variables: { ...body.variables, ...change } }) });
}

/** An archived lead; the one on the screen stays as it is, whenever the screen reads it again. */
async function archivedLead(world: LeadStage['world']) {
  const { lead } = await beginLead(world);
  await world
    .own('archive a lead silently')
    .database.kysely.updateTable('agent_lead')
    .set({ is_archived: true })
    .where('id', '=', lead.id)
    .execute();
  return { leadId: lead.id, version: lead.version };
}

const answers: Record<string, Gesture<Stage>> = {
  'save: written': (stage) => pass(stage),
  'save: conflict': async (stage) => {
    const { token } = stage.agent2;
    const { body } = await call<{ version: number }>(stage.world, 'GET', `agent-lead/${stage.lead.id}`, { token });
    await call(stage.world, 'PATCH', `agent-lead/${stage.lead.id}`, {
      token,
      body: { version: body.version, notes: `Someone else was here, ${(texts += 1)}` },
    });
    await pass(stage);
  },
  'save: refused': async (stage) => pass(stage, await archivedLead(stage.world)),
  'save: a wrong field': (stage) => pass(stage, { reason: ' ' }),
  'save: no answer': async ({ world, waiting }) => {
    world.allow(/ERR_FAILED/);
    await (await waiting()).abort();
  },
};

const shown: Record<PlaceOf<typeof agentLeadMoveMachine>, (stage: Stage) => Promise<void>> = {
  filling: async ({ submit }) => {
    await seen(submit).toBeEnabled();
    await seen(submit).not.toHaveAttribute('aria-busy', 'true');
  },
  saving: ({ submit }) => seen(submit).toHaveAttribute('aria-busy', 'true'),
  conflict: ({ form }) => seen(form.getByText('This lead was changed while you worked on it')).toBeVisible(),
  refused: ({ form }) => seen(form.getByText(/^(You can do this once|This can’t be done)/)).toBeVisible(),
  failed: ({ form }) => seen(form.getByText(/^No response/)).toBeVisible(),
  done: ({ form }) => seen(form).toHaveCount(0),
};

/** The form of a transition on its agent's screen. The server's responses are held until the case decides on them. */
export const driver = screenDriver<Stage, EventFromLogic<typeof agentLeadMoveMachine>['type']>({
  model: agentLeadMove,
  environment: {},
  begin,
  gestures: {
    'draft.changed': ({ form }) =>
      form.getByRole('textbox', { name: 'Reason' }).fill(`Call about the piano, ${(texts += 1)}`),
    'move.submitted': ({ submit }) => submit.click(),
    'conflict.accepted': ({ form }) => form.getByRole('button', { name: 'Continue with the current version' }).click(),
  },
  more: answers,
  see: (stage, { to }) => shown[to as keyof typeof shown](stage),
});
