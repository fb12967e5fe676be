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

interface Piece {
  text: string;
  font: string;
  width: number;
}

interface Run extends Piece {
  style: Style;
}

export interface Line {
  runs: Run[];
  width: number;
}

/** The line height of a style; generous, for readability. */
export const lineHeight = (style: Style): number => style.size * 1.5;

const registered = new WeakMap<Pdf, Set<string>>();
/** In ems. Cached because documents repeat their words, in few sizes of few fonts. */
const widths = new Map<string, number>();
const MAXIMUM_WIDTHS = 50_000;

function fontOf(pdf: Pdf, script: Script, style: Style): string {
  const name = `inter-${script}-${style.weight ?? 400}-${style.isItalic ? 'italic' : 'normal'}`;
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

function measured(pdf: Pdf, text: string, font: string, style: Style): Run {
  const key = `${font} ${style.isTabular ? 't' : ''} ${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    width = pdf.font(font).fontSize(1).widthOfString(text, featuresOf(style));
    if (widths.size >= MAXIMUM_WIDTHS) widths.clear();
    widths.set(key, width);
  }
  return { text, font, style, width: width * style.size };
}

/** A word, or part of one, split into runs of one font each. */
function runsOf(pdf: Pdf, text: string, style: Style): Run[] {
  const groups: { script: Script; text: string }[] = [];
  for (const character of text) {
    const script = scriptOf(character);
    const last = groups.at(-1);
    if (last?.script === script) last.text += character;
    else groups.push({ script, text: character });
  }
  return groups.map((group) => measured(pdf, group.text, fontOf(pdf, group.script, style), style));
}

const widthOf = (runs: Run[]): number => runs.reduce((sum, run) => sum + run.width, 0);

/** Breaks styled text into lines of at most `width`: between words, and inside a word only if it is too wide. */
export function breakLines(pdf: Pdf, spans: readonly Span[], style: Style, width: number): Line[] {
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
    for (const token of textOfSpan(span)
      .normalize('NFC')
      .split(/(\n|[ \t]+)/)) {
      if (token === '') continue;
      if (/^[\n \t]+$/.test(token)) {
        endWord();
        if (token === '\n') endLine();
        else space = runsOf(pdf, ' ', own);
        continue;
      }
      for (const part of fitting(pdf, token, own, width)) {
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
function fitting(pdf: Pdf, word: string, style: Style, width: number): Run[][] {
  const whole = runsOf(pdf, word, style);
  if (widthOf(whole) <= width) return [whole];
  const parts: Run[][] = [];
  let part = '';
  for (const character of word) {
    if (part !== '' && widthOf(runsOf(pdf, part + character, style)) > width) {
      parts.push(runsOf(pdf, part, style));
      part = '';
    }
    part += character;
  }
  return [...parts, runsOf(pdf, part, style)];
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
      .font(run.font)
      .fontSize(run.style.size)
      .fillColor(run.style.color)
      .text(text, x, top, { lineBreak: false, ...featuresOf(run.style) });
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
  const lines = breakLines(pdf, spans, style, at.width);
  for (const [index, line] of lines.entries())
    drawLine(pdf, line, style, { ...at, y: at.y + index * lineHeight(style) });
  return lines.length * lineHeight(style);
}
