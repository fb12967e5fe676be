import { showPhone } from '#src/machines/phone/phone.ts';
import type { Brokerage } from '#src/machines/settings/brokerage.ts';
import { escapeHtml, FONT } from './letter.ts';

export interface Writing {
  readonly subject: string;
  readonly text: string;
  /** Inner HTML of the letter; the frame is added here. */
  readonly html: string;
  /** The page where its client sees everything about the move. */
  readonly movePage?: string | null | undefined;
  /** The page to unsubscribe from a list. */
  readonly unsubscribePage?: string | undefined;
  readonly mover?: MailMover | undefined;
}

/** A mover who sends the mail. The client deals with the mover, so the mover's name replaces the brokerage's. */
export interface MailMover {
  readonly name: string;
  /** Formatted for display. */
  readonly phone: string | null;
}

/** A picture above the letter. It is attached, so mail programs need not load it from us. */
export interface MailLogo {
  readonly fileKey: string;
  readonly mediaType: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

const LOGO_CID = 'logo@brokerage';
/** The logo's URL in the HTML of a mail. */
export const LOGO_SRC = `cid:${LOGO_CID}`;
/** Its maximum displayed size; the file is larger, for high-resolution screens. */
const LOGO_BOX = { width: 240, height: 56 };

export const logoAttachments = (logo: MailLogo | null) =>
  logo === null
    ? []
    : [
        {
          fileKey: logo.fileKey,
          name: `logo.${logo.mediaType.slice('image/'.length)}`,
          mediaType: logo.mediaType,
          cid: LOGO_CID,
        },
      ];

/** On a dark screen it gets a white background: logos are made for paper. */
function logoHtml({ width, height }: MailLogo, name: string): string {
  const scale = Math.min(1, LOGO_BOX.width / width, LOGO_BOX.height / height);
  const [shownWidth, shownHeight] = [width, height].map((pixels) => Math.max(1, Math.round(pixels * scale)));
  return `<img class="logo" src="${LOGO_SRC}" alt="${escapeHtml(name)}" width="${shownWidth}" height="${shownHeight}" style="display:block;border:0;font-weight:700">`;
}

/** Adjustments for dark and small screens. Mail programs that drop them show the light mail, which works on both. */
const STYLE = `
@media (prefers-color-scheme: dark) {
.page { background-color: #111827 !important; }
.card { background-color: #1f2937 !important; border-color: #374151 !important; }
.box { background-color: #111827 !important; border-color: #374151 !important; }
.line { border-color: #374151 !important; }
.ink { color: #f9fafb !important; }
.quiet { color: #d1d5db !important; }
.link { color: #86efac !important; }
.logo { background-color: #ffffff !important; padding: 6px !important; border-radius: 6px !important; }
}
@media (max-width: 480px) {
.card { padding: 20px 16px 12px !important; }
}`;

const SMALL = `color:#4b5563;${FONT};font-size:13px;line-height:20px`;
/** The length of what an inbox shows beside the subject; it is padded so that no other text follows. */
const PREHEADER = 120;
const ROOM = '&#847;&zwnj;&nbsp;'.repeat(60);

/** The first words after the greeting. */
function preheaderOf(text: string): string {
  const [, said = ''] = text.split('\n\n');
  const line = said.replaceAll(/\s+/g, ' ').trim();
  return line.length > PREHEADER ? `${line.slice(0, PREHEADER - 1).trimEnd()}…` : line;
}

/**
 * The complete mail around a letter, with what every mail of the brokerage carries: its logo or name, the postal
 * address, and the links to the client's move and to unsubscribe. A mover's mail carries the mover's name, and the
 * postal address of the brokerage, which sends it (CAN-SPAM, 16 CFR 316). Tables and inline styles only: mail programs
 * drop everything else.
 */
export function withFooter(
  writing: Writing,
  { brokerage, logo }: { brokerage: Brokerage; logo: MailLogo | null },
): { text: string; html: string } {
  const { subject, text, html, unsubscribePage, movePage, mover } = writing;
  const move = movePage ? [`Everything about your move: ${movePage}`] : [];
  const lines = mover
    ? [
        [mover.name, ...(mover.phone === null ? [] : [mover.phone])].join(' · '),
        `Sent for ${mover.name} by ${brokerage.name}`,
        brokerage.address,
      ]
    : [brokerage.name, brokerage.address, `${showPhone(brokerage.phone)} · USDOT ${brokerage.usdot} · ${brokerage.mc}`];
  const leave = unsubscribePage === undefined ? [] : [`Unsubscribe: ${unsubscribePage}`];
  const footLink = (url: string, label: string) =>
    `<a class="link" href="${escapeHtml(url)}" style="color:#15803d">${label}</a>`;
  const foot = [
    ...(movePage ? [footLink(movePage, 'Everything about your move')] : []),
    lines.map(escapeHtml).join('<br>'),
    ...(unsubscribePage === undefined ? [] : [footLink(unsubscribePage, 'Unsubscribe')]),
  ];
  const head = mover || logo === null ? escapeHtml((mover ?? brokerage).name) : logoHtml(logo, brokerage.name);
  return {
    text: `${[text.trimEnd(), ...move].join('\n\n')}\n\n-- \n${[...lines, ...leave].join('\n')}\n`,
    html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title><style>${STYLE}
</style></head>
<body class="page" style="margin:0;padding:0;background-color:#f3f4f6">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preheaderOf(text))}${ROOM}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f3f4f6" style="width:100%;background-color:#f3f4f6"><tr><td align="center" style="padding:24px 12px">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px;text-align:left">
<tr><td class="ink" style="padding:0 4px 16px;color:#111827;${FONT};font-size:18px;line-height:24px;font-weight:700">${head}</td></tr>
<tr><td class="card" bgcolor="#ffffff" style="padding:28px 28px 16px;background-color:#ffffff;border:1px solid #e5e7eb;border-radius:12px">
${html}
</td></tr>
<tr><td class="quiet" style="padding:16px 4px 0;${SMALL}">${foot.map((part) => `<p class="quiet" style="margin:0 0 10px;${SMALL}">${part}</p>`).join('')}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body></html>`,
  };
}
