import { BLANKS, STAND_IN } from '#src/machines/legal/legal-text.ts';
import { showPhone } from '#src/views/ui/phone.ts';
import { html } from './html.ts';
import { type Brokerage, logoImage } from './sign-in-brand.ts';

/** Pixels, as views/ui/legal-layout.tsx has it. */
const LOGO_BOX = { width: 200, height: 40 };

/**
 * A legal text that was drawn about nobody (src/drawn-pages.tsx), about the brokerage that runs this.
 *
 * @returns null where a field was never given, because the text may say something else then
 */
export function aboutBrokerage(drawn: string, brokerage: Brokerage): string | null {
  if (BLANKS.some((blank) => brokerage[blank] === '')) return null;
  const { name, phone, logo } = brokerage;
  const heading = (text: unknown) => `<p class="font-semibold">${String(text)}</p>`;
  const pairs: [string, string][] = [
    ...(logo ? [[heading(STAND_IN.name), heading(logoImage(logo, name, LOGO_BOX).text)] as [string, string]] : []),
    [`tel:${STAND_IN.phone}`, `tel:${phone.replaceAll(/[^\d+]/g, '')}`],
    [showPhone(STAND_IN.phone), html`${showPhone(phone)}`.text],
    ...BLANKS.map((blank): [string, string] => [STAND_IN[blank], html`${brokerage[blank]}`.text]),
  ];
  return pairs.reduce((page, [from, to]) => page.replaceAll(from, () => to), drawn);
}
