import { showWhole } from '#src/machines/amount/amounts.ts';
import { readShopFilters, type ShopFilters, shopQuery, shopTitle } from '#src/machines/marketplace/shop-filters.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { routeText } from '#src/views/ui/move-words.ts';
import { type Html, html, jsonScript } from './html.ts';
import type { ShopAnswer } from './shop-answer.ts';

/** What search engines and link previews show of public pages. */
const pages: Record<string, { title: string; description: string }> = {
  '/auth/lead-portal/login': {
    title: 'Sign in',
    description: 'Movers sign in here to the households that look for a mover in their cities and states.',
  },
  '/auth/agent-portal/login': {
    title: 'Sign in',
    description: 'Agents of the brokerage sign in here.',
  },
  '/auth/load-board/login': {
    title: 'Sign in',
    description: 'Carriers sign in here to loads, bids and jobs.',
  },
  '/auth/lead-portal/signup': {
    title: 'Sign up as a mover',
    description: 'Get the households that look for a mover in your cities and states: free to try, cancel at any time.',
  },
  '/auth/load-board/signup': {
    title: 'Sign up as a carrier',
    description: 'Bid on household goods loads near you. Signing up is free.',
  },
  '/email/marketplace-subscribe': {
    title: 'New leads by email',
    description: 'Choose your states and get an email when households there look for a mover. Unsubscribe at any time.',
  },
  '/privacy-policy': {
    title: 'Privacy policy',
    description: 'What is kept about you here, why, for how long, and what you can ask for.',
  },
  '/terms-of-service': {
    title: 'Terms of service',
    description: 'What holds between you and the brokerage when you use this platform.',
  },
};

/** The head of a public page; null for all others, which must not be indexed. @param path without its query */
export function headOf(path: string, publicUrl: string): Html | null {
  const page = pages[path.replace(/(.)\/+$/, '$1')];
  return page ? head(page.title, page.description, publicUrl + path.replace(/(.)\/+$/, '$1')) : null;
}

/** The head of the shop. Filters beyond a single place do not make another page for search engines. */
export function shopHead(filters: ShopFilters, publicUrl: string, answer: ShopAnswer | null): Html {
  const { states, cities } = filters;
  const isPlace = states.length === 1 && cities.length <= 1;
  const own = isPlace ? shopQuery({ ...readShopFilters(''), states, cities }) : {};
  const title = shopTitle(filters);
  const canonical = publicUrl + hrefs.market.leads(own);
  const count = answer && answer.total > 0 ? `${showWhole(answer.total)} ` : '';
  const description = `${title}: ${count}households that look for a mover, with route, size and date. See the price of each, pay once by card and get the contacts at once.`;
  return html`${head(title, description, canonical)}${answer && answer.leads.length > 0 && jsonScript(structured(title, canonical, answer), { type: 'application/ld+json' })}`;
}

export function head(title: string, description: string, canonical: string): Html {
  return html`<title>${title} · Lead Platform</title><meta name="description" content="${description}"><link rel="canonical" href="${canonical}"><meta property="og:type" content="website"><meta property="og:site_name" content="Lead Platform"><meta property="og:title" content="${title}"><meta property="og:description" content="${description}"><meta property="og:url" content="${canonical}">`;
}

/** Structured data (schema.org) for a list of things for sale. */
function structured(name: string, url: string, { leads, total }: ShopAnswer): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    name,
    url,
    numberOfItems: total,
    itemListElement: leads.slice(0, 20).map((lead, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      item: {
        '@type': 'Service',
        name: `Moving lead: ${routeText(lead)}`,
        serviceType: 'Moving lead',
        areaServed: { '@type': 'City', name: `${lead.origin.city}, ${lead.origin.state}` },
        offers: {
          '@type': 'Offer',
          price: (lead.price / 100).toFixed(2),
          priceCurrency: 'USD',
          availability: lead.sharesLeft === 1 ? 'https://schema.org/LimitedAvailability' : 'https://schema.org/InStock',
          url,
        },
      },
    })),
  };
}
