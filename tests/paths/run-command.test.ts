import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { RunReport } from './run/report-html.ts';

const root = join(import.meta.dirname, '../..');

/** Runs all of `npm run paths -- run`. */
async function run(...args: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'paths-run-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const child = spawn(process.execPath, [join(root, 'scripts/paths.ts'), 'run', ...args, '--out', folder], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    },
  });
  let told = '';
  child.stderr.on('data', (part: Buffer) => void (told += part.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, told, folder };
}

test('walks the cases of a model on a product of its own, and leaves its reports', { timeout: 180_000 }, async () => {
  const { code, told, folder } = await run('mailing', '--strategy', 'shortest');
  expect(code, told).toBe(0);
  expect((await readdir(folder)).toSorted()).toEqual(['junit.xml', 'report.html', 'report.json']);
  const report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')) as RunReport;
  expect(report.problems).toEqual([]);
  expect(report.cases.map(({ status }) => status)).toEqual(report.cases.map(() => 'passed'));
  expect(report.coverage[0]!.coverage).toMatchObject({ states: { missing: [] }, transitions: { missing: [] } });
  expect(told).toContain(`${report.cases.length} passed, 0 failed, 0 skipped`);
});

test('fails where a deployment answers otherwise than this product', { timeout: 120_000 }, async () => {
  const stranger = createServer(
    (request, response) =>
      void response.writeHead(request.url === '/readyz' ? 200 : 404, { 'content-type': 'application/json' }).end('{}'),
  );
  stranger.listen(0, '127.0.0.1');
  await once(stranger, 'listening');
  onTestFinished(() => void stranger.close());
  const folder = await mkdtemp(join(tmpdir(), 'paths-accounts-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const accounts = join(folder, 'accounts.json');
  await writeFile(accounts, JSON.stringify({ agent: { email: 'ann@test.example', password: 'not-to-be-told' } }));
  const {
    code,
    told,
    folder: reports,
  } = await run('bid', '--at', `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`, '--accounts', accounts);
  expect(code).toBe(1);
  expect(told).toContain('ann@test.example could not be signed in as agent: 404');
  const html = await readFile(join(reports, 'report.html'), 'utf8');
  expect(html).toContain('could not be signed in');
  expect(`${told}${html}`).not.toContain('not-to-be-told');
});

test('says so where nobody answers', { timeout: 60_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'paths-accounts-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const accounts = join(folder, 'accounts.json');
  await writeFile(accounts, '{}');
  const { code, told } = await run('bid', '--at', 'http://127.0.0.1:9', '--accounts', accounts);
  expect(code).toBe(1);
  expect(told).toContain('http://127.0.0.1:9 does not answer, or not as this product does.');
});
