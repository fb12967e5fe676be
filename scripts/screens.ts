/**
 * `npm run screens`: takes a picture of every screen at three widths, on one page to review before a release, with the
 * changes since an earlier run first. The screens are those of the accessibility test, so there is only one list.
 */
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { startVitest } from 'vitest/node';
import { build } from './build.ts';
import { root } from './inputs.ts';

const USAGE = `npm run screens -- [--out FOLDER] [--against FOLDER] [--only TEXT]
  --out       where the pictures and index.html go; test-results/screens by default, emptied first
  --against   the folder of an earlier run: screens that look different come first, old beside new
  --only      screens of the tests whose name has this text, such as "the load board"`;

export interface Picture {
  /** The names of the test that navigated there, and of the screen. */
  name: string;
  width: number;
  file: string;
  /**
   * The share of pixels that differ from the earlier picture, 0 to 1; 1 if there was none; null without an earlier run.
   */
  change: number | null;
  before: string | null;
}

/** Pictures of equal size are compared pixel by pixel; a different size counts as fully changed. */
export async function changeBetween(before: string, after: string): Promise<number> {
  const [a, b] = await Promise.all(
    [before, after].map((file) => sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })),
  );
  if (!a || !b || a.info.width !== b.info.width || a.info.height !== b.info.height) return 1;
  const { channels, width, height } = a.info;
  let differing = 0;
  for (let at = 0; at < a.data.length; at += channels) {
    // An invisible difference in shade does not count.
    if (Math.abs(a.data[at]! - b.data[at]!) + Math.abs(a.data[at + 1]! - b.data[at + 1]!) > 8) differing += 1;
  }
  return differing / (width * height);
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** The page; its pictures are named relative to `folder`. */
export function contactSheet(pictures: readonly Picture[], folder: string, isCompared: boolean): string {
  const byName = Map.groupBy(pictures, ({ name }) => name);
  const changeOf = (own: readonly Picture[]): number => Math.max(...own.map(({ change }) => change ?? 0));
  const screens = [...byName].sort(([, a], [, b]) => changeOf(b) - changeOf(a));
  const figure = ({ file, width, before, change }: Picture): string => {
    const image = (source: string, alt: string) =>
      `<a href="${escaped(relative(folder, source))}"><img loading="lazy" src="${escaped(relative(folder, source))}" alt="${alt}"></a>`;
    const note = change
      ? `, ${change === 1 ? 'new or of another size' : `${(change * 100).toFixed(2)}% different`}`
      : '';
    const old = before && change ? image(before, `${width} px wide, before`) : '';
    return `<figure>${old}${image(file, `${width} px wide`)}<figcaption>${width} px${note}</figcaption></figure>`;
  };
  const sections = screens.map(
    ([name, own]) =>
      `<section><h2>${escaped(name)}</h2><div>${own
        .toSorted((a, b) => a.width - b.width)
        .map(figure)
        .join('')}</div></section>`,
  );
  const changed = screens.filter(([, own]) => changeOf(own) > 0).length;
  const summary = `${screens.length} screens${isCompared ? `, ${changed} look different` : ''}`;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screens</title>
<style>body{font:14px system-ui;margin:24px;background:#f4f5f7}section{margin-bottom:32px}div{display:flex;gap:16px;align-items:flex-start;overflow-x:auto}
figure{margin:0;display:flex;flex-direction:column;gap:4px}img{height:420px;border:1px solid #ccd;background:#fff}figcaption{color:#556}</style>
<h1>${summary}</h1>${sections.join('\n')}</html>
`;
}

async function picturesIn(folder: string, against: string | null): Promise<Picture[]> {
  const earlier = new Set(against ? globSync('*.png', { cwd: against }) : []);
  const pictures: Picture[] = [];
  for (const file of globSync('*.png', { cwd: folder }).sort()) {
    const [, name = file, width = '0'] = /^(.*) (\d+)\.png$/.exec(basename(file)) ?? [];
    const [before, after] = [against && earlier.has(file) ? join(against, file) : null, join(folder, file)];
    const change = against === null ? null : before === null ? 1 : await changeBetween(before, after);
    pictures.push({ name, width: Number(width), file: after, change, before });
  }
  return pictures;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      out: { type: 'string', default: join(root, 'test-results/screens') },
      against: { type: 'string' },
      only: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const folder = resolve(values.out);
  const against = values.against === undefined ? null : resolve(values.against);
  if (folder === against) throw new Error('--out and --against are the same folder, and --out is emptied first.');
  await build();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  process.env.SCREENS = folder;
  const vitest = await startVitest(['tests/screens/accessible.test.ts'], {
    run: true,
    watch: false,
    project: ['browser'],
    ...(values.only === undefined ? {} : { testNamePattern: values.only }),
  });
  const failed = vitest.state.getCountOfFailedTests();
  await vitest.close();
  const pictures = await picturesIn(folder, against);
  const page = join(folder, 'index.html');
  writeFileSync(page, contactSheet(pictures, folder, against !== null));
  console.log(`${pictures.length} pictures: ${page}`);
  if (failed > 0) console.error(`${failed} of the walks failed, so screens are missing.`);
  return pictures.length === 0 || failed > 0 ? 1 : 0;
}

if (import.meta.main) {
  try {
    process.exit(await main());
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`);
    process.exit(2);
  }
}
