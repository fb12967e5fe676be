import { addDays, dateIn } from '#src/machines/calendar/days.ts';
import type { RescheduleEvent, rescheduleLifecycle } from '#src/machines/reschedule/reschedule.lifecycle.ts';
import { call } from '#tests/platform/application.ts';
import { gestures as onLead, reload } from '../api-gestures.ts';
import { reschedule } from '../models/reschedule.model.ts';
import type { Requirement } from '../models/path-model.ts';
import { NotHere } from '../run/world.ts';
import type { World } from '../run/world.ts';
import { beginLead } from './agent-lead.api.ts';
import type { LeadStage } from './agent-lead.api.ts';
import { apiDriver } from './api-driver.ts';
import type { Call } from './api-driver.ts';

interface Stage extends LeadStage {
  /** The token of the client's page. */
  page: string;
}

async function begin(world: World): Promise<Stage> {
  const stage = await beginLead(world);
  const { body } = await call<{ url: string }>(stage.application, 'POST', `agent-lead/${stage.lead.id}/portal`, {
    token: stage.agent.token,
    body: { is_mailed: false },
  });
  return { ...stage, page: body.url.split('/').at(-1)! };
}

interface Body {
  version: number;
  state: string;
}

const bodyOf = async ({ application, lead, world }: Stage): Promise<Body> =>
  (
    await call<Body>(application, 'GET', `agent-lead/${lead.id}/reschedule`, {
      token: (await world.account('agent')).token,
    })
  ).body;

const day = (days: number) => addDays(dateIn('America/Chicago', new Date()), days);

const asking =
  (instead: object = {}): Call<Stage> =>
  async (stage) =>
    call(stage.application, 'POST', `agent-lead/portal/reschedule?token=${stage.page}`, {
      body: {
        version: (await bodyOf(stage)).version,
        first: day(40),
        last: day(42),
        reason: 'The closing moved',
        ...instead,
      },
    });

const answering =
  (answer: { accepts: boolean; words?: string }): Call<Stage> =>
  async (stage) =>
    call(stage.application, 'POST', `agent-lead/${stage.lead.id}/reschedule/answer`, {
      token: stage.agent.token,
      body: { version: (await bodyOf(stage)).version, ...answer },
    });

export const driver = apiDriver<Stage, RescheduleEvent['type'], Requirement<typeof rescheduleLifecycle>>({
  model: reschedule,
  environment: {},
  begin,
  gestures: {
    'days.asked': asking(),
    'days.withdrawn': async (stage) =>
      call(stage.application, 'POST', `agent-lead/portal/reschedule/withdraw?token=${stage.page}`, {
        body: { version: (await bodyOf(stage)).version },
      }),
    'days.accepted': answering({ accepts: true }),
    'days.declined': answering({ accepts: false, words: 'All trucks are taken' }),
  },
  unmet: {
    'the move is still ahead': async (stage) => {
      await reload(stage);
      await onLead['lead.archived'](stage);
    },
    'the first day is today or later': async () => asking({ first: day(-3) }),
    'the last day is not before the first': async () => asking({ last: day(39) }),
    'a reason is given': async (_, { event }) =>
      event === 'days.asked' ? asking({ reason: '' }) : answering({ accepts: false }),
  },
  placeOf: async (stage) => (await bodyOf(stage)).state,
  record: async (stage) => await bodyOf(stage),
  // The page of an archived lead is closed, and a reason without words is refused before it is judged.
  refusals: ({ event, broken }) =>
    event === 'days.asked' && broken === 'the move is still ahead'
      ? [410]
      : event === 'days.asked' && broken === 'a reason is given'
        ? [400, 422]
        : null,
  async inHandsOf(stage, role, { event }) {
    if (event === 'days.asked' || event === 'days.withdrawn') throw new NotHere('Whoever has the link is the client.');
    const find = strangers[role];
    return { ...stage, agent: find ? await find(stage.world) : { ...stage.agent, token: '' } };
  },
});

const strangers: Partial<Record<string, (world: World) => Promise<LeadStage['agent']>>> = {
  carrier: (world) => world.account('carrier2'),
  mover: (world) => world.account('mover'),
  assistant: (world) => world.account('assistant'),
};
