import { spawnSync } from 'node:child_process';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { PASSWORD, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';

let application: Application;
let agent: Account;
beforeAll(async () => {
  application = await startApplication();
  agent = await signedIn(application, 'agent', 'Ann Agent');
});

const hasCurl = spawnSync('curl', ['--version']).status === 0 && spawnSync('bash', ['--version']).status === 0;

test.skipIf(!hasCurl)('every example of docs/api.md works, in its order (needs curl and bash)', async () => {
  const guide = await readFile(new URL('../../docs/api.md', import.meta.url), 'utf8');
  const blocks = [...guide.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block!);
  expect(blocks.length).toBeGreaterThan(4);
  const script = blocks.join('\n').replace('agent@demo.test', agent.email).replace('demo-password', PASSWORD);
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
    env: { ...process.env, API: `${application.url}/api/frontend`, NO_PROXY: '*', no_proxy: '*' },
  });
  expect(stdout).toContain(agent.email);
  expect(stdout).toContain('refresh_token');
  const leads = await application.database.kysely.selectFrom('agent_lead').select('id').execute();
  expect(leads).toHaveLength(1);
});

test('the contract can be read where it is public, by the rules of the product’s pages, and nowhere else', async () => {
  const page = await fetch(`${application.url}/api/docs`);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; script-src 'self'; style-src 'self';/,
  );
  expect(await page.text()).not.toMatch(/<script>|<style|https?:\/\//);
  for (const [path, expected] of [
    ['/api/docs/json', /"openapi":"3\.1/],
    ['/api/docs/static/swagger-ui.css', /\.swagger-ui/],
  ] as const)
    expect(await (await fetch(application.url + path)).text()).toMatch(expected);
  const closed = await startApplication({ environment: { PUBLIC_CONTRACT: '0' } });
  for (const path of ['/api/docs', '/api/docs/json', '/api/docs/static/swagger-ui.css'])
    expect((await fetch(closed.url + path)).headers.get('content-type') ?? '').not.toMatch(/css|openapi/);
  const answer = await fetch(`${closed.url}/api/docs/json`);
  expect(await answer.text()).not.toContain('openapi');
});
