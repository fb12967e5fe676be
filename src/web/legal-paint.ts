import { BLANKS, STAND_IN } from '#src/machines/legal/legal-text.ts';
import { showPhone } from '#src/machines/phone/phone.ts';
import { html } from './html.ts';
import { type Brokerage, logoImage } from './sign-in-brand.ts';

/** Pixels, same as in views/ui/legal-layout.tsx. */
const LOGO_BOX = { width: 200, height: 40 };

/**
 * Fills the brokerage's details into a legal text that was rendered without any (src/drawn-pages.tsx).
 *
 * @returns null if a detail was never given, because the text may differ then
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
