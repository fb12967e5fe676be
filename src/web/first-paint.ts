import { LEGAL_KINDS } from '#src/machines/legal/legal-text.ts';
import { matchPath, routes } from '#src/machines/session/routes.ts';
import { readShopFilters, shopQuery } from '#src/machines/marketplace/shop-filters.ts';
import { createAnswers } from './api-answers.ts';
import { firstList } from './first-list.ts';
import { html, Html, jsonScript } from './html.ts';
import { aboutBrokerage } from './legal-paint.ts';
import { headOf, shopHead } from './page-head.ts';
import { askShop } from './shop-answer.ts';
import { type Brokerage, signInBrand } from './sign-in-brand.ts';

interface FirstPaintOptions {
  /** The built page. */
  page: string;
  /** Pages that are the same for every guest, by path (scripts/drawn-pages.ts). */
  drawnPages?: Readonly<Record<string, string>>;
  publicUrl: () => string;
  /** Address of the REST API, which may run elsewhere. */
  restUrl: () => string;
  /** Headers that identify to the API on whose behalf it is called. */
  forwarded: (address: string) => Record<string, string>;
  now?: () => number;
}

const SHOP = /^\/marketplace\/?$/;
const TITLE = /<title>[^<]*<\/title>/;
const ROOT = '<div id="root"></div>';
const FIRST_LEADS = 'first-leads';

/** The place of the brand in the sign-in page (views/pages/auth/login.tsx). */
const BRAND = /(<aside [^>]*>)(<\/aside>)/;

/**
 * What the server renders of a page before the application has loaded: the head of every public page, the leads of the
 * shop, and pages that are the same for every guest. It is placed beside the root element, which is hidden until the
 * application has content to replace it with (views/ui/revealed.ts). Leads, and the brand of the sign-in, are included
 * as data, so that the application need not request them again.
 *
 * @returns a function from a URL (path and query), the caller's address, and whether nobody is signed in, to the page
 */
export function createFirstPaint({
  page,
  drawnPages = {},
  publicUrl,
  restUrl,
  forwarded,
  now = Date.now,
}: FirstPaintOptions): (url: string, address: string, isGuest: boolean) => Promise<string> {
  const answers = createAnswers(restUrl, now);
  const brokerage = () => answers<Brokerage>('brokerage');

  /**
   * What was rendered at build time for a path. Of a legal text only the one shipped with the product is known then.
   */
  async function drawnAt(path: string): Promise<string | null> {
    const drawn = drawnPages[path];
    const kind = LEGAL_KINDS.find((one) => path === `/${one}`);
    if (drawn === undefined || !kind) return drawn ?? null;
    const [whose, published] = await Promise.all([brokerage(), answers<unknown[]>(`legal/${kind}`)]);
    return whose && published?.length === 0 ? aboutBrokerage(drawn, whose) : null;
  }

  const mark = /href="(\/assets\/mark[^"]*)"/.exec(page)?.[1] ?? '/favicon.ico';
  return async (url, address, isGuest) => {
    const [path = '', search = ''] = url.split('?', 2);
    if (!SHOP.test(path)) {
      const whose = leadsToSignIn(path) ? signInBrand(await brokerage()) : null;
      // With a query the page may differ: a link, or where to go next.
      const drawn = isGuest && search === '' ? await drawnAt(path) : null;
      const body = drawn
        ? firstPaint(new Html(drawn.replace(BRAND, (_, start, end) => `${start}${whose?.text ?? ''}${end}`)))
        : new Html(ROOT);
      return withHead(page, headOf(path, publicUrl())).replace(
        ROOT,
        () => html`${body}${whose && html`<template id="brand">${whose}</template>`}`.text,
      );
    }
    const filters = readShopFilters(search);
    const answer = await askShop(restUrl(), forwarded(address), filters);
    const headed = withHead(page, shopHead(filters, publicUrl(), answer));
    if (!answer) return headed;
    const { leads, next, total } = answer;
    const first = {
      query: shopQuery({ ...filters, view: undefined }),
      data: { shopLeads: { items: leads, next, total } },
    };
    const body = html`${firstPaint(firstList(answer, filters, mark, now()))}${jsonScript(first, { type: 'application/json', id: FIRST_LEADS })}`;
    return headed.replace(ROOT, () => body.text);
  };
}

/** If the application does not load, the rendered page does not respond to input: after 10 s this says so. */
const LATE = html`<p class="fixed inset-x-4 bottom-4 z-20 mx-auto w-fit rounded-lg bg-white px-4 py-2 text-sm shadow-float late">This page is slow to load. <a class="link" href="">Reload it</a></p>`;

const firstPaint = (drawn: Html): Html => html`<div id="first-paint">${drawn}${LATE}</div><div id="root" hidden></div>`;

/** Whether a page shows content without the application. */
export const isPainted = (page: string): boolean => page.includes('<div id="first-paint">');

/** Whether a painted page is the same at each request, unlike one with the leads of the shop. */
export const isForEverybody = (page: string): boolean => !page.includes(`id="${FIRST_LEADS}"`);

/** Whether the path is a sign-in page, or leads to one and back: the application switches between them by itself. */
const leadsToSignIn = (path: string): boolean =>
  path === '/' || routes.some(({ path: pattern, who }) => who !== 'anyone' && matchPath(pattern, path));

function withHead(page: string, head: Html | null): string {
  return head ? page.replace(TITLE, () => head.text) : page;
}
