/**
 * `npm test`: rebuilds what is stale and runs every test but those in tests/screens and tests/limits; with `-- --all`
 * those, too, and with `-- filter …` the files whose paths contain one. The last line is `N passed, N failed`; a file
 * that does not load, an uncaught error, and a run without tests count as failures.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { startVitest } from 'vitest/node';
import { build } from './build.ts';

await build();

const given = process.argv.slice(2);
/** More than half of the time of all tests. */
const LONG = ['screens', 'limits'];
const short = [
  'src/',
  'scripts/',
  ...readdirSync(join(import.meta.dirname, '../tests'))
    .filter((folder) => !LONG.includes(folder))
    .map((folder) => `tests/${folder}/`),
];
const filters = given.length === 0 ? short : given.filter((argument) => argument !== '--all');
const MESSAGE_LENGTH = 500;
const vitest = await startVitest(filters, { run: true, watch: false });

let passed = 0;
const skipped: string[] = [];
const failures: string[] = [];
let failed = vitest.state.getUnhandledErrors().length;
for (const module of vitest.state.getTestModules()) {
  // Errors of the file, its imports, and its hooks, but not of the tests themselves.
  failed += module.errors().length;
  for (const suite of module.children.allSuites()) failed += suite.errors().length;
  for (const test of module.children.allTests()) {
    const { state, errors } = test.result();
    const name = `${module.relativeModuleId} > ${test.fullName}`;
    if (state === 'passed') passed += 1;
    if (state === 'skipped') skipped.push(name);
    if (state !== 'failed') continue;
    failed += 1;
    failures.push(`${name}\n  ${errors?.[0]?.message.slice(0, MESSAGE_LENGTH).replaceAll('\n', '\n  ')}`);
  }
}
await vitest.close();

if (passed + failed === 0) {
  console.error('No test was found, which is a failure.');
  failed = 1;
}
// Again in short: a long difference pushes the first failures out of a log of which only the end is kept.
for (const failure of failures) console.log(`Failed: ${failure}`);
// Tests that a -t filter excludes were not meant to run.
if (!process.argv.some((argument) => /^(?:-t|--testNamePattern)/.test(argument)))
  for (const name of skipped) console.log(`Skipped: ${name}`);
console.log(`${passed} passed, ${failed} failed`);
// A worker or a handle that a test left behind must not keep the run alive.
process.exit(failed > 0 ? 1 : 0);
