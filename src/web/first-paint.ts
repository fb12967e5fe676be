import { matchPath, routes } from '#src/machines/session/routes.ts';
import { readShopFilters, shopQuery } from '#src/machines/marketplace/shop-filters.ts';
import { firstList } from './first-list.ts';
import { html, type Html, jsonIn } from './html.ts';
import { headOf, shopHead } from './page-head.ts';
import { askShop } from './shop-answer.ts';
import { createSignInBrand } from './sign-in-brand.ts';

interface FirstPaintOptions {
  /** The built page. */
  page: string;
  publicUrl: () => string;
  /** Where the REST API is: we may run apart. */
  restUrl: () => string;
  /** The headers that say on whose behalf the API is asked. */
  forwarded: (address: string) => Record<string, string>;
  now?: () => number;
}

const SHOP = /^\/marketplace\/?$/;
const TITLE = /<title>[^<]*<\/title>/;
const ROOT = '<div id="root"></div>';

/**
 * What the server knows of a page before the application is there: the head of every public page, and the leads of the
 * shop; beside the sign-in, whose it is. They stand beside the root, which is hidden until the application has something to show in their place
 * (views/ui/revealed.ts), and come along as data, so that it need not ask for them again.
 *
 * @returns the page for an address (path and query) and the address of who asks
 */
export function createFirstPaint({
  page,
  publicUrl,
  restUrl,
  forwarded,
  now = Date.now,
}: FirstPaintOptions): (url: string, address: string) => Promise<string> {
  const brand = createSignInBrand(restUrl, now);
  const mark = /href="(\/assets\/mark[^"]*)"/.exec(page)?.[1] ?? '/favicon.ico';
  return async (url, address) => {
    const [path = '', search = ''] = url.split('?', 2);
    if (!SHOP.test(path)) {
      const headed = withHead(page, headOf(path, publicUrl()));
      if (!leadsToSignIn(path)) return headed;
      const { text } = await brand();
      return headed.replace(ROOT, () => ROOT + text);
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
    const body = html`<div id="first-paint">${firstList(answer, filters, mark, now())}</div><script type="application/json" id="first-leads">${jsonIn(first)}</script><div id="root" hidden></div>`;
    return headed.replace(ROOT, () => body.text);
  };
}

/** Whether somebody signs in there, before or after: the application goes on from one to the other by itself. */
const leadsToSignIn = (path: string): boolean =>
  path === '/' || routes.some(({ path: pattern, who }) => who !== 'anyone' && matchPath(pattern, path));

function withHead(page: string, head: Html | null): string {
  return head ? page.replace(TITLE, () => head.text) : page;
}
