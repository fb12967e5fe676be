import type { Block, Column, PaperDocument, Words } from './document.ts';
import { spansOf } from './document.ts';
import { BODY, INK, rule } from './pdf-sheet.ts';
import type { Sheet } from './pdf-sheet.ts';
import { breakLines, drawLine, lineHeight } from './pdf-text.ts';
import type { Line, Style } from './pdf-text.ts';

const TITLE: Style = { size: 20, color: INK.text, weight: 600 };
const SUBTITLE: Style = { size: 10.5, color: INK.quiet };
const HEADING: Style = { size: 11.5, color: INK.text, weight: 600 };
const LABEL: Style = { size: 9.5, color: INK.quiet };
const CAPTION: Style = { size: 9.5, color: INK.text, weight: 600 };
const CELL: Style = { size: 9, color: INK.text };
const CELL_HEAD: Style = { size: 8, color: INK.quiet, weight: 600 };
const PADDING = { x: 6, y: 4.5 };
const NUMBER: Style = { ...CELL, isTabular: true };
const LABEL_WIDTH = 150;
/** A table or a list of facts shorter than this stays on one page (points). */
const KEEP_TOGETHER = 240;

export function drawTitle(sheet: Sheet, document: Pick<PaperDocument, 'title' | 'subtitle'>): void {
  sheet.tag('H1', () => sheet.flow([document.title], TITLE));
  sheet.y += 2;
  sheet.tag('P', () => sheet.flow([document.subtitle], SUBTITLE));
  sheet.y += 14;
}

/**
 * Draws blocks down the pages. A heading stays with what follows it, and the last section stays with what comes after
 * the text, so that no page holds signatures alone. `after` is the height of what comes after.
 */
export function drawBlocks(sheet: Sheet, blocks: Block[], after = 0): void {
  const lastHeading = blocks.findLastIndex((block) => block.type === 'heading');
  for (const [index, block] of blocks.entries()) {
    if (index === lastHeading && after > 0) {
      const section = blocks.slice(index).reduce((sum, one) => sum + heightOfBlock(sheet, one), 0);
      if (section < KEEP_TOGETHER) sheet.need(section + after);
    }
    if (block.type === 'heading') sheet.need(heightOfBlock(sheet, block) + leastHeight(sheet, blocks[index + 1]));
    drawBlock(sheet, block);
  }
}

function heightOfBlock(sheet: Sheet, block: Block): number {
  const linesIn = (words: Words, width: number) => breakLines(spansOf(words), BODY, width).length;
  switch (block.type) {
    case 'heading':
      return 11 + lineHeight(HEADING);
    case 'paragraph':
      return linesIn(block.words, sheet.width) * lineHeight(BODY) + 7;
    case 'list':
      return block.items.reduce((sum, item) => sum + linesIn(item, sheet.width - 16) * lineHeight(BODY) + 3, 5);
    case 'facts':
      return block.rows.reduce(
        (sum, [, value]) => sum + linesIn(value, sheet.width - LABEL_WIDTH) * lineHeight(BODY) + 2,
        8,
      );
    case 'table':
      return [block.columns.map((column) => column.label), ...block.rows, ...(block.totals ?? [])].reduce(
        (sum, row) => sum + heightOf(cellsOf(sheet, block.columns, row)),
        lineHeight(CAPTION) + 17,
      );
  }
}

/** How much of a block must fit below its heading. */
function leastHeight(sheet: Sheet, block: Block | undefined): number {
  if (!block) return 0;
  const whole = heightOfBlock(sheet, block);
  return (block.type === 'table' || block.type === 'facts') && whole < KEEP_TOGETHER
    ? whole
    : Math.min(whole, 4 * lineHeight(BODY));
}

function drawBlock(sheet: Sheet, block: Block): void {
  switch (block.type) {
    case 'heading':
      sheet.y += 8;
      sheet.tag('H2', () => sheet.flow([block.text], HEADING));
      sheet.y += 3;
      return;
    case 'paragraph':
      sheet.tag('P', () => sheet.flow(spansOf(block.words), BODY));
      sheet.y += 7;
      return;
    case 'list':
      return drawList(sheet, block);
    case 'facts':
      return drawFacts(sheet, block);
    case 'table':
      return drawTable(sheet, block);
  }
}

function drawList(sheet: Sheet, { items, isOrdered }: Extract<Block, { type: 'list' }>): void {
  const indent = 16;
  sheet.tag('L', () => {
    for (const [index, item] of items.entries()) {
      sheet.tag('LI', () => {
        const height = lineHeight(BODY);
        sheet.need(Math.min(breakLines(spansOf(item), BODY, sheet.width - indent).length, 2) * height);
        sheet.tag('Lbl', () => {
          const [mark] = breakLines([isOrdered ? `${index + 1}.` : '•'], { ...BODY, color: INK.quiet }, indent);
          drawLine(sheet.pdf, mark!, BODY, { x: sheet.left + 2, y: sheet.y, width: indent });
        });
        sheet.tag('LBody', () => sheet.flow(spansOf(item), BODY, indent));
      });
      sheet.y += 3;
    }
  });
  sheet.y += 5;
}

function drawFacts(sheet: Sheet, block: Extract<Block, { type: 'facts' }>): void {
  const labelWidth = LABEL_WIDTH;
  const whole = heightOfBlock(sheet, block);
  if (whole < KEEP_TOGETHER) sheet.need(whole);
  const height = lineHeight(BODY);
  for (const [label, value] of block.rows) {
    const name = breakLines([label], LABEL, labelWidth - 12);
    const lines = breakLines(spansOf(value), BODY, sheet.width - labelWidth);
    sheet.need(Math.min(Math.max(name.length, lines.length), 4) * height + 3);
    sheet.tag('P', () => {
      const top = sheet.y;
      for (const [index, line] of name.entries())
        drawLine(sheet.pdf, line, LABEL, { x: sheet.left, y: top + index * height, width: labelWidth });
      for (const line of lines) {
        sheet.need(height);
        drawLine(sheet.pdf, line, BODY, { x: sheet.left + labelWidth, y: sheet.y, width: sheet.width - labelWidth });
        sheet.y += height;
      }
      sheet.y = Math.max(sheet.y, sheet.y >= top ? top + name.length * height : sheet.y) + 2;
    });
  }
  sheet.y += 8;
}

type Table = Extract<Block, { type: 'table' }>;
interface Cell {
  lines: Line[];
  x: number;
  width: number;
  align: 'left' | 'right';
  style: Style;
}

function drawTable(sheet: Sheet, table: Table): void {
  const whole = heightOfBlock(sheet, table);
  // A small table stays whole; of a long one, at least the caption, the header, and the first row stay together.
  const least = lineHeight(CAPTION) + 30 + heightOf(cellsOf(sheet, table.columns, table.rows[0] ?? []));
  sheet.need(whole < KEEP_TOGETHER ? whole : least);
  sheet.y += 2;
  sheet.tag('Table', () => {
    sheet.tag('Caption', () => sheet.flow([table.caption], CAPTION));
    sheet.y += 3;
    drawHead(sheet, table);
    const totals = table.totals ?? [];
    const below = totals.reduce((sum, row) => sum + heightOf(cellsOf(sheet, table.columns, row)), 0);
    for (const [index, row] of table.rows.entries())
      drawRow(sheet, table, row, index === table.rows.length - 1 ? below : 0);
    if (totals.length > 0) rule(sheet.pdf, sheet.y, INK.text, 0.8);
    for (const row of totals) drawRow(sheet, table, row, 0);
  });
  sheet.y += 12;
}

function cellsOf(sheet: Sheet, columns: Column[], row: Words[], head?: Style): Cell[] {
  let x = sheet.left;
  return columns.map((column, index) => {
    const style = head ?? (column.isNumber ? NUMBER : CELL);
    const width = column.share * sheet.width;
    const cell: Cell = {
      lines: breakLines(spansOf(row[index] ?? ''), style, width - 2 * PADDING.x),
      x: x + PADDING.x,
      width: width - 2 * PADDING.x,
      align: column.isNumber ? 'right' : 'left',
      style,
    };
    x += width;
    return cell;
  });
}

const heightOf = (cells: Cell[]): number =>
  Math.max(...cells.map((cell) => cell.lines.length * lineHeight(cell.style))) + 2 * PADDING.y;

function drawHead(sheet: Sheet, table: Table): void {
  const cells = cellsOf(
    sheet,
    table.columns,
    table.columns.map((column) => column.label),
    CELL_HEAD,
  );
  const height = heightOf(cells);
  sheet.pdf.markContent('Artifact');
  sheet.pdf.rect(sheet.left, sheet.y, sheet.width, height).fill(INK.tint);
  sheet.pdf.endMarkedContent();
  drawCells(sheet, cells, 'TH');
  sheet.y += height;
}

/** `below`: the height of what must stay under this row on the same page, such as the total under the last line. */
function drawRow(sheet: Sheet, table: Table, row: Words[], below: number): void {
  let cells = cellsOf(sheet, table.columns, row);
  const fullPage = 560;
  const height = heightOf(cells) + below;
  if (height > sheet.room() && height < fullPage) continueTable(sheet, table);
  // Only a row taller than a page is split.
  for (;;) {
    const fit = Math.max(1, Math.floor((sheet.room() - 2 * PADDING.y) / lineHeight(CELL)));
    const now = cells.map((cell) => ({ ...cell, lines: cell.lines.slice(0, fit) }));
    drawCells(sheet, now, 'TD');
    sheet.y += heightOf(now);
    rule(sheet.pdf, sheet.y, INK.line, 0.5);
    cells = cells.map((cell) => ({ ...cell, lines: cell.lines.slice(fit) }));
    if (cells.every((cell) => cell.lines.length === 0)) return;
    continueTable(sheet, table);
  }
}

/** The column headers repeat on every page of the table. */
function continueTable(sheet: Sheet, table: Table): void {
  sheet.nextPage();
  drawHead(sheet, table);
}

function drawCells(sheet: Sheet, cells: Cell[], type: 'TH' | 'TD'): void {
  sheet.tag('TR', () => {
    for (const cell of cells) {
      sheet.tag(type, () => {
        for (const [index, line] of cell.lines.entries()) {
          drawLine(sheet.pdf, line, cell.style, {
            x: cell.x,
            y: sheet.y + PADDING.y + index * lineHeight(cell.style),
            width: cell.width,
            align: cell.align,
          });
        }
      });
    }
  });
}
