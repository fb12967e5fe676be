/**
 * `npm run validate`: types, lint, format, import rules, generated files, the GraphQL schema against the contract of
 * the REST API, casts, bundle budgets. All checks run even when one fails, and their output is grouped by name; the
 * exit code is nonzero if any failed.
 */
import { spawn } from 'node:child_process';
import { root } from './inputs.ts';

const checks: Record<string, readonly string[]> = {
  // The native compiler is several times faster; `typescript` itself is kept for tools that need its API.
  types: ['node_modules/typescript-7/bin/tsc', '--project', '.'],
  lint: ['node_modules/oxlint/bin/oxlint', '--type-aware', 'src', 'tests', 'scripts', 'bench', 'codegen.ts'],
  format: ['node_modules/oxfmt/bin/oxfmt', '--check'],
  imports: ['node_modules/dependency-cruiser/bin/dependency-cruise.mjs', '--config', '--', 'src', 'tests', 'scripts'],
  generated: ['scripts/generate.ts', '--check'],
  contract: ['scripts/rest-contract.ts'],
  casts: ['scripts/casts.ts'],
  budgets: ['scripts/budgets.ts'],
};

const started = performance.now();
const failures = await Promise.all(Object.entries(checks).map(([name, command]) => judge(name, command)));
const failed = failures.filter(Boolean).length;
console.log(`${failed === 0 ? 'Valid' : `${failed} of ${failures.length} checks failed`}, ${seconds(started)} s`);
process.exitCode = failed === 0 ? 0 : 1;

/** Runs one check in a separate process, prints its complete output at the end, and resolves to whether it failed. */
async function judge(name: string, command: readonly string[]): Promise<boolean> {
  const start = performance.now();
  const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const isFailed = await new Promise<boolean>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code !== 0));
  });
  console.log(`${isFailed ? 'FAILED' : 'ok'} ${name}, ${seconds(start)} s`);
  // Budgets are printed even when they hold, to show how close they are.
  if (isFailed || name === 'budgets') console.log(output.trimEnd().replace(/^/gm, '  '));
  return isFailed;
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1);
}
