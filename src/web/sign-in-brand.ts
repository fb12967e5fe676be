import type { Static } from 'typebox';
import type { BrokerageBody } from '#src/api/agreement/agreement.schemas.ts';
import { type Html, html } from './html.ts';

export type Brokerage = Static<typeof BrokerageBody>;

/** Pixels; the logo is as large as fits. */
const LOGO_BOX = { width: 200, height: 48 };

/** Each portal and its purpose. */
const PORTALS = [
  ['Agent portal', 'Leads, quotes, contracts, the load board, and invoices: each lead shows its next step.'],
  ['Lead portal', 'Movers get leads from the cities they choose. Free to try, cancel at any time.'],
  ['Load board', 'Carriers bid on loads, sign jobs on a phone, and see when they’re paid.'],
] as const;

/**
 * What is shown beside the sign-in (views/pages/auth/login.tsx), rendered here so that the page need not wait for it:
 * what the product is, under the brokerage's name. Without the API there is no name.
 */
export const signInBrand = (brokerage: Brokerage | null): Html =>
  html`<div class="h-full bg-primary-600 text-white"><div class="mx-auto max-w-104 px-4 py-10 text-base sm:pt-[8vh]">${brokerage && html`<p class="mb-6 font-semibold">${nameOf(brokerage)}</p>`}<h2 class="mb-6 text-xl font-semibold tracking-tight">Moves, from first call to final invoice</h2><dl class="space-y-4">${PORTALS.map(([name, use]) => html`<div><dt class="font-semibold">${name}</dt><dd>${use}</dd></div>`)}</dl></div></div>`;

function nameOf({ name, logo }: Brokerage): Html | string {
  if (!logo) return name;
  return html`<span class="inline-flex rounded-md bg-white p-2">${logoImage(logo, name, LOGO_BOX)}</span>`;
}

/** Same as views/ui/brand-logo.tsx. `box` in pixels. */
export function logoImage(
  { url, width, height }: NonNullable<Brokerage['logo']>,
  name: string,
  box: { width: number; height: number },
): Html {
  const scale = Math.min(1, box.width / width, box.height / height);
  return html`<img src="${url}" alt="${name}" width="${Math.max(1, Math.round(width * scale))}" height="${Math.max(1, Math.round(height * scale))}">`;
}
