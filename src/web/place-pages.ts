import type { Static } from 'typebox';
import type { ShopPlacePage, ShopPlaces } from '#src/api/marketplace/shop.schemas.ts';
import { showMoney, showWhole } from '#src/machines/amount/amounts.ts';
import { REPORT_DAYS } from '#src/machines/marketplace/purchase.lifecycle.ts';
import { REFUND_DAYS, REFUND_MOST, REFUND_ONE_OF } from '#src/machines/marketplace/refund-rule.ts';
import { slugOf, stateOfSlug } from '#src/machines/place/slug.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { row } from './first-list.ts';
import { type Html, html, jsonScript } from './html.ts';
import { head } from './page-head.ts';
import { leadOf } from './shop-answer.ts';

type Place = Static<typeof ShopPlacePage>;
type States = Static<typeof ShopPlaces>['states'];

interface PlacePagesOptions {
  /** The built page: its styles and icon are used, its scripts are not. */
  page: string;
  publicUrl: () => string;
  restUrl: () => string;
  forwarded: (address: string) => Record<string, string>;
  now?: () => number;
}

interface Drawn {
  status: 200 | 404 | 429 | 503;
  page: string;
  /** Seconds after which to retry. */
  retryAfter?: string;
}

const PATIENCE_MS = 2000;
const count = (many: number, one: string, more: string) => `${showWhole(many)} ${many === 1 ? one : more}`;

/**
 * A page for each state and city where households ask for movers, for people who come from a search engine: current
 * facts about the place, and a link to the shop filtered by it. Rendered here as plain HTML, with no script to wait
 * for.
 *
 * @returns the page of a place by its names in the URL; without names the list of states
 */
export function createPlacePages({ page, publicUrl, restUrl, forwarded, now = Date.now }: PlacePagesOptions) {
  const links = [...page.matchAll(/<link [^>]*rel="(?:stylesheet|icon)"[^>]*>/g)].map(([link]) => link).join('');
  const mark = /href="(\/assets\/mark[^"]*)"/.exec(page)?.[1] ?? '/favicon.ico';

  const draw = (status: Drawn['status'], top: Html, main: Html): Drawn => ({
    status,
    page: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${top.text}${links}</head>${frame(mark, main).text}</html>`,
  });
  const none = (title: string, text: string, status: Exclude<Drawn['status'], 200> = 404): Drawn =>
    draw(
      status,
      html`<title>${title} · Lead Platform</title><meta name="robots" content="noindex">`,
      html`<h1 class="text-lg font-semibold">${title}</h1><p class="mt-1 text-gray-600">${text}</p>
<p class="mt-4 flex flex-wrap gap-2"><a class="btn btn-primary" href="${hrefs.market.places()}">Leads by state</a><a class="btn" href="${hrefs.market.leads()}">All leads for sale</a></p>`,
    );

  return async ({ state: slug, city }: { state?: string; city?: string }, address: string): Promise<Drawn> => {
    async function ask<T>(path: string): Promise<T | null> {
      const answer = await fetch(`${restUrl().replace(/\/$/, '')}/api/frontend/shop-lead/${path}`, {
        headers: forwarded(address),
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      if (answer.status === 404) return null;
      if (answer.status === 429) throw new TooMany(answer.headers.get('retry-after') ?? '60');
      if (!answer.ok) throw new Error(`the shop answered ${answer.status}`);
      return (await answer.json()) as T;
    }
    const unknown = none(
      'No leads from this place',
      'Nobody there has asked for a mover in the last three months. Look at another place.',
    );
    try {
      if (slug === undefined) {
        const answer = await ask<Static<typeof ShopPlaces>>('states-cities');
        return draw(
          200,
          head('Moving leads by state', INDEX, publicUrl() + hrefs.market.places()),
          index(answer!.states),
        );
      }
      const code = stateOfSlug(slug);
      if (!code || (city !== undefined && !/^[a-z0-9-]{1,100}$/.test(city))) return unknown;
      const place = await ask<Place>(`place?${new URLSearchParams({ state: code, ...(city ? { city } : {}) })}`);
      if (!place) return unknown;
      const title = `Moving leads from ${nameOf(place)}`;
      const url = publicUrl() + hrefs.market.places(slug, city);
      return draw(
        200,
        html`${head(title, description(place), url)}${jsonScript(crumbs(place, publicUrl()), { type: 'application/ld+json' })}`,
        placeMain(place, title, now()),
      );
    } catch (error) {
      if (error instanceof TooMany)
        return {
          ...none('Too many requests', 'Too many pages were opened from your network. Try again in a moment.', 429),
          retryAfter: error.retryAfter,
        };
      const later = none('This page can’t be shown right now', 'The server is busy. Try again in a moment.', 503);
      return { ...later, retryAfter: '30' };
    }
  };
}

class TooMany extends Error {
  readonly retryAfter: string;
  constructor(retryAfter: string) {
    super('Who asks has asked as often as anybody may.');
    this.retryAfter = retryAfter;
  }
}

const INDEX =
  'Households that ask for a mover, by the state they move from. Buy their contacts one by one, with no subscription.';
const nameOf = ({ city, state, name }: Place): string => (city === null ? name : `${city}, ${state}`);

function description(place: Place): string {
  const asked = `${count(place.asked, 'household', 'households')} in ${nameOf(place)} asked for a mover in the last 30 days.`;
  return place.for_sale > 0
    ? `${asked} ${count(place.for_sale, 'lead is', 'leads are')} for sale now, from ${showMoney(place.price_from!)}. Pay once by card and get the contacts right away.`
    : `${asked} No lead is for sale right now; get new ones by email.`;
}

function index(states: States): Html {
  const open = states.filter((one) => one.count > 0);
  return html`<h1 class="text-lg font-semibold">Moving leads by state</h1><p class="mt-1 text-gray-600">${INDEX}</p>
${open.length === 0 && html`<p class="mt-4">No lead is for sale right now. <a class="link" href="${hrefs.market.subscribe()}">Get new leads by email</a></p>`}
<ul class="mt-4 flex flex-wrap gap-2">${open.map((one) => html`<li><a class="btn" href="${hrefs.market.places(slugOf(one.name))}">${one.name} <span class="font-normal text-gray-500 tabular-nums">${showWhole(one.count)}</span></a></li>`)}</ul>`;
}

function placeMain(place: Place, title: string, now: number): Html {
  const { state, name, city, for_sale, asked, price_from, destinations, cities, leads } = place;
  const filter = { states: state, ...(city === null ? {} : { cities: `${state}:${city}` }) };
  const others = city === null ? cities : cities.filter((one) => one.city !== city && one.for_sale > 0).slice(0, 30);
  const section = (label: string, content: Html) =>
    html`<section class="mt-6"><h2 class="mb-1.5 font-medium">${label}</h2>${content}</section>`;
  return html`<nav aria-label="Breadcrumb" class="mb-4 text-gray-600"><a class="link" href="${hrefs.market.places()}">All states</a>${city !== null && html` / <a class="link" href="${hrefs.market.places(slugOf(name))}">${name}</a>`}</nav>
<h1 class="text-lg font-semibold">${title}</h1>
<p class="mt-1 text-gray-600">${count(asked, 'household', 'households')} in ${nameOf(place)} asked for a mover in the last 30 days. ${for_sale > 0 ? `${count(for_sale, 'lead is', 'leads are')} for sale now, from ${showMoney(price_from!)} each.` : 'No lead is for sale right now.'}</p>
<p class="mt-4 flex flex-wrap gap-2">${for_sale > 0 && html`<a class="btn btn-primary" href="${hrefs.market.leads(filter)}">See ${count(for_sale, 'lead', 'leads')}</a>`}<a class="btn" href="${hrefs.market.subscribe(filter)}">Get new leads by email</a></p>
${leads.length > 0 && section(`Newest leads from ${nameOf(place)}`, html`<ul class="-mx-4 sm:-mx-6">${leads.map((lead) => row(leadOf(lead), now, false))}</ul>`)}
${destinations.length > 0 && section('Where they move', html`<ul class="flex flex-wrap gap-2">${destinations.map((one) => html`<li><a class="btn" href="${hrefs.market.leads({ ...filter, to_states: one.state })}">${one.name} <span class="font-normal text-gray-500 tabular-nums">${showWhole(one.count)}</span></a></li>`)}</ul>`)}
${section(
  'How it works',
  html`<ul class="list-disc space-y-1 pl-4 text-gray-600"><li>Each lead is a household that asked for a mover. You see route, date, and size before you buy; name and contact after.</li><li>You pay once by card. There is no subscription.</li><li>Wrong number or email, already hired or moved, not moving? Report the lead within ${REPORT_DAYS} days. We refund 1 of every ${REFUND_ONE_OF} leads you bought in the last ${REFUND_DAYS} days right away, up to ${REFUND_MOST}, and any report that we or the household confirm; a person reviews the others.</li></ul>`,
)}
${
  others.length > 0 &&
  section(
    city === null ? `Cities in ${name}` : `Other cities in ${name}`,
    html`<ul class="flex flex-wrap gap-2">${others.map((one) => html`<li><a class="btn" href="${hrefs.market.places(slugOf(name), slugOf(one.city))}">${one.city} <span class="font-normal text-gray-500 tabular-nums">${showWhole(one.for_sale)}</span></a></li>`)}</ul>`,
  )
}`;
}

/** Breadcrumbs as structured data (schema.org). */
function crumbs(place: Place, origin: string): object {
  const slug = slugOf(place.name);
  const all = [
    { name: 'Moving leads by state', url: hrefs.market.places() },
    { name: place.name, url: hrefs.market.places(slug) },
    ...(place.city === null ? [] : [{ name: place.city, url: hrefs.market.places(slug, slugOf(place.city)) }]),
  ];
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: all.map(({ name, url }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: origin + url,
    })),
  };
}

const frame = (mark: string, main: Html): Html =>
  html`<body><div class="flex min-h-dvh flex-col bg-white">
<header class="border-b border-gray-200"><div class="mx-auto flex min-h-14 w-full max-w-page items-center justify-between gap-4 px-4 sm:px-6">
<a href="${hrefs.market.leads()}" class="rounded-sm"><span class="flex items-center gap-2 font-semibold whitespace-nowrap text-gray-900"><img src="${mark}" alt="" width="24" height="24" class="size-6">Lead Platform</span></a>
<nav aria-label="Marketplace"><a href="${hrefs.market.leads()}" class="rounded-sm font-medium text-gray-600 hover:text-gray-900">Leads</a></nav>
</div></header>
<main class="mx-auto w-full max-w-page flex-1 px-4 py-6 sm:px-6">${main}</main>
<footer class="px-4 py-6"><p class="flex flex-wrap justify-center gap-4 text-gray-600"><a class="link" href="${hrefs.privacyPolicy()}">Privacy policy</a><a class="link" href="${hrefs.termsOfService()}">Terms of service</a></p></footer>
</div></body>`;
