import { expect, test } from 'vitest';
import { brokerage, estimate, lead, now } from '#tests/platform/agreement-test-rows.ts';
import { renderBrokerCarrier } from './broker-carrier.template.ts';
import { renderBrokerShipper } from './broker-shipper.template.ts';
import { blank, facts, htmlOf, linesOf, paragraph, rendered } from './document.ts';
import { renderSpecificJob } from './specific-job.template.ts';

const carrier = {
  legal_name: 'Blue Mesa Moving Inc.',
  address: '77 Depot Road',
  city: 'Pueblo',
  state: 'CO',
  zip: '81003',
  usdot: '2201417',
  docket_number: null,
  contact_name: 'Grace Nwosu',
  equipment: ['26 ft truck'],
  service_states: ['CO', 'TX'],
} as never;

const shipper = () => renderBrokerShipper({ brokerage, lead, estimate, now });
const job = (startDate: string | null = '2026-12-05') =>
  renderSpecificJob({ brokerage, lead, carrier, amount: 523_000, startDate, payDays: 15, now });

/** The text that a person reads: markup removed, entities resolved, one entry for each element with text. */
function linesOfHtml(html: string): string[] {
  const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };
  const inline = html.replaceAll(/<\/?(strong|span|mark)\b[^>]*>/g, '');
  return inline
    .split(/<[^>]*>/)
    .map((text) => text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (entity) => entities[entity]!))
    .filter((text) => text !== '');
}

test.each([
  ['broker-shipper', shipper],
  ['specific-job', job],
  ['broker-carrier', () => renderBrokerCarrier({ brokerage, carrier, now })],
])('the HTML of %s says what the pages say, and every blank is filled', (_, render) => {
  const { html, document, openBlanks } = render();
  expect(linesOfHtml(html)).toEqual(linesOf(document).filter((line) => line !== ''));
  expect(openBlanks).toEqual([]);
  expect(html).not.toContain('____');
});

test('the price is for listed goods only where there is a list of them', () => {
  const unlisted = renderBrokerShipper({ brokerage, lead: { ...lead, inventory: [] }, estimate, now }).html;
  expect(shipper().html).toContain('The list above is what the price is based on');
  expect(unlisted).not.toMatch(/list above|goods listed/);
});

test('nothing that a person wrote becomes markup', () => {
  expect(shipper().html).toContain('Zoë Muñoz &lt;b&gt;&amp;amp;');
  expect(shipper().html).not.toContain('<b>');
});

test('a blank without a value is named, shown as a gap, and counted once', () => {
  const document = rendered({
    title: 'Title',
    subtitle: 'Subtitle',
    templateVersion: 'test/1',
    blocks: [
      paragraph(['From ', blank('pick-up dates', null), ' on']),
      facts(['Dates', [blank('pick-up dates', '  ')]], ['Name', [blank('name', 'Ann')]]),
    ],
  });
  expect(document.openBlanks).toEqual(['pick-up dates']);
  expect(document.html).toContain('From <mark data-blank="pick-up dates">____</mark> on');
  expect(htmlOf(document.document)).toBe(document.html);
});

test('a move without dates cannot be signed for', () => {
  const undated = {
    ...lead,
    move_date: null,
    move_date_last: null,
    stops: (lead.stops as object[]).map((stop) => ({ ...stop, earliest: null, latest: null })),
  };
  expect(renderBrokerShipper({ brokerage, lead: undated, estimate, now }).openBlanks).toEqual(['pick-up dates']);
  expect(job(null).openBlanks).toEqual(['start date']);
});

test('the carrier learns neither client nor street before it has signed', () => {
  const text = linesOf(job().document).join('\n');
  for (const secret of ['Muñoz', 'zoe@', '5550142', '(512) 555-0142', 'Hollow Creek', 'Larimer'])
    expect(text).not.toContain(secret);
  expect(text).toContain('Austin, TX 78731');
});
