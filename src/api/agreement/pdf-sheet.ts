import { showPhone } from '#src/machines/phone/phone.ts';
import PDFDocument from 'pdfkit';
import type { Brokerage } from '#src/machines/settings/brokerage.ts';
import type { Span } from './document.ts';
import { breakLines, drawLine, drawText, lineHeight } from './pdf-text.ts';
import type { Style } from './pdf-text.ts';

export type Pdf = PDFKit.PDFDocument;

/** The product's colors, for print. */
export const INK = {
  text: '#101828',
  quiet: '#475467',
  faint: '#5d6778',
  line: '#d0d5dd',
  tint: '#f1f3f6',
  brand: '#14633b',
} as const;

export const BODY: Style = { size: 9.5, color: INK.text };
const SMALL: Style = { size: 8, color: INK.quiet };

/** US Letter in points. */
const PAGE = { width: 612, height: 792, side: 64, first: 132, later: 84, bottom: 716 };

/** Pages that text flows down. `y` is where the next element goes. */
export interface Sheet {
  readonly pdf: Pdf;
  readonly left: number;
  readonly width: number;
  y: number;
  /** The height left on this page. */
  room(): number;
  nextPage(): void;
  /** Moves to the next page if less than this is left. */
  need(height: number): void;
  /** Writes a paragraph that may continue on the next page, without orphaned lines. */
  flow(spans: readonly Span[], style: Style, indent?: number): void;
  /** Wraps what `draw` draws in an element of the document's structure, for screen readers. */
  tag(type: string, draw: () => void, options?: { alt: string }): void;
}

export interface SheetOptions {
  brokerage: Brokerage;
  logo: Buffer | null;
  title: string;
  /** Shown below each page: which document this is. */
  footer: string;
  createdAt: Date;
}

/** A new document with letterhead, page numbers, and structure; `write` fills it. */
export async function makePdf(options: SheetOptions, write: (sheet: Sheet) => void): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: 'LETTER',
    // Page breaks are made here, since tables and paragraphs know where they may break.
    margin: 0,
    // Otherwise, it opens Helvetica.
    font: '',
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    info: {
      Title: options.title,
      Author: options.brokerage.name,
      CreationDate: options.createdAt,
      ModDate: options.createdAt,
    },
  });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((settle, fail) => {
    pdf.on('end', settle);
    pdf.on('error', fail);
  });
  write(createSheet(pdf));
  furnish(pdf, options);
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

function createSheet(pdf: Pdf): Sheet {
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  const parents = [root];
  const sheet: Sheet = {
    pdf,
    left: PAGE.side,
    width: PAGE.width - 2 * PAGE.side,
    y: PAGE.first,
    room: () => PAGE.bottom - sheet.y,
    nextPage() {
      // If a paragraph continues on the next page, this closes its tags here and reopens them there.
      pdf.continueOnNewPage();
      sheet.y = PAGE.later;
    },
    need(height) {
      if (sheet.room() < height) sheet.nextPage();
    },
    flow(spans, style, indent = 0) {
      const lines = breakLines(spans, style, sheet.width - indent);
      const height = lineHeight(style);
      for (const [index, line] of lines.entries()) {
        const left = lines.length - index;
        // The first two and the last two lines of a paragraph stay together.
        if ((index === 0 && left > 1) || left === 2) sheet.need(2 * height);
        else sheet.need(height);
        drawLine(pdf, line, style, { x: sheet.left + indent, y: sheet.y, width: sheet.width - indent });
        sheet.y += height;
      }
    },
    tag(type, draw, options) {
      const isGroup = GROUPS.has(type);
      const element = isGroup ? pdf.struct(type) : pdf.struct(type, options ?? {}, draw);
      parents.at(-1)!.add(element);
      if (isGroup) {
        parents.push(element);
        draw();
        parents.pop();
      }
      element.end();
    },
  };
  return sheet;
}

/** Elements that contain other elements and no text of their own. */
const GROUPS = new Set(['Table', 'TR', 'L', 'LI', 'Sect']);

/** Adds letterhead, running head, and page numbers once the number of pages is known. Screen readers skip them. */
function furnish(pdf: Pdf, { brokerage, logo, footer }: SheetOptions): void {
  const { count } = pdf.bufferedPageRange();
  for (let index = 0; index < count; index++) {
    pdf.switchToPage(index);
    pdf.markContent('Artifact', { type: 'Pagination' });
    if (index === 0) letterhead(pdf, brokerage, logo);
    else runningHead(pdf, brokerage);
    const width = PAGE.width - 2 * PAGE.side;
    drawText(pdf, [footer], SMALL, { x: PAGE.side, y: 742, width: width - 90 });
    drawText(pdf, [`Page ${index + 1} of ${count}`], SMALL, {
      x: PAGE.side + width - 90,
      y: 742,
      width: 90,
      align: 'right',
    });
    pdf.endMarkedContent();
  }
}

function letterhead(pdf: Pdf, brokerage: Brokerage, logo: Buffer | null): void {
  const width = PAGE.width - 2 * PAGE.side;
  if (logo) {
    pdf.image(logo, PAGE.side, LOGO.y, { fit: [width * 0.5, LOGO.height] });
  } else {
    drawText(
      pdf,
      [brokerage.name],
      { size: 15, color: INK.brand, weight: 600 },
      { x: PAGE.side, y: 46, width: width * 0.56 },
    );
  }
  const lines = [
    // The logo may not contain the legal name.
    ...(logo ? [brokerage.name] : []),
    brokerage.address,
    `${showPhone(brokerage.phone)} · ${brokerage.email}`,
    `USDOT ${brokerage.usdot} · ${brokerage.mc}`,
  ];
  let y = 48;
  for (const line of lines)
    y += drawText(pdf, [line], SMALL, { x: PAGE.side + width * 0.56, y, width: width * 0.44, align: 'right' });
  rule(pdf, Math.max(y + 10, 100), INK.brand, 1.2);
}

function runningHead(pdf: Pdf, brokerage: Brokerage): void {
  drawText(pdf, [brokerage.name], SMALL, { x: PAGE.side, y: 44, width: PAGE.width - 2 * PAGE.side });
  rule(pdf, 64, INK.line, 0.5);
}

/** Above the rule of the letterhead. */
const LOGO = { y: 40, height: 50 };

/** A full-width line, hidden from screen readers. */
export function rule(pdf: Pdf, y: number, color: string, thickness: number): void {
  const isMarked = isArtifact(pdf);
  if (!isMarked) pdf.markContent('Artifact');
  pdf
    .moveTo(PAGE.side, y)
    .lineTo(PAGE.width - PAGE.side, y)
    .lineWidth(thickness)
    .strokeColor(color)
    .stroke();
  if (!isMarked) pdf.endMarkedContent();
}

const isArtifact = (pdf: Pdf): boolean =>
  (pdf.page as Pdf['page'] & { markings: { tag: string }[] }).markings.some((marking) => marking.tag === 'Artifact');
