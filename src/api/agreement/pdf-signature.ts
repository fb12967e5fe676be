import { withPeriod } from '#src/machines/with-period.ts';
import type { Brokerage } from '#src/machines/settings/brokerage.ts';
import type { AgreementRow } from './agreement.repository.ts';
import { facts, heading, instantIn, paragraph } from './document.ts';
import { drawBlocks, drawTitle } from './pdf-blocks.ts';
import { INK } from './pdf-sheet.ts';
import type { Sheet } from './pdf-sheet.ts';
import { breakLines, drawText, lineHeight } from './pdf-text.ts';
import type { Style } from './pdf-text.ts';

/** What the signature and its certificate show. */
export interface SignedPages {
  brokerage: Brokerage;
  agreement: AgreementRow;
  /** "Moving services agreement · L-10001" */
  name: string;
  /** The drawn signature, a PNG; null for a typed one. */
  image: Buffer | null;
  /** The party that the signer represents: "Client", or the carrier's legal name. */
  party: string;
}

/** Who signed a paper on a device handed to them, and when. */
export interface OnTheSpot {
  party: string;
  name: string;
  note: string;
  /** The drawing, as a data URL of a PNG. */
  image: string;
}

const NAME: Style = { size: 9.5, color: INK.text, weight: 600 };
const QUIET: Style = { size: 8.5, color: INK.quiet };
/** The typed name of a signer, styled differently from all other text. */
const WRITTEN: Style = { size: 22, color: INK.text, weight: 300, isItalic: true };
const BOX = { height: 52, gap: 32 };
const BELOW_LINE = 64;
/** Heading, line, and the text below it. */
export const SIGNATURES_HEIGHT = 8 + 18 + 14 + BOX.height + BELOW_LINE;

/** The end of a paper that one person signed. */
export function drawOnTheSpot(sheet: Sheet, signer: Omit<OnTheSpot, 'image'> & { image: Buffer | null }): void {
  drawHeading(sheet, 'Signature');
  const top = sheet.y;
  drawParty(sheet, { x: sheet.left, y: top, width: (sheet.width - BOX.gap) / 2 }, signer);
  sheet.y = top + BOX.height + BELOW_LINE;
}

function drawHeading(sheet: Sheet, text: string): void {
  sheet.y += 8;
  sheet.need(SIGNATURES_HEIGHT - 8);
  sheet.tag('H2', () => sheet.flow([text], { size: 11.5, color: INK.text, weight: 600 }));
  sheet.y += 14;
}

/** The end of the agreement: both parties side by side. The broker offers by sending, the signer accepts. */
export function drawSignatures(sheet: Sheet, pages: SignedPages): void {
  const { agreement, brokerage } = pages;
  const width = (sheet.width - BOX.gap) / 2;
  drawHeading(sheet, 'Signatures');
  const top = sheet.y;
  const zone = agreement.signer_zone ?? brokerage.zone;
  drawParty(
    sheet,
    { x: sheet.left, y: top, width },
    {
      party: pages.party,
      name: agreement.signer_name ?? '',
      note: agreement.signed_at ? `Signed electronically on ${instantIn(zone, agreement.signed_at)}` : 'Not signed',
      image: pages.image,
    },
  );
  drawParty(
    sheet,
    { x: sheet.left + width + BOX.gap, y: top, width },
    {
      party: 'Broker',
      name: brokerage.name,
      note: agreement.sent_at ? `Offered to the signer on ${instantIn(brokerage.zone, agreement.sent_at)}` : '',
      image: null,
    },
  );
  sheet.y = top + BOX.height + BELOW_LINE;
}

function drawParty(
  sheet: Sheet,
  at: { x: number; y: number; width: number },
  party: { party: string; name: string; note: string; image: Buffer | null },
): void {
  const { pdf } = sheet;
  const { image } = party;
  if (image) {
    const draw = () => pdf.image(image, at.x, at.y, { fit: [at.width * 0.8, BOX.height - 4], valign: 'bottom' });
    sheet.tag('Figure', draw, { alt: `Drawn signature of ${party.name}` });
  } else {
    sheet.tag('P', () => drawWritten(sheet, at, party.name));
  }
  pdf.markContent('Artifact');
  pdf
    .moveTo(at.x, at.y + BOX.height)
    .lineTo(at.x + at.width, at.y + BOX.height)
    .lineWidth(0.8)
    .strokeColor(INK.text)
    .stroke();
  pdf.endMarkedContent();
  sheet.tag('P', () => {
    let y = at.y + BOX.height + 5;
    y += drawText(pdf, [party.name], NAME, { ...at, y });
    y += drawText(pdf, [party.party], QUIET, { ...at, y });
    drawText(pdf, [party.note], QUIET, { ...at, y });
  });
}

/** Uses the largest size that fits on one line. */
function drawWritten(sheet: Sheet, at: { x: number; y: number; width: number }, name: string): void {
  let style = WRITTEN;
  const lines = () => breakLines([name], style, at.width).length;
  while (style.size > 9 && lines() > 1) style = { ...style, size: style.size - 1 };
  drawText(sheet.pdf, [name], style, { ...at, y: at.y + BOX.height - lines() * lineHeight(style) - 1 });
}

/** The last page: who signed what, when, from where, and how to check it. */
export function drawCertificate(sheet: Sheet, pages: SignedPages): void {
  const { agreement, brokerage } = pages;
  const zone = agreement.signer_zone ?? brokerage.zone;
  const kind = agreement.signature?.kind;
  const when = (instant: string | null) => (instant ? instantIn(zone, instant) : 'Not recorded');
  sheet.nextPage();
  drawTitle(sheet, { title: 'Certificate of signature', subtitle: pages.name });
  drawBlocks(sheet, [
    heading('Document'),
    facts(
      ['Document', pages.name],
      ['Document ID', agreement.id],
      ['Template version', agreement.template_version],
      ['SHA-256 as shown', `${agreement.document_hash.slice(0, 32)}\n${agreement.document_hash.slice(32)}`],
    ),
    heading('Signer'),
    facts(
      ['Name', agreement.signer_name ?? ''],
      ['Signed as', pages.party],
      ['Kind of signature', kind === 'drawn' ? 'Drawn by hand on the screen' : 'Typed name'],
      ['Time zone', zone],
      ['IP address', agreement.signer_ip ?? 'Not recorded'],
      ['Browser', agreement.signer_agent || 'Not recorded'],
    ),
    heading('What happened'),
    facts(
      ['Sent', when(agreement.sent_at)],
      ['Opened', when(agreement.opened_at)],
      ['Signed', when(agreement.signed_at)],
    ),
    heading('Consent to electronic records'),
    paragraph(`“${agreement.consent_text ?? ''}”`),
    heading('How to check this document'),
    paragraph(
      `${withPeriod(`This file is sealed with a certificate of ${brokerage.name}`)} A PDF reader shows the seal as intact as long as no byte of the file has changed since. The SHA-256 above is that of the agreement’s text as it stood on the signer’s screen; we keep that text with the record of its signature.`,
    ),
  ]);
}
