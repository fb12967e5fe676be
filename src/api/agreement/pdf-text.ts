import type { Span } from './document.ts';
import { textOfSpan } from './document.ts';
import { fontNamed, scriptOf } from './pdf-fonts.ts';
import type { PdfFont, Script } from './pdf-fonts.ts';

type Pdf = PDFKit.PDFDocument;

export interface Style {
  size: number;
  color: string;
  weight?: 300 | 400 | 600;
  isItalic?: boolean;
  /** Tabular figures, for columns of numbers. */
  isTabular?: boolean;
}

/** Characters of one font, with their width in ems. */
interface Piece {
  text: string;
  font: string;
  ems: number;
}

interface Run {
  text: string;
  font: string;
  width: number;
  style: Style;
}

export interface Line {
  runs: Run[];
  width: number;
}

/** The line height of a style; generous, for readability. */
export const lineHeight = (style: Style): number => style.size * 1.5;

const registered = new WeakMap<Pdf, Set<string>>();
/** By face and word, because documents repeat their words in few faces. */
const faces = new Map<string, Map<string, Piece[]>>();
const MAXIMUM_WORDS = 20_000;

/** Makes a font known to the document that draws with it. */
function register(pdf: Pdf, name: string): string {
  const known = registered.get(pdf) ?? new Set();
  registered.set(pdf, known);
  if (!known.has(name)) {
    known.add(name);
    // The library accepts an opened font as well as a file, but its types omit that.
    (pdf as Pdf & { registerFont(name: string, font: PdfFont): Pdf }).registerFont(name, fontNamed(name));
  }
  return name;
}

const featuresOf = (style: Style) => (style.isTabular ? { features: ['tnum' as const] } : {});

/** Splits a word, or a part of one, into pieces of one font each. */
function splitter(style: Style): (text: string) => Piece[] {
  const face = `${style.weight ?? 400}-${style.isItalic ? 'italic' : 'normal'}`;
  const name = style.isTabular ? `${face} tabular` : face;
  const known = faces.get(name) ?? new Map<string, Piece[]>();
  faces.set(name, known);
  return (text) => {
    let pieces = known.get(text);
    if (!pieces) {
      pieces = split(text, face, featuresOf(style).features);
      if (known.size >= MAXIMUM_WORDS) known.clear();
      known.set(text, pieces);
    }
    return pieces;
  };
}

function split(text: string, face: string, features?: string[]): Piece[] {
  const groups: { script: Script; text: string }[] = [];
  for (const character of text) {
    const script = scriptOf(character);
    const last = groups.at(-1);
    if (last?.script === script) last.text += character;
    else groups.push({ script, text: character });
  }
  return groups.map((group) => {
    const name = `inter-${group.script}-${face}`;
    const font = fontNamed(name);
    return { text: group.text, font: name, ems: font.layout(group.text, features).advanceWidth / font.unitsPerEm };
  });
}

const widthOf = (runs: Run[]): number => runs.reduce((sum, run) => sum + run.width, 0);

/** Breaks styled text into lines of at most `width`: between words, and inside a word only if it is too wide. */
export function breakLines(spans: readonly Span[], style: Style, width: number): Line[] {
  const lines: Line[] = [];
  let line: Run[] = [];
  let space: Run[] = [];
  let word: Run[] = [];
  const endLine = () => {
    lines.push({ runs: merged(line), width: widthOf(line) });
    [line, space] = [[], []];
  };
  const endWord = () => {
    if (word.length === 0) return;
    if (line.length > 0 && widthOf(line) + widthOf(space) + widthOf(word) > width) endLine();
    line.push(...(line.length > 0 ? space : []), ...word);
    [word, space] = [[], []];
  };
  for (const span of spans) {
    const own = typeof span === 'object' && 'strong' in span ? { ...style, weight: 600 as const } : style;
    const piecesOf = splitter(own);
    const runsOf = (text: string): Run[] =>
      piecesOf(text).map(({ text, font, ems }) => ({ text, font, style: own, width: ems * own.size }));
    for (const token of textOfSpan(span)
      .normalize('NFC')
      .split(/(\n|[ \t]+)/)) {
      if (token === '') continue;
      if (/^[\n \t]+$/.test(token)) {
        endWord();
        if (token === '\n') endLine();
        else space = runsOf(' ');
        continue;
      }
      for (const part of fitting(token, runsOf, width)) {
        word.push(...part);
        if (widthOf(word) >= width * 0.9) endWord();
      }
    }
  }
  endWord();
  if (line.length > 0 || lines.length === 0) endLine();
  return lines;
}

/** A word as a whole, or in parts if it is wider than the column, such as a long address or a hash. */
function fitting(word: string, runsOf: (text: string) => Run[], width: number): Run[][] {
  const whole = runsOf(word);
  if (widthOf(whole) <= width) return [whole];
  const parts: Run[][] = [];
  let part = '';
  for (const character of word) {
    if (part !== '' && widthOf(runsOf(part + character)) > width) {
      parts.push(runsOf(part));
      part = '';
    }
    part += character;
  }
  return [...parts, runsOf(part)];
}

/** Joins neighboring runs of one font, so that copying or a screen reader yields whole sentences. */
function merged(runs: Run[]): Run[] {
  const joined: Run[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    if (last && last.font === run.font && last.style.color === run.style.color)
      joined[joined.length - 1] = { ...last, text: last.text + run.text, width: last.width + run.width };
    else joined.push(run);
  }
  return joined;
}

/** Keeps the library from measuring what it draws, which only links and underlines need; its types omit both options. */
const MEASURED = { textWidth: 0, wordCount: 1 };

/** Draws one line with its top at `y`. */
export function drawLine(
  pdf: Pdf,
  line: Line,
  style: Style,
  at: { x: number; y: number; width: number; align?: 'left' | 'right' },
): void {
  let x = at.align === 'right' ? at.x + at.width - line.width : at.x;
  const top = at.y + (lineHeight(style) - style.size * 1.21) / 2;
  for (const [index, run] of line.runs.entries()) {
    // Each line ends with a space; otherwise, copied or spoken text would join its last word to the next line's first.
    const text = index === line.runs.length - 1 ? `${run.text} ` : run.text;
    pdf
      .font(register(pdf, run.font))
      .fontSize(run.style.size)
      .fillColor(run.style.color)
      .text(text, x, top, { lineBreak: false, ...MEASURED, ...featuresOf(run.style) });
    x += run.width;
  }
}

/** Breaks and draws at once; @returns the height used. */
export function drawText(
  pdf: Pdf,
  spans: readonly Span[],
  style: Style,
  at: { x: number; y: number; width: number; align?: 'left' | 'right' },
): number {
  const lines = breakLines(spans, style, at.width);
  for (const [index, line] of lines.entries())
    drawLine(pdf, line, style, { ...at, y: at.y + index * lineHeight(style) });
  return lines.length * lineHeight(style);
}
