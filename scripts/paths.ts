/** `npm run paths`: the product's models as lists, diagrams, and test cases for people and tools. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { PathModel } from '#tests/paths/models/path-model.ts';
import { lifecycles, models } from '#tests/paths/models/all.ts';
import { release } from '#tests/paths/released/release.ts';
import { drivenThrough } from '#tests/paths/drivers/surfaces.ts';
import { accountsFrom, PEOPLE } from '#tests/paths/run/accounts.ts';
import type { RunOrder } from '#tests/paths/run/configured.ts';
import { suiteOf } from '#tests/paths/tool/cases.ts';
import type { Suite } from '#tests/paths/tool/cases.ts';
import { coverageAsText, coverageOf } from '#tests/paths/tool/coverage.ts';
import { changesAsText, changesOf } from '#tests/paths/tool/diff.ts';
import { describe, overview } from '#tests/paths/tool/list.ts';
import { caughtOf, LEAST, mutate, mutationsAsText } from '#tests/paths/tool/mutate.ts';
import { modelsOf, NoSuchRevision } from '#tests/paths/tool/revision.ts';
import { choose, STRATEGIES } from '#tests/paths/tool/strategies.ts';
import type { Limits, Strategy } from '#tests/paths/tool/strategies.ts';
import { walkOf } from '#tests/paths/tool/walk.ts';
import { main, Misuse } from './command.ts';
import type { Command, Surroundings } from './command.ts';
import { root } from './inputs.ts';
import { toCsv } from '#tests/paths/tool/write-csv.ts';
import { toJson } from '#tests/paths/tool/write-json.ts';
import { toMarkdown } from '#tests/paths/tool/write-markdown.ts';
import { toMermaid } from '#tests/paths/tool/write-mermaid.ts';
import { toSvg } from '#tests/paths/tool/write-svg.ts';

const FORMATS: Record<string, (suite: Suite) => string | Iterable<string>> = {
  md: toMarkdown,
  csv: toCsv,
  json: toJson,
};
const DIAGRAMS: Record<string, (model: PathModel) => string> = { mermaid: toMermaid, svg: toSvg };
const strategies = Object.keys(STRATEGIES) as Strategy[];

const HELP = `The models that decide what may happen, as lists, drawings and test cases.

  npm run paths -- list [MODEL]       every model; or one with its states, tags, transitions and guards
  npm run paths -- write MODEL        test cases, to standard output or with --out into a folder
  npm run paths -- coverage MODEL     which states, transitions, guards and refusals those cases take
  npm run paths -- run MODEL          walks those cases through the product, and reports what it found
  npm run paths -- diagram MODEL      the model as a drawing, to standard output or with --out into a folder
  npm run paths -- diff REVISION      what came and went since: states, tags, transitions, guards, shortest paths;
                                      with DATABASE_URL or DATA_DIR, also the rows in a state that is no more
  npm run paths -- release LIFECYCLE        writes down the version of a lifecycle, and the migration that carries its rows over
  npm run paths -- mutate MODEL       the lifecycle with each possible mistake in it: how many do the cases notice?
                                      with --through api, of how many drawn at random (--cases, --seed) does the
                                      product's own suite notice that the API judges by it?

MODEL is one of: ${models.map(({ id }) => id).join(', ')}; or "all".

For write, coverage and run:
  --strategy NAMES  which cases, several with commas (default for write: shortest; for coverage: shortest,refused):
${strategies.map((name) => `    ${name.padEnd(10)} ${STRATEGIES[name]}`).join('\n')}
  --format NAMES    of write: ${Object.keys(FORMATS).join(', ')} (default md); of diagram: ${Object.keys(DIAGRAMS).join(', ')} (default ${Object.keys(DIAGRAMS)[0]}); several with commas
  --out FOLDER      writes MODEL-STRATEGY.FORMAT there, or MODEL.FORMAT
  --seed NUMBER     of random walks; without it one is chosen and printed
  --cases NUMBER    random walks (default 20); simple ways at most (default 500); mistakes of mutate (default 100)
  --length NUMBER   steps of a walk, at most (default 20)

For run:
  --through SURFACE api (default: REST calls) or screens (Chromium)
  --at URL          a deployment; without it the product is started for the run, on an empty database
  --accounts FILE   of that deployment: {"agent": {"email": "…", "password": "…"}, …}; known are
                    ${Object.keys(PEOPLE).join(', ')}; cases of people who are missing are skipped
  --out FOLDER      where report.html, report.json, junit.xml and the screenshots go (default paths-report)
                    it writes to the deployment: take one that is for testing

For diff:
  --all             shows every change, not the first of each kind; the exit code is 0 whether there are any or not,
                    and 1 where rows stand in a state that is no more

mutate ends with 1 where fewer than ${LEAST} of 100 mistakes are noticed in a model.`;

const text = { type: 'string' } as const;
const options = {
  through: text,
  at: text,
  accounts: text,
  strategy: text,
  format: text,
  out: text,
  seed: text,
  cases: text,
  length: text,
  all: { type: 'boolean' },
} as const;
type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

function modelsNamed(name: string | undefined): readonly PathModel[] {
  if (name === 'all') return models;
  const found = models.filter(({ id }) => id === name);
  if (found.length === 0)
    throw new Misuse(
      `${name ? `There is no model "${name}"` : 'Give a model'}. Models: ${models.map(({ id }) => id).join(', ')}.`,
    );
  return found;
}

function someOf<T extends string>(name: string, values: string, allowed: readonly T[]): T[] {
  return values.split(',').map((part) => {
    const value = part.trim();
    if (!allowed.includes(value as T)) throw new Misuse(`--${name} is one of ${allowed.join(', ')}, not "${value}".`);
    return value as T;
  });
}

function whole(
  name: string,
  value: string | undefined,
  { least, most, otherwise }: { least: number; most: number; otherwise: number },
): number {
  if (value === undefined) return otherwise;
  const number = /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= least && number <= most))
    throw new Misuse(`--${name} is a whole number from ${least} to ${most}, not "${value}".`);
  return number;
}

function limitsOf({ cases, length, seed }: Values, strategy: Strategy): Limits {
  return {
    cases: whole('cases', cases, { least: 1, most: 100_000, otherwise: strategy === 'simple' ? 500 : 20 }),
    length: whole('length', length, { least: 1, most: 1000, otherwise: 20 }),
    seed: whole('seed', seed, { least: 0, most: 0xffff_ffff, otherwise: Math.floor(Math.random() * 0x1_0000_0000) }),
  };
}

async function write(name: string | undefined, values: Values, around: Surroundings): Promise<void> {
  const wanted = someOf('strategy', values.strategy ?? 'shortest', strategies);
  const formats = someOf('format', values.format ?? 'md', Object.keys(FORMATS));
  const chosen = modelsNamed(name);
  if (!values.out && chosen.length * wanted.length * formats.length > 1)
    throw new Misuse('Several files need --out FOLDER.');
  for (const model of chosen) {
    const walk = walkOf(model);
    for (const strategy of wanted) {
      const suite = suiteOf(walk, strategy, limitsOf(values, strategy));
      if (suite.seed !== null) around.complain(`${model.id}: seed ${suite.seed}`);
      if (suite.isCut)
        around.complain(`${model.id}: only the first ${suite.cases.length} cases; --cases NUMBER for more.`);
      for (const format of formats)
        await put(FORMATS[format]!(suite), values.out, `${model.id}-${strategy}.${format}`, around);
    }
  }
}

async function diagram(name: string | undefined, values: Values, around: Surroundings): Promise<void> {
  const formats = someOf('format', values.format ?? Object.keys(DIAGRAMS)[0]!, Object.keys(DIAGRAMS));
  const chosen = modelsNamed(name);
  if (!values.out && chosen.length * formats.length > 1) throw new Misuse('Several files need --out FOLDER.');
  for (const model of chosen)
    for (const format of formats) await put(DIAGRAMS[format]!(model), values.out, `${model.id}.${format}`, around);
}

/** Missing coverage is not an error: a single strategy always leaves something out. */
function coverage(name: string | undefined, values: Values, { print }: Surroundings): void {
  const wanted = someOf('strategy', values.strategy ?? 'shortest,refused', strategies);
  for (const model of modelsNamed(name)) {
    const walk = walkOf(model);
    const limits = wanted.map((strategy) => limitsOf(values, strategy));
    const paths = wanted.flatMap((strategy, index) => choose(walk, strategy, limits[index]!).paths);
    const seeds = wanted.flatMap((strategy, index) => (strategy === 'random' ? [`, seed ${limits[index]!.seed}`] : []));
    print(`${model.id} (${wanted.join(', ')}${seeds.join('')})\n${coverageAsText(coverageOf(walk, paths))}\n`);
  }
}

async function put(
  content: string | Iterable<string>,
  folder: string | undefined,
  file: string,
  { print, complain }: Surroundings,
): Promise<void> {
  if (!folder) return print((typeof content === 'string' ? content : [...content].join('')).replace(/\n$/, ''));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, file), content);
  complain(join(folder, file));
}

async function diff(revision: string | undefined, values: Values, { environment, print }: Surroundings) {
  if (!revision) throw new Misuse('Give the revision to compare with: a commit, a tag, a branch.');
  const before = await modelsOf(root, revision, models).catch((error: unknown) => {
    throw error instanceof NoSuchRevision ? new Misuse(error.message) : error;
  });
  print(changesAsText(changesOf(before, models), { isWhole: values.all ?? false }));
  if (!environment.DATABASE_URL && !environment.DATA_DIR) return 0;
  // The only command that uses a database: the others start without loading this.
  const { strandedAsText, strandedIn } = await import('#tests/paths/tool/rows.ts');
  const stranded = await strandedIn(environment, models);
  print(`\n${strandedAsText(stranded)}`);
  return stranded.length > 0 ? 1 : 0;
}

function lifecyclesNamed(name: string | undefined) {
  const found = modelsNamed(name).filter((model) => model.kind === 'lifecycle');
  if (found.length === 0)
    throw new Misuse(
      `${name} is a flow, which has no versions and no rows. Lifecycles: ${lifecycles.map(({ id }) => id).join(', ')}.`,
    );
  return found;
}

async function run(name: string | undefined, values: Values): Promise<number> {
  const [through, ...others] = someOf('through', values.through ?? 'api', ['api', 'screens'] as const);
  if (others.length > 0) throw new Misuse('--through takes one surface at a time.');
  const driven = drivenThrough(through!);
  const chosen = modelsNamed(name).map(({ id }) => id);
  const able = chosen.filter((id) => driven.includes(id));
  if (able.length === 0)
    throw new Misuse(`${chosen.join(', ')} cannot be driven through ${through}. That can: ${driven.join(', ')}.`);
  const strategy = someOf('strategy', values.strategy ?? 'shortest', strategies);
  // The other commands start without loading the test run.
  const { runPaths } = await import('./paths-run.ts');
  const isFine = await runPaths({
    models: able,
    surface: through!,
    strategies: strategy,
    limits: limitsOf(values, strategy[0]!),
    site: await siteOf(values),
    folder: values.out ?? 'paths-report',
  });
  return isFine ? 0 : 1;
}

async function siteOf({ at, accounts }: Values): Promise<RunOrder['site']> {
  if (!at) {
    if (accounts) throw new Misuse('--accounts are those of a deployment: give its address with --at.');
    return null;
  }
  const url = URL.parse(at);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Misuse(`--at is the address of a deployment, such as https://leads.example, not "${at}".`);
  if (!accounts) throw new Misuse('A deployment needs --accounts FILE.');
  const isThere = await fetch(new URL('/readyz', url), { signal: AbortSignal.timeout(10_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!isThere) throw new Error(`${url.origin} does not answer, or not as this product does.`);
  const given = await readFile(accounts, 'utf8').catch(() => {
    throw new Misuse(`The file ${accounts} cannot be read.`);
  });
  try {
    return { url: url.origin, accounts: accountsFrom(given) };
  } catch (error) {
    throw new Misuse(`${accounts}: ${(error as Error).message}`);
  }
}

async function mutations(name: string | undefined, values: Values, { print, complain }: Surroundings) {
  const chosen = lifecyclesNamed(name);
  if (values.through === undefined) {
    const reports = chosen.map(mutate);
    print(mutationsAsText(reports));
    return reports.some((report) => caughtOf(report) < LEAST) ? 1 : 0;
  }
  if (values.through !== 'api') throw new Misuse('mutate goes --through api, or judges by the models alone.');
  const { canBeMutated } = await import('#tests/paths/run/mutated-lifecycle.ts');
  const able = chosen.map(({ id }) => id).filter(canBeMutated);
  if (able.length === 0) throw new Misuse(`The API does not judge by ${chosen.map(({ id }) => id).join(', ')}.`);
  const { runMutants } = await import('./paths-run.ts');
  const { mutantsAsText } = await import('#tests/paths/run/mutant-reporter.ts');
  const count = whole('cases', values.cases, { least: 1, most: 100_000, otherwise: 100 });
  const { seed } = limitsOf(values, 'random');
  complain(`seed ${seed}`);
  const report = await runMutants({ models: able, count, seed });
  print(`\n${mutantsAsText(report)}`);
  return report.results.length === 0 || report.unclear.length > 0 ? 1 : 0;
}

function list(name: string | undefined, { print }: Surroundings): void {
  print(name ? modelsNamed(name).map(describe).join('\n\n') : overview(models));
}

export const command: Command = {
  help: HELP,
  async run(args, around) {
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
    const [what, name, ...rest] = positionals;
    if (rest.length > 0) throw new Misuse(`What is "${rest.join(' ')}"? One model at a time, or all.`);
    if (what === 'list') list(name, around);
    else if (what === 'write') await write(name, values, around);
    else if (what === 'coverage') coverage(name, values, around);
    else if (what === 'run') return await run(name, values);
    else if (what === 'diagram') await diagram(name, values, around);
    else if (what === 'mutate') return await mutations(name, values, around);
    else if (what === 'release')
      around.print(
        lifecyclesNamed(name)
          .flatMap((lifecycle) => release(lifecycle))
          .join('\n'),
      );
    else if (what === 'diff') return await diff(name, values, around);
    else throw new Misuse(what && `There is no "${what}". npm run paths -- help`);
  },
};

if (import.meta.main) await main(command);
