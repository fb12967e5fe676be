import type { Brokerage } from '#src/machines/settings/brokerage.ts';
import type { PaperDocument } from './document.ts';
import { drawBlocks, drawTitle } from './pdf-blocks.ts';
import { makePdf } from './pdf-sheet.ts';
import type { Sheet } from './pdf-sheet.ts';

export interface PaperOptions {
  brokerage: Brokerage;
  /** PNG or JPEG; if null, the letterhead shows only the name. */
  logo: Buffer | null;
  document: PaperDocument;
  /** Shown below each page, to identify the document: "Moving services agreement · L-10001". */
  footer: string;
  createdAt: Date;
  /** What follows the text: signatures, certificate. The text's last section stays with its first `height` points. */
  closing?: { height: number; draw: (sheet: Sheet) => void };
}

/**
 * The pages of a document: letterhead, text, tables that repeat their header, page x of y, embedded fonts, tagged for
 * screen readers. It uses a plain cross-reference table, so that it can be sealed.
 */
export function renderPdf({ brokerage, logo, document, footer, createdAt, closing }: PaperOptions): Promise<Buffer> {
  return makePdf({ brokerage, logo, title: `${document.title} · ${document.subtitle}`, footer, createdAt }, (sheet) => {
    drawTitle(sheet, document);
    drawBlocks(sheet, document.blocks, closing?.height);
    closing?.draw(sheet);
  });
}
