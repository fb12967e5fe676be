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
/** Below a heading there stands at least this much, or it goes to the next page. */
const KEEP_WITH_HEADING = 64;

export function drawTitle(sheet: Sheet, document: Pick<PaperDocument, 'title' | 'subtitle'>): void {
  sheet.tag('H1', () => sheet.flow([document.title], TITLE));
  sheet.y += 2;
  sheet.tag('P', () => sheet.flow([document.subtitle], SUBTITLE));
  sheet.y += 14;
}

export function drawBlock(sheet: Sheet, block: Block): void {
  switch (block.type) {
    case 'heading':
      sheet.y += 8;
      sheet.need(lineHeight(HEADING) + KEEP_WITH_HEADING);
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
        sheet.need(Math.min(breakLines(sheet.pdf, spansOf(item), BODY, sheet.width - indent).length, 2) * height);
        sheet.tag('Lbl', () => {
          const [mark] = breakLines(sheet.pdf, [isOrdered ? `${index + 1}.` : '•'], { ...BODY, color: INK.quiet }, indent);
          drawLine(sheet.pdf, mark!, BODY, { x: sheet.left + 2, y: sheet.y, width: indent });
        });
        sheet.tag('LBody', () => sheet.flow(spansOf(item), BODY, indent));
      });
      sheet.y += 3;
    }
  });
  sheet.y += 5;
}

function drawFacts(sheet: Sheet, { rows }: Extract<Block, { type: 'facts' }>): void {
  const labelWidth = 150;
  const height = lineHeight(BODY);
  for (const [label, value] of rows) {
    const name = breakLines(sheet.pdf, [label], LABEL, labelWidth - 12);
    const lines = breakLines(sheet.pdf, spansOf(value), BODY, sheet.width - labelWidth);
    sheet.need(Math.min(Math.max(name.length, lines.length), 4) * height + 3);
    sheet.tag('P', () => {
      const top = sheet.y;
      for (const [index, line] of name.entries()) drawLine(sheet.pdf, line, LABEL, { x: sheet.left, y: top + index * height, width: labelWidth });
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
  const first = table.rows[0] ?? [];
  // The caption, the head and the first row are one thing.
  sheet.need(lineHeight(CAPTION) + 26 + heightOf(cellsOf(sheet, table.columns, first, CELL)));
  sheet.y += 2;
  sheet.tag('Table', () => {
    sheet.tag('Caption', () => sheet.flow([table.caption], CAPTION));
    sheet.y += 3;
    drawHead(sheet, table);
    for (const row of table.rows) drawRow(sheet, table, row);
    const totals = table.totals ?? [];
    if (totals.length > 0) rule(sheet.pdf, sheet.y, INK.text, 0.8);
    for (const row of totals) drawRow(sheet, table, row);
  });
  sheet.y += 12;
}

function cellsOf(sheet: Sheet, columns: Column[], row: Words[], style: Style): Cell[] {
  let x = sheet.left;
  return columns.map((column, index) => {
    const width = column.share * sheet.width;
    const cell: Cell = {
      lines: breakLines(sheet.pdf, spansOf(row[index] ?? ''), style, width - 2 * PADDING.x),
      x: x + PADDING.x,
      width: width - 2 * PADDING.x,
      align: column.isNumber ? 'right' : 'left',
      style,
    };
    x += width;
    return cell;
  });
}

const heightOf = (cells: Cell[]): number => Math.max(...cells.map((cell) => cell.lines.length * lineHeight(cell.style))) + 2 * PADDING.y;

function drawHead(sheet: Sheet, table: Table): void {
  const cells = cellsOf(sheet, table.columns, table.columns.map((column) => column.label), CELL_HEAD);
  const height = heightOf(cells);
  sheet.pdf.markContent('Artifact');
  sheet.pdf.rect(sheet.left, sheet.y, sheet.width, height).fill(INK.tint);
  sheet.pdf.endMarkedContent();
  drawCells(sheet, cells, 'TH');
  sheet.y += height;
}

function drawRow(sheet: Sheet, table: Table, row: Words[]): void {
  let cells = cellsOf(sheet, table.columns, row, CELL);
  const fullPage = 560;
  if (heightOf(cells) > sheet.room() && heightOf(cells) < fullPage) continueTable(sheet, table);
  // A row taller than a page is the only one that breaks inside.
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

/** The head of the columns stands on every page that the table reaches. */
function continueTable(sheet: Sheet, table: Table): void {
  sheet.nextPage();
  drawHead(sheet, table);
}

function drawCells(sheet: Sheet, cells: Cell[], type: 'TH' | 'TD'): void {
  sheet.tag('TR', () => {
    for (const cell of cells) {
      sheet.tag(type, () => {
        for (const [index, line] of cell.lines.entries()) {
          drawLine(sheet.pdf, line, cell.style, { x: cell.x, y: sheet.y + PADDING.y + index * lineHeight(cell.style), width: cell.width, align: cell.align });
        }
      });
    }
  });
}
