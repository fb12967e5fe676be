import { LEGAL_KINDS } from '#src/machines/legal/legal-text.ts';
import { matchPath, routes } from '#src/machines/session/routes.ts';
import { readShopFilters, shopQuery } from '#src/machines/marketplace/shop-filters.ts';
import { FIRST_ANSWERS } from '#src/views/ui/first-answers.ts';
import { createAnswers } from './api-answers.ts';
import type { Drawn } from './drawn-link.ts';
import { firstList } from './first-list.ts';
import { html, Html, jsonScript } from './html.ts';
import { aboutBrokerage } from './legal-paint.ts';
import { headOf, shopHead } from './page-head.ts';
import { askShop } from './shop-answer.ts';
import { type Brokerage, signInBrand } from './sign-in-brand.ts';

export interface Visit {
  /** Path and query. */
  url: string;
  /** The caller's. */
  address: string;
  /** Whether nobody is signed in. */
  isGuest: boolean;
  drawLink: () => Promise<Drawn | { redirect: string } | null>;
}

type FirstPage =
  | {
      page: string;
      /** Whether it shows content without the application. */
      isPainted: boolean;
      /** Whether it is the same at each request. */
      isForEverybody: boolean;
    }
  /** To another path. */
  | { redirect: string };

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
 * @returns a function from a visit to the page
 */
export function createFirstPaint({
  page,
  drawnPages = {},
  publicUrl,
  restUrl,
  forwarded,
  now = Date.now,
}: FirstPaintOptions): (visit: Visit) => Promise<FirstPage> {
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
  return async ({ url, address, isGuest, drawLink }) => {
    const [path = '', search = ''] = url.split('?', 2);
    if (!SHOP.test(path)) {
      const whose = leadsToSignIn(path) ? signInBrand(await brokerage()) : null;
      // With a query the page may differ: a link, or where to go next.
      const drawn = isGuest && search === '' ? await drawnAt(path) : null;
      const link = isGuest && drawn === null ? await drawLink() : null;
      if (link && 'redirect' in link) return link;
      const markup = drawn ?? link?.markup;
      const branded = markup?.replace(BRAND, (_, start, end) => `${start}${whose?.text ?? ''}${end}`);
      const answers =
        link && Object.keys(link.answers).length > 0
          ? jsonScript(link.answers, { type: 'application/json', id: FIRST_ANSWERS })
          : new Html('');
      const body = branded ? firstPaint(html`${new Html(branded)}${answers}`) : new Html(ROOT);
      return {
        page: withHead(page, headOf(path, publicUrl())).replace(
          ROOT,
          () => html`${body}${whose && html`<template id="brand">${whose}</template>`}`.text,
        ),
        isPainted: branded !== undefined,
        isForEverybody: link === null,
      };
    }
    const filters = readShopFilters(search);
    const answer = await askShop(restUrl(), forwarded(address), filters);
    const headed = withHead(page, shopHead(filters, publicUrl(), answer));
    if (!answer) return { page: headed, isPainted: false, isForEverybody: false };
    const { leads, next, total } = answer;
    const first = {
      query: shopQuery({ ...filters, view: undefined }),
      data: { shopLeads: { items: leads, next, total } },
    };
    const body = html`${firstPaint(firstList(answer, filters, mark, now()))}${jsonScript(first, { type: 'application/json', id: FIRST_LEADS })}`;
    return { page: headed.replace(ROOT, () => body.text), isPainted: true, isForEverybody: false };
  };
}

/** If the application does not load, the rendered page does not respond to input: after 10 s this says so. */
const LATE = html`<p class="fixed inset-x-4 bottom-4 z-20 mx-auto w-fit rounded-lg bg-white px-4 py-2 text-sm shadow-float late">This page is slow to load. <a class="link" href="">Reload it</a></p>`;

const firstPaint = (drawn: Html): Html => html`<div id="first-paint">${drawn}${LATE}</div><div id="root" hidden></div>`;

/** Whether the path is a sign-in page, or leads to one and back: the application switches between them by itself. */
const leadsToSignIn = (path: string): boolean =>
  path === '/' || routes.some(({ path: pattern, who }) => who !== 'anyone' && matchPath(pattern, path));

function withHead(page: string, head: Html | null): string {
  return head ? page.replace(TITLE, () => head.text) : page;
}
