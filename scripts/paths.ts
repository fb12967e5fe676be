/** `npm run paths`: the models of the product as lists, drawings and test cases for people and tools. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { LawModel } from '#tests/paths/models/path-model.ts';
import { models } from '#tests/paths/models/all.ts';
import { suiteOf } from '#tests/paths/tool/cases.ts';
import type { Suite } from '#tests/paths/tool/cases.ts';
import { describe } from '#tests/paths/tool/list.ts';
import { STRATEGIES } from '#tests/paths/tool/strategies.ts';
import type { Limits, Strategy } from '#tests/paths/tool/strategies.ts';
import { walkOf } from '#tests/paths/tool/walk.ts';
import { toCsv } from '#tests/paths/tool/write-csv.ts';
import { toJson } from '#tests/paths/tool/write-json.ts';
import { toMarkdown } from '#tests/paths/tool/write-markdown.ts';

const FORMATS: Record<string, (suite: Suite) => string> = { md: toMarkdown, csv: toCsv, json: toJson };
const strategies = Object.keys(STRATEGIES) as Strategy[];

const HELP = `The models that decide what may happen, as lists, drawings and test cases.

  npm run paths -- list [MODEL]       every model; or one with its states, tags, transitions and guards
  npm run paths -- write MODEL        test cases, to standard output or with --out into a folder

MODEL is one of: ${models.map(({ id }) => id).join(', ')}; write takes "all", too.

For write:
  --strategy NAME   which cases (default shortest):
${strategies.map((name) => `    ${name.padEnd(10)} ${STRATEGIES[name]}`).join('\n')}
  --format NAMES    md, csv or json; several with commas (default md)
  --out FOLDER      writes MODEL-STRATEGY.FORMAT there
  --seed NUMBER     of random walks; without it one is chosen and printed
  --cases NUMBER    random walks (default 20); simple ways at most (default 500)
  --length NUMBER   steps of a walk, at most (default 20)`;

/** What the caller did wrong: shown without a stack. */
class Misuse extends Error {}

const text = { type: 'string' } as const;
const options = { strategy: text, format: text, out: text, seed: text, cases: text, length: text, help: { type: 'boolean', short: 'h' } } as const;
type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

function modelsNamed(name: string | undefined): readonly LawModel[] {
  if (name === 'all') return models;
  const found = models.filter(({ id }) => id === name);
  if (found.length === 0) throw new Misuse(`${name ? `There is no model "${name}"` : 'Give a model'}. Models: ${models.map(({ id }) => id).join(', ')}.`);
  return found;
}

function oneOf<T extends string>(name: string, value: string, allowed: readonly T[]): T {
  if (!allowed.includes(value as T)) throw new Misuse(`--${name} is one of ${allowed.join(', ')}, not "${value}".`);
  return value as T;
}

function whole(name: string, value: string | undefined, { least, most, otherwise }: { least: number; most: number; otherwise: number }): number {
  if (value === undefined) return otherwise;
  const number = /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= least && number <= most)) throw new Misuse(`--${name} is a whole number from ${least} to ${most}, not "${value}".`);
  return number;
}

function limitsOf({ cases, length, seed }: Values, strategy: Strategy): Limits {
  return {
    cases: whole('cases', cases, { least: 1, most: 100_000, otherwise: strategy === 'simple' ? 500 : 20 }),
    length: whole('length', length, { least: 1, most: 1000, otherwise: 20 }),
    seed: whole('seed', seed, { least: 0, most: 0xffff_ffff, otherwise: Math.floor(Math.random() * 0x1_0000_0000) }),
  };
}

async function write(name: string | undefined, values: Values): Promise<void> {
  const strategy = oneOf('strategy', values.strategy ?? 'shortest', strategies);
  const formats = (values.format ?? 'md').split(',').map((format) => oneOf('format', format.trim(), Object.keys(FORMATS)));
  const limits = limitsOf(values, strategy);
  const chosen = modelsNamed(name);
  if (!values.out && (chosen.length > 1 || formats.length > 1)) throw new Misuse('Several models or formats need --out FOLDER.');
  if (strategy === 'random') console.error(`Seed ${limits.seed}`);
  for (const model of chosen) {
    const suite = suiteOf(walkOf(model), strategy, limits);
    if (suite.isCut) console.error(`${model.id}: only the first ${suite.cases.length} cases; --cases NUMBER for more.`);
    for (const format of formats) await put(FORMATS[format]!(suite), values.out, `${model.id}-${strategy}.${format}`);
  }
}

async function put(content: string, folder: string | undefined, file: string): Promise<void> {
  if (!folder) {
    process.stdout.write(content);
    return;
  }
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, file), content);
  console.error(join(folder, file));
}

function list(name: string | undefined): void {
  if (name) console.log(modelsNamed(name).map(describe).join('\n\n'));
  else for (const { id, version, title } of models) console.log(`${id.padEnd(14)} ${`v${version}`.padEnd(4)} ${title}`);
}

try {
  const { positionals, values } = parseArgs({ options, allowPositionals: true });
  const [command = 'help', name, ...rest] = positionals;
  if (rest.length > 0) throw new Misuse(`What is "${rest.join(' ')}"? One model at a time, or all.`);
  if (values.help || command === 'help') console.log(HELP);
  else if (command === 'list') list(name);
  else if (command === 'write') await write(name, values);
  else throw new Misuse(`There is no "${command}". npm run paths -- help`);
} catch (error) {
  const isMisuse = error instanceof Misuse || (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));
  console.error(isMisuse ? (error as Error).message : error);
  process.exitCode = isMisuse ? 2 : 1;
}
