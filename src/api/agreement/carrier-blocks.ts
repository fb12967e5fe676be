import { blank, facts } from './document.ts';
import type { Block } from './document.ts';
import type { RowOf } from '#src/api/database/tables.ts';

/** The fields of a carrier that agreements use. */
export type CarrierParty = Pick<
  RowOf<'carrier'>,
  | 'legal_name'
  | 'usdot'
  | 'docket_number'
  | 'contact_name'
  | 'address'
  | 'city'
  | 'state'
  | 'zip'
  | 'equipment'
  | 'service_states'
>;

/** The carrier as a party of an agreement. */
export function carrierFacts(carrier: CarrierParty): Block {
  const { address, city, state, zip } = carrier;
  const place = [address, city, state, zip].every((part) => part.trim() !== '')
    ? `${address}, ${city}, ${state} ${zip}`
    : null;
  return facts(
    ['Carrier', [blank('legal name of the carrier', carrier.legal_name)]],
    ['Address', [blank('address of the carrier', place)]],
    [
      'Registration',
      [
        'USDOT ',
        blank('USDOT number of the carrier', carrier.usdot),
        carrier.docket_number ? ` · ${carrier.docket_number}` : '',
      ],
    ],
    ['Represented by', [blank('representative of the carrier', carrier.contact_name)]],
  );
}
