import { clockFormat } from '#src/machines/calendar/clock-format.ts';
import { escapeHtml } from '#src/api/mail/letter.ts';

/**
 * A document of the brokerage as data. Both the HTML that people read and sign on screen and the PDF are rendered from
 * it, so they cannot differ. It is stored as JSON with the agreement.
 */
export interface PaperDocument {
  title: string;
  /** Below the title: what the document is about, such as "L-10001 · Austin, TX to Denver, CO". */
  subtitle: string;
  templateVersion: string;
  blocks: Block[];
}

/** A run of text. A blank without a value is a gap that must be filled before anyone may sign. */
export type Span = string | { strong: string } | { blank: string; value: string | null };
export type Words = string | Span[];

export type Block =
  | { type: 'heading'; text: string }
  | { type: 'paragraph'; words: Words }
  | { type: 'list'; isOrdered: boolean; items: Words[] }
  /** Label and value pairs. */
  | { type: 'facts'; rows: [string, Words][] }
  | { type: 'table'; caption: string; columns: Column[]; rows: Words[][]; totals?: Words[][] };

export interface Column {
  label: string;
  /** Money and counts are aligned right. */
  isNumber?: boolean;
  /** Share of the page width. */
  share: number;
}

/** What a gap looks like, on screen and on paper. */
const GAP = '____';

export const heading = (text: string): Block => ({ type: 'heading', text });
export const paragraph = (words: Words): Block => ({ type: 'paragraph', words });
export const list = (...items: Words[]): Block => ({ type: 'list', isOrdered: false, items });
export const facts = (...rows: ([string, Words] | null)[]): Block => ({
  type: 'facts',
  rows: rows.filter((row) => row !== null),
});

/** A value that the template requires. `name` describes what is missing: "pick-up dates". */
export function blank(name: string, value: string | number | null | undefined): Span {
  const text = value === null || value === undefined ? '' : String(value).trim();
  return { blank: name, value: text === '' ? null : text };
}

export const spansOf = (words: Words): Span[] => (typeof words === 'string' ? [words] : words);

export function textOfSpan(span: Span): string {
  if (typeof span === 'string') return span;
  return 'strong' in span ? span.strong : (span.value ?? GAP);
}

export const textOf = (words: Words): string => spansOf(words).map(textOfSpan).join('');

/** All text of the document in reading order, one entry for each paragraph, item, or cell. */
export function linesOf(document: PaperDocument): string[] {
  return [document.title, document.subtitle, ...document.blocks.flatMap(linesOfBlock)];
}

function linesOfBlock(block: Block): string[] {
  switch (block.type) {
    case 'heading':
      return [block.text];
    case 'paragraph':
      return [textOf(block.words)];
    case 'list':
      return block.items.map(textOf);
    case 'facts':
      return block.rows.flatMap(([label, value]) => [label, textOf(value)]);
    case 'table':
      return [
        block.caption,
        ...block.columns.map((column) => column.label),
        ...[...block.rows, ...(block.totals ?? [])].flat().map(textOf),
      ];
  }
}

/** The names of the gaps, without duplicates. */
export function openBlanksOf(document: PaperDocument): string[] {
  const names = document.blocks
    .flatMap(spansOfBlock)
    .flatMap((span) => (typeof span === 'object' && 'blank' in span && span.value === null ? [span.blank] : []));
  return [...new Set(names)];
}

function spansOfBlock(block: Block): Span[] {
  switch (block.type) {
    case 'heading':
      return [block.text];
    case 'paragraph':
      return spansOf(block.words);
    case 'list':
      return block.items.flatMap(spansOf);
    case 'facts':
      return block.rows.flatMap(([, value]) => spansOf(value));
    case 'table':
      return [...block.rows, ...(block.totals ?? [])].flat().flatMap(spansOf);
  }
}

/** What a template produces: the document, its HTML, and the gaps that keep it from being signed. */
export interface RenderedDocument {
  html: string;
  templateVersion: string;
  openBlanks: string[];
  document: PaperDocument;
}

export const rendered = (document: PaperDocument): RenderedDocument => ({
  html: htmlOf(document),
  templateVersion: document.templateVersion,
  openBlanks: openBlanksOf(document),
  document,
});

/**
 * Semantic HTML without styles or scripts; all text is escaped. Headings begin at level 2, below the page's own. Cells
 * carry their column's label, so that a narrow screen can show each row as a card.
 */
export function htmlOf(document: PaperDocument): string {
  return `<article><header><h2>${escapeHtml(document.title)}</h2><p>${escapeHtml(document.subtitle)}</p></header>${document.blocks.map(htmlOfBlock).join('')}</article>`;
}

function htmlOfBlock(block: Block): string {
  switch (block.type) {
    case 'heading':
      return `<h3>${escapeHtml(block.text)}</h3>`;
    case 'paragraph':
      return `<p>${htmlOfWords(block.words)}</p>`;
    case 'list': {
      const tag = block.isOrdered ? 'ol' : 'ul';
      return `<${tag}>${block.items.map((item) => `<li>${htmlOfWords(item)}</li>`).join('')}</${tag}>`;
    }
    case 'facts':
      return `<dl>${block.rows.map(([label, value]) => `<div><dt>${escapeHtml(label)}</dt><dd>${htmlOfWords(value)}</dd></div>`).join('')}</dl>`;
    case 'table':
      return htmlOfTable(block);
  }
}

function htmlOfTable({ caption, columns, rows, totals = [] }: Extract<Block, { type: 'table' }>): string {
  const align = (index: number) => (columns[index]?.isNumber ? ' class="number"' : '');
  const head = columns
    .map((column, index) => `<th scope="col"${align(index)}>${escapeHtml(column.label)}</th>`)
    .join('');
  const cells = (row: Words[]) =>
    row
      .map((cell, index) => {
        const label = ` data-label="${escapeHtml(columns[index]?.label ?? '')}"`;
        return index === 0
          ? `<th scope="row"${label}>${htmlOfWords(cell)}</th>`
          : `<td${align(index)}${label}>${htmlOfWords(cell)}</td>`;
      })
      .join('');
  const lines = (all: Words[][]) => all.map((row) => `<tr>${cells(row)}</tr>`).join('');
  const foot = totals.length > 0 ? `<tfoot>${lines(totals)}</tfoot>` : '';
  return `<table><caption>${escapeHtml(caption)}</caption><thead><tr>${head}</tr></thead><tbody>${lines(rows)}</tbody>${foot}</table>`;
}

function htmlOfWords(words: Words): string {
  return spansOf(words)
    .map((span) => {
      if (typeof span === 'string') return escapeHtml(span);
      if ('strong' in span) return `<strong>${escapeHtml(span.strong)}</strong>`;
      return span.value === null
        ? `<mark data-blank="${escapeHtml(span.blank)}">${GAP}</mark>`
        : `<span data-blank="${escapeHtml(span.blank)}">${escapeHtml(span.value)}</span>`;
    })
    .join('');
}

/** "Moving services agreement · L-10001" */
export const nameOf = (document: PaperDocument): string =>
  [document.title, document.subtitle.split(' · ')[0]].join(' · ');

const instantFormat = clockFormat({
  weekday: 'short',
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
});

/** An instant in a time zone and in UTC: "Fri, Dec 4, 2026, 3:04:05 PM EST (2026-12-04 20:04:05 UTC)". */
export function instantIn(zone: string, instant: string): string {
  const at = new Date(instant);
  const local = instantFormat(zone).format(at);
  return `${local.replaceAll('\u202f', ' ')} (${at.toISOString().slice(0, 19).replace('T', ' ')} UTC)`;
}
