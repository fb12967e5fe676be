import { expect, test } from 'vitest';
import { call, signedIn, startApplication } from '#tests/platform/application.ts';
import { readOperations } from './contract-operations.ts';
import { principals, rights } from './rights.ts';
import type { PrincipalName } from './rights.ts';

const operations = await readOperations();

test('whoever may not make a call is told so, before anything is said about what it carries', async () => {
  const application = await startApplication();
  const who: Partial<Record<PrincipalName, string | undefined>> = {
    anyone: undefined,
    'mover A': (await signedIn(application, 'mover', 'Mover A')).token,
    'agent 2': (await signedIn(application, 'agent', 'Bob Agent')).token,
    'carrier C1': (await signedIn(application, 'carrier', 'Swift Vans LLC')).token,
  };
  // The very first agent has every right.
  await application.database.kysely.updateTable('account').set({ rights: [] }).where('role', '=', 'agent').execute();
  const wrong: string[] = [];
  let asked = 0;
  for (const { method, path } of operations) {
    const name = `${method} ${path}`;
    // These calls check the token itself; for PATCH user/, the one from a mail in the body.
    if (/\/token(\/refresh)?$|^POST intake\/|^GET live$|^PATCH user\/$/.test(name)) continue;
    const cells = rights[name]!.trim().split(/\s+/);
    for (const [principal, token] of Object.entries(who)) {
      if (cells[principals.indexOf(principal as PrincipalName)] !== '-') continue;
      const url = `${path.replaceAll(/\{\w+\}/g, 'nonsense')}?nonsense=1`;
      const { status } = await call(application, method, url, {
        ...(token ? { token } : {}),
        ...(method === 'GET' ? {} : { body: { nonsense: 1 } }),
      });
      asked += 1;
      if (status !== (principal === 'anyone' ? 401 : 403)) wrong.push(`${name}: ${principal} ${status}`);
    }
  }
  expect(asked).toBeGreaterThan(300);
  expect(wrong).toEqual([]);
}, 60_000);
