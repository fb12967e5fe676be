import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { create } from 'fontkit';
import type { GlyphRun } from 'fontkit';

/** Inter comes in one file per script, tried in this order. */
const SCRIPTS = ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext'] as const;
export type Script = (typeof SCRIPTS)[number];

const folder = dirname(createRequire(import.meta.url).resolve('@fontsource/inter/files/inter-latin-400-normal.woff'));
const scripts = new Map<string, Script>();
const fonts = new Map<string, PdfFont>();
const MAXIMUM_WORDS = 20_000;
let ranges: [Script, [number, number][]][] | undefined;

function coverage(): [Script, [number, number][]][] {
  if (ranges) return ranges;
  const written = JSON.parse(readFileSync(join(folder, '../unicode.json'), 'utf8')) as Record<Script, string>;
  const parse = (range: string): [number, number] => {
    const [from, to = from] = range.trim().replace('U+', '').split('-');
    return [parseInt(from!, 16), parseInt(to!, 16)];
  };
  ranges = SCRIPTS.map((script) => [script, written[script].split(',').map(parse)]);
  return ranges;
}

/** The script whose file contains this character; if none does, the first one, which draws a box. */
export function scriptOf(character: string): Script {
  const known = scripts.get(character);
  if (known) return known;
  const code = character.codePointAt(0)!;
  const [script] = coverage().find(([, list]) => list.some(([from, to]) => code >= from && code <= to)) ?? [
    'latin' as const,
  ];
  scripts.set(character, script);
  return script;
}

/** What the PDF library sets text with; it passes the features to enable. */
export interface PdfFont {
  readonly unitsPerEm: number;
  layout(text: string, features?: string[]): GlyphRun;
}

/**
 * A font of Inter, such as `inter-latin-400-normal`, opened once per process. It caches the layout of words, since
 * documents repeat them; the library also requests each with the space that follows it. Inter's feature `calt` is off:
 * it turns characters into arrows and raises colons, and matching it takes longer than everything else.
 */
export function fontNamed(name: string): PdfFont {
  const known = fonts.get(name);
  if (known) return known;
  const font = create(unpackWoff(readFileSync(join(folder, `${name}.woff`))));
  const words = new Map<string, GlyphRun>();
  const layOut = font.layout.bind(font);
  const wordOf = (text: string, features: string[]): GlyphRun => {
    const key = `${features.join()} ${text}`;
    const known = words.get(key);
    if (known) return known;
    const run = layOut(text, { ...Object.fromEntries(features.map((tag) => [tag, true])), calt: false });
    if (words.size >= MAXIMUM_WORDS) words.clear();
    words.set(key, run);
    return run;
  };
  const layout: PdfFont['layout'] = (text, features = []) => {
    const runs =
      text.length > 1 && text.endsWith(' ')
        ? [wordOf(text.slice(0, -1), features), wordOf(' ', features)]
        : [wordOf(text, features)];
    // The library scales these positions in place and sums them afterwards, so it gets copies.
    const positions = runs.flatMap((run) => run.positions.map((position) => ({ ...position })));
    return {
      glyphs: runs.flatMap((run) => run.glyphs),
      positions,
      get advanceWidth() {
        return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
      },
    };
  };
  const remembering = Object.assign(font, { layout });
  fonts.set(name, remembering);
  return remembering;
}

/**
 * The font inside a WOFF 1.0 file (W3C, section 4). The PDF library could read the file itself, but would inflate its
 * tables in JavaScript for each document, which takes ten times as long as everything else.
 */
function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, index) => {
    const at = 44 + index * 20;
    const [offset, packed, size] = [woff.readUInt32BE(at + 4), woff.readUInt32BE(at + 8), woff.readUInt32BE(at + 12)];
    const content = woff.subarray(offset, offset + packed);
    return {
      tag: woff.subarray(at, at + 4),
      checksum: woff.readUInt32BE(at + 16),
      content: packed < size ? inflateSync(content) : content,
    };
  });
  const head = Buffer.alloc(12 + 16 * count);
  woff.copy(head, 0, 4, 8);
  const power = Math.floor(Math.log2(count));
  head.writeUInt16BE(count, 4);
  head.writeUInt16BE(2 ** power * 16, 6);
  head.writeUInt16BE(power, 8);
  head.writeUInt16BE(count * 16 - 2 ** power * 16, 10);
  const bodies: Buffer[] = [];
  let offset = head.length;
  for (const [index, { tag, checksum, content }] of tables.entries()) {
    const at = 12 + index * 16;
    tag.copy(head, at);
    head.writeUInt32BE(checksum, at + 4);
    head.writeUInt32BE(offset, at + 8);
    head.writeUInt32BE(content.length, at + 12);
    const padding = Buffer.alloc((4 - (content.length % 4)) % 4);
    bodies.push(content, padding);
    offset += content.length + padding.length;
  }
  return Buffer.concat([head, ...bodies]);
}
