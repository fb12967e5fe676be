import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Driver } from './run/driver.ts';
import { walkSuite } from './run/suite.ts';
import { ownWorld } from './run/world.ts';
import { drivenThrough } from './drivers/surfaces.ts';

/**
 * Lifecycles that need no exceptions when walked through the REST API: every transition, and everything refused in each
 * place. A lifecycle with parts that cannot be tried from outside has its own file, which lists them.
 */
const others = drivenThrough('api').filter((id) => !existsSync(join(import.meta.dirname, `${id}-api.test.ts`)));

for (const id of others) {
  const { driver } = (await import(`./drivers/${id}.api.ts`)) as { driver: Driver };
  describe(id, () => {
    walkSuite(driver, () => ownWorld(driver.environment), { strategies: ['tour', 'refused'], uncovered: [] });
  });
}

test('every suite of the API has its driver', () => {
  const files = readdirSync(import.meta.dirname).filter(
    (file) => file.endsWith('-api.test.ts') && !file.startsWith('all-'),
  );
  expect(drivenThrough('api')).toEqual(expect.arrayContaining(files.map((file) => file.replace('-api.test.ts', ''))));
});
