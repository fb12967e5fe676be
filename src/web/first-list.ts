import { showMoney } from '#src/machines/amount/amounts.ts';
import { type ShopFilters, shopQuery, shopLine, shopTitle } from '#src/machines/marketplace/shop-filters.ts';
import { relativeTime } from '#src/views/ui/dates.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { factsText, moveDateText, routeText, verifiedText } from '#src/views/ui/move-words.ts';
import { type Html, html } from './html.ts';
import type { FirstLead, ShopAnswer } from './shop-answer.ts';

/**
 * The shop before the application has loaded: the same texts in the same places (views/pages/marketplace), as links
 * that also work without it.
 *
 * @param mark the address of the product's logo
 */
export function firstList({ leads, total, places }: ShopAnswer, filters: ShopFilters, mark: string, now: number): Html {
  const chip = (name: string) =>
    html`<span class="flex h-7 items-center gap-1 rounded-full border border-dashed border-gray-300 pr-2.5 pl-2 text-gray-600 pointer-coarse:h-10">+ ${name}</span>`;
  const shopHref = (part: Partial<ShopFilters>) => hrefs.market.leads(shopQuery({ ...filters, ...part }));
  return html`<div class="flex min-h-dvh flex-col bg-white">
<header class="border-b border-gray-200"><div class="mx-auto flex min-h-14 w-full max-w-page items-center justify-between gap-4 px-4 sm:px-6">
<a href="${hrefs.market.leads()}" class="rounded-sm"><span class="flex items-center gap-2 font-semibold whitespace-nowrap text-gray-900"><img src="${mark}" alt="" width="24" height="24" class="size-6">Lead Platform</span></a>
<div class="flex items-center gap-4"><nav aria-label="Marketplace" class="flex gap-4"><a href="${hrefs.market.leads()}" class="rounded-sm font-medium text-gray-600 hover:text-gray-900 max-sm:hidden">Leads</a><a href="${hrefs.market.orders()}" class="rounded-sm font-medium text-gray-600 hover:text-gray-900">Orders</a></nav><span class="btn btn-sm">Cart</span></div>
</div></header>
<main class="mx-auto w-full max-w-page flex-1 px-4 py-6 sm:px-6">
<header class="flex flex-wrap items-start gap-x-4 gap-y-3 pb-4"><div class="min-w-0 flex-1 basis-48"><h1 class="min-w-0 text-lg font-semibold tracking-tight wrap-anywhere">${shopTitle(filters)}</h1><div class="mt-1 text-gray-600"><p>${shopLine(total)}</p></div></div></header>
<div class="flex flex-wrap items-center gap-1.5 py-3">${['From', 'To', 'Move date', 'Size', 'Distance', 'Quality'].map(chip)}</div>
<div class="grid gap-x-6 border-t border-gray-200 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
<div class="-mx-4 sm:-mx-6">${leads.length > 0 ? html`<div class="border-b border-gray-100 px-4 py-2.5 sm:px-6"><span class="btn btn-sm">Add all ${leads.length} shown</span></div>` : null}<ul aria-label="Leads for sale">${leads.map((lead) => row(lead, now))}</ul></div>
<section aria-label="Map" class="pt-3"><div class="hidden lg:block"><span class="bone block aspect-[8/5] w-full"></span><p class="py-2 text-xs text-gray-600">Circles mark city centers, not homes, and show how many leads are there.</p></div>
<nav aria-label="Leads by state and city" class="space-y-4 py-3">${places
    .filter(({ state }) => filters.states.includes(state))
    .map(
      ({ state, name, cities }) =>
        html`<div><h2 class="mb-1.5 font-medium">Cities in ${name}</h2><ul class="flex flex-wrap gap-1.5">${cities.map(({ city, count }) => placeLink(shopHref({ states: [state], cities: [`${state}:${city}`] }), city, count))}</ul></div>`,
    )}
<p><a href="${hrefs.market.places()}" class="link">Leads by state</a></p>
<details${filters.states.length === 0 ? html` open` : null}><summary class="font-medium">All states with leads (${places.filter(({ count }) => count > 0).length})</summary><ul class="mt-2 flex flex-wrap gap-1.5">${places
    .filter(({ count }) => count > 0)
    .map(({ state, name, count }) =>
      placeLink(shopHref({ states: [state], cities: [] }), name, count),
    )}</ul></details></nav></section>
</div></main></div>`;
}

export function row(lead: FirstLead, now: number, button = true): Html {
  return html`<li class="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-gray-100 px-4 py-2.5 sm:px-6"><div class="min-w-0 flex-1 max-sm:basis-full"><p class="truncate font-medium">${routeText(lead)}</p><p class="text-xs text-gray-500">${factsText(lead)}${verifiedText(lead) && html` · <span class="text-primary-700">${verifiedText(lead)}</span>`}</p></div>
<div class="w-44 max-sm:flex-1"><p>${moveDateText({ ...lead, isFlexible: false })}</p><p class="text-xs text-gray-500">${lead.isFlexible && lead.moveDate ? 'Flexible · requested' : 'Requested'} <time datetime="${lead.receivedAt}" class="whitespace-nowrap">${relativeTime(lead.receivedAt, now)}</time></p></div>
<div class="text-right"><p class="font-medium"><data value="${lead.price}" class="whitespace-nowrap">${showMoney(lead.price)}</data></p><p class="text-xs ${lead.sharesLeft === 1 ? 'text-amber-700' : 'text-gray-500'}">${lead.sharesLeft} of ${lead.shares} left</p></div>
${button && html`<span class="btn btn-sm w-20">Add</span>`}</li>`;
}

const placeLink = (href: string, name: string, count: number): Html =>
  html`<li><a href="${href}" class="btn btn-sm">${name} <span class="font-normal text-gray-500 tabular-nums">${count}</span></a></li>`;
