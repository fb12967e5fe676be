import { passTrucks } from '#src/api/truck/truck.record.ts';
import { addDays, dateIn } from '#src/machines/calendar/days.ts';
import { DAY } from '#src/machines/calendar/durations.ts';
import { AHEAD_DAYS } from '#src/machines/truck/truck.lifecycle.ts';
import type { TruckEvent, truckLifecycle } from '#src/machines/truck/truck.lifecycle.ts';
import { call } from '#tests/platform/application.ts';
import { truck } from '../models/truck.model.ts';
import type { Requirement } from '../models/path-model.ts';
import { NotHere } from '../run/world.ts';
import type { World } from '../run/world.ts';
import { apiDriver } from './api-driver.ts';
import type { Call } from './api-driver.ts';

interface Stage {
  world: World;
  id: string;
  /** The token of whoever tries. */
  token: string;
}

const day = (days: number) => addDays(dateIn('America/Chicago', new Date()), days);
const days = { first_day: day(2), last_day: day(3) };

const rowOf = ({ world, id }: Stage) =>
  world
    .own('look at the truck')
    .database.kysely.selectFrom('truck')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

const changing =
  (instead: object = {}): Call<Stage> =>
  async (stage) =>
    call(stage.world, 'PATCH', `carrier/trucks/${stage.id}`, {
      token: stage.token,
      body: { version: (await rowOf(stage)).version, place: 'Columbus, OH', ...days, ...instead },
    });

/** The clock gives no response: the row shows whether it did something. */
const passing: Call<Stage> = async (stage, { broken }) => {
  const before = await rowOf(stage);
  await passTrucks(stage.world.own('let the clock see to trucks').parts);
  const after = await rowOf(stage);
  return { status: after.version !== before.version ? 200 : broken === null ? 409 : 422, body: {} };
};

export const driver = apiDriver<Stage, TruckEvent['type'], Requirement<typeof truckLifecycle>>({
  model: truck,
  environment: {},
  async begin(world) {
    const own = world.own('begin with the clock as it is');
    own.clock.ahead = 0;
    const { token } = await world.account('carrier');
    const { body } = await call<{ trucks: { id: string }[] }>(world, 'POST', 'carrier/trucks', {
      token,
      body: { place: '43215', ...days },
    });
    // They are listed by their first day, and those of the same day in the order of creation.
    return { world, id: body.trucks.at(-1)!.id, token };
  },
  gestures: {
    'truck.changed': changing(),
    'truck.withdrawn': async (stage) =>
      call(stage.world, 'POST', `carrier/trucks/${stage.id}/withdraw`, {
        token: stage.token,
        body: { version: (await rowOf(stage)).version },
      }),
    'truck.passed': async (stage, step) => {
      if (!step.verdict.may) return passing(stage, step);
      const { clock } = stage.world.own('move the clock');
      clock.ahead += 5 * DAY;
      const passed = await passing(stage, step);
      // Otherwise the sessions would have expired.
      clock.ahead = 0;
      return passed;
    },
  },
  unmet: {
    'the last day is not before the first': async () => changing({ first_day: day(4) }),
    'the last day is today or later': async () => changing({ first_day: day(-3), last_day: day(-2) }),
    [`the last day is within ${AHEAD_DAYS} days`]: async () => changing({ last_day: day(AHEAD_DAYS + 3) }),
    'its last day is over': async () => passing,
  },
  placeOf: async (stage) => (await rowOf(stage)).state,
  record: rowOf,
  async inHandsOf(stage, role, { event }) {
    if (event === 'truck.passed') throw new NotHere('Nobody but the clock sees to days that are over.');
    const find = strangers[role];
    return { ...stage, token: find ? (await find(stage.world)).token : '' };
  },
});

const strangers: Partial<Record<string, (world: World) => Promise<{ token: string }>>> = {
  agent: (world) => world.account('agent'),
  carrier: (world) => world.account('carrier2'),
  mover: (world) => world.account('mover'),
  assistant: (world) => world.account('assistant'),
};
