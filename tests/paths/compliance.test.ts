import { expect, test } from 'vitest';
import { driver, regionOf } from './drivers/compliance.screens.ts';
import { REQUIREMENTS } from '#src/machines/carrier/compliance.lifecycle.ts';
import { walkCase } from './run/walk-case.ts';
import { ownWorld } from './run/world.ts';
import { stepOf } from './tool/cases.ts';
import { tourOf } from './tool/tour.ts';
import { walkOf } from './tool/walk.ts';
import type { Edge } from './tool/walk.ts';

/**
 * Every event from every state of each of its four regions, in one walk: all combinations would be some fifty places
 * and hundreds of transitions.
 */
const world = await ownWorld(driver.environment);

const walk = walkOf(driver.model);
const onward = Map.groupBy(walk.edges, ({ from }) => from);
const [way, ...others] = tourOf<string, Edge>({
  start: walk.start,
  keyOf: (place) => place,
  stepsFrom: (place) => (onward.get(place) ?? []).map((step) => ({ step, to: step.to })),
  takes: (edge) => [partOf(edge)],
});

/** The state of its region, and the event there. */
function partOf({ event, from }: Edge): string {
  const region = regionOf(event);
  return `${region} ${from.split('.')[REQUIREMENTS.indexOf(region)]}: ${event.split(' ')[0]}`;
}

test(
  'every event from every state, and the carrier and the agent read and see what the lifecycle says',
  { timeout: 240_000 },
  async () => {
    const steps = way!.map((edge) => stepOf(walk, edge));
    const result = await walkCase(
      driver,
      world,
      { id: 'compliance-parts-1', title: 'Every transition of each part', start: walk.start, steps },
      { folder: null, walked: new Set() },
    );
    expect(result.steps.filter(({ status }) => status !== 'passed')).toEqual([]);
    expect(result.status).toBe('passed');
  },
);

test('the walk takes every transition of each part', () => {
  expect(others).toEqual([]);
  const ofCover = (kind: string) => [
    `${kind} ended: policy.added`,
    `${kind} ended: policy.removed`,
    `${kind} in-force: policy.ended`,
    `${kind} in-force: policy.removed`,
    `${kind} missing: policy.added`,
    `${kind} missing: policy.started`,
  ];
  expect([...new Set(way!.map(partOf))].toSorted()).toEqual([
    'agreement unsigned: agreement.signed',
    'authority active: authority.reopened',
    'authority active: authority.revoked',
    'authority pending: authority.activated',
    'authority pending: authority.revoked',
    'authority revoked: authority.activated',
    'authority revoked: authority.reopened',
    ...ofCover('cargo'),
    ...ofCover('liability'),
  ]);
});
