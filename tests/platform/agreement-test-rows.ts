import { sha256 } from '#src/api/database/ids.ts';
import type { AgreementRow } from '#src/api/agreement/agreement.repository.ts';
import type { RenderedDocument } from '#src/api/agreement/document.ts';
import type { MoveRow } from '#src/api/agreement/move-blocks.ts';

/** Rows for tests of documents. */
export const brokerage = {
  name: 'Evergreen Van Lines Brokerage LLC',
  address: '1200 Demo Avenue, Suite 400, Columbus, OH 43215',
  usdot: '3900001',
  mc: 'MC-1400001',
  phone: '+1 614 555 0142',
  email: 'office@demo.test',
  zone: 'America/New_York',
};

export const now = new Date('2026-11-21T15:04:05Z');

const stops = [
  {
    role: 'pick-up',
    address: '4310 Hollow Creek Drive',
    city: 'Austin',
    state: 'TX',
    zip: '78731',
    dwelling: 'House',
    stairs: 12,
    earliest: '2026-12-04',
    latest: '2026-12-07',
  },
  {
    role: 'drop-off',
    address: '1550 Larimer Street',
    city: 'Denver',
    state: 'CO',
    zip: '80202',
    dwelling: 'Apartment',
    floor: 12,
    has_elevator: true,
  },
];

export const lead: MoveRow = {
  reference: 'L-10042',
  kind: 'household-interstate',
  client_name: 'Zoë Muñoz <b>&amp;',
  client_email: 'zoe@mail.example',
  client_phone: '+15125550142',
  stops,
  origin_city: 'Austin',
  origin_state: 'TX',
  destination_city: 'Denver',
  destination_state: 'CO',
  move_date: '2026-12-04',
  move_date_last: '2026-12-07',
  delivery_date_last: '2026-12-18',
  distance_miles: 1024.3,
  is_interstate: true,
  move_size: '3 bedrooms',
  // Enough for a table that spans several pages.
  inventory: Array.from({ length: 120 }, (_, index) => ({
    room: `Room ${Math.floor(index / 3)}`,
    item: `Thing ${index}`,
    quantity: 2,
    volume_cuft: 7.5,
    weight_lb: 52,
  })),
  volume_cuft: 1800,
  weight_lb: 12_480,
  packing: 'partial',
  storage_days: 0,
  special_items: null,
};

export const estimate = {
  id: '',
  lead_id: '',
  number: 2,
  kind: 'binding' as const,
  lines: [{ description: 'Line haul', unit: 'cwt', quantity: 124.8, rate: 5000, amount: 624_000 }],
  broker_fee: 60_000,
  deposit: 100_000,
  total: 684_000,
  valid_until: '2026-12-01',
  note: null,
  sent_at: null,
  opened_at: null,
  asked_at: null,
  accepted_at: null,
  declined_at: null,
  created_by: null,
  tariff_version: null,
  pricing: null,
  version: 1,
  created_at: '',
};

/** A signed agreement with this text. */
export function signed(
  given: RenderedDocument,
  signature: { name: string; kind: 'typed' | 'drawn'; image?: string },
): AgreementRow {
  return {
    id: '0198c3aa-7a10-7c11-9b1e-0d2f34a55b10',
    kind: 'broker-shipper',
    lead_id: null,
    carrier_id: null,
    state: 'signed',
    template_version: given.templateVersion,
    document: JSON.parse(JSON.stringify(given.document)),
    html: given.html,
    document_hash: sha256(given.html),
    open_blanks: [],
    sent_at: '2026-11-21T15:04:05Z',
    opened_at: '2026-11-22T20:10:00Z',
    expires_at: '2026-12-05T15:04:05Z',
    signer_name: signature.name,
    signature: { kind: signature.kind, image: signature.image ?? null },
    signed_at: '2026-11-22T20:14:31Z',
    signer_zone: 'America/Chicago',
    signer_ip: '2001:db8::7334',
    signer_agent: 'Mozilla/5.0',
    consent_text: 'I agree.',
    signed_hash: null,
    file_id: null,
    decline_reason: null,
    declined_at: null,
    version: 3,
    model_version: 1,
    created_at: '2026-11-21T15:04:05Z',
  };
}
