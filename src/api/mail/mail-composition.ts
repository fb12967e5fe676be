import type { Brokerage } from '#src/machines/settings/brokerage.ts';
import { escapeHtml } from './letter.ts';

export interface Writing {
  readonly subject: string;
  readonly text: string;
  /** Inner HTML of the letter; the frame around it is made here. */
  readonly html: string;
  /** Where its client has everything about a move on one page. */
  readonly movePage?: string | null | undefined;
  /** The way out of a list. */
  readonly unsubscribePage?: string | undefined;
}

/** A picture above the letter, which travels with the mail: no mail program asks us for it. */
export interface MailLogo {
  readonly fileKey: string;
  readonly mediaType: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

const LOGO_CID = 'logo@brokerage';
/** Where the HTML of a mail finds its logo. */
export const LOGO_SRC = `cid:${LOGO_CID}`;
/** What it is shown in at most; it comes larger, for screens with fine pixels. */
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

function logoHtml({ width, height }: MailLogo, name: string): string {
  const scale = Math.min(1, LOGO_BOX.width / width, LOGO_BOX.height / height);
  const [shownWidth, shownHeight] = [width, height].map((pixels) => Math.max(1, Math.round(pixels * scale)));
  return `<p style="margin:0 0 24px"><img src="${LOGO_SRC}" alt="${escapeHtml(name)}" width="${shownWidth}" height="${shownHeight}" style="display:block;border:0;font-weight:600"></p>\n`;
}

/**
 * The letter with what every mail of the brokerage carries: its logo, who sends it, the postal address, the way out of
 * a list.
 */
export function withFooter(
  writing: Writing,
  { brokerage, logo }: { brokerage: Brokerage; logo: MailLogo | null },
): { text: string; html: string } {
  const { subject, text, html, unsubscribePage, movePage } = writing;
  const move = movePage ? [`Everything about your move: ${movePage}`] : [];
  const lines = [brokerage.name, brokerage.address, `${brokerage.phone} · USDOT ${brokerage.usdot} · ${brokerage.mc}`];
  const leave = unsubscribePage === undefined ? [] : [`Unsubscribe: ${unsubscribePage}`];
  const leaveLink =
    unsubscribePage === undefined
      ? ''
      : `<br><a href="${escapeHtml(unsubscribePage)}" style="color:#4b5563">Unsubscribe</a>`;
  return {
    text: `${[text.trimEnd(), ...move].join('\n\n')}\n\n-- \n${[...lines, ...leave].join('\n')}\n`,
    html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px 16px;background:#ffffff;color:#111827;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:600px;margin:0 auto">${logo === null ? '' : logoHtml(logo, brokerage.name)}${html}
<div style="margin-top:32px;padding-top:16px;border-top:1px solid #e5e7eb;color:#4b5563;font-size:13px">${lines.map(escapeHtml).join('<br>')}${leaveLink}</div>
</div></body></html>`,
  };
}
