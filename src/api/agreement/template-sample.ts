import type { Brokerage } from '#src/machines/settings/brokerage.ts';
import type { TemplateKind } from '#src/machines/agreement/template-text.ts';
import { USUAL_PAY_DAYS } from '#src/machines/carrier-pay/carrier-pay.ts';
import { addDays, dateIn } from '#src/machines/calendar/days.ts';
import { renderBrokerCarrier } from './broker-carrier.template.ts';
import { renderBrokerShipper } from './broker-shipper.template.ts';
import type { CarrierParty } from './carrier-blocks.ts';
import type { PaperDocument } from './document.ts';
import type { MoveRow } from './move-blocks.ts';
import { renderSpecificJob } from './specific-job.template.ts';

/** An agreement about a fictitious move, to preview a text. */
export function sampleOf(
  kind: TemplateKind,
  source: string,
  { brokerage, now }: { brokerage: Brokerage; now: Date },
): PaperDocument {
  const today = dateIn(brokerage.zone, now);
  const [first, last, delivered] = [14, 17, 28].map((days) => addDays(today, days)) as [string, string, string];
  const template = { name: `${kind}/sample`, source };
  const lead: MoveRow = {
    reference: 'L-00000',
    kind: 'household-interstate',
    client_name: 'Sam Sample',
    client_email: 'sam@sample.example',
    client_phone: '+16145550100',
    stops: [
      {
        role: 'pick-up',
        address: '12 Example Street',
        city: 'Columbus',
        state: 'OH',
        zip: '43215',
        dwelling: 'House',
        stairs: 8,
        earliest: first,
        latest: last,
      },
      {
        role: 'drop-off',
        address: '34 Sample Avenue',
        city: 'Austin',
        state: 'TX',
        zip: '78701',
        dwelling: 'Apartment',
        floor: 3,
        has_elevator: true,
      },
    ],
    origin_city: 'Columbus',
    origin_state: 'OH',
    destination_city: 'Austin',
    destination_state: 'TX',
    move_date: first,
    move_date_last: last,
    delivery_date_last: delivered,
    distance_miles: 1230,
    is_interstate: true,
    move_size: '2 bedrooms',
    inventory: [
      { room: 'Living room', item: 'Sofa', quantity: 1, volume_cuft: 50, weight_lb: 350 },
      { room: 'Living room', item: 'Bookcase', quantity: 2, volume_cuft: 20, weight_lb: 140 },
      { room: 'Bedroom', item: 'Queen bed', quantity: 1, volume_cuft: 65, weight_lb: 455 },
    ],
    volume_cuft: 155,
    weight_lb: 1085,
    packing: 'partial',
    storage_days: 0,
    special_items: null,
  };
  const carrier: CarrierParty = {
    legal_name: 'Sample Carrier LLC',
    usdot: '1234567',
    docket_number: 'MC-123456',
    contact_name: 'Casey Carrier',
    address: '56 Depot Road',
    city: 'Dayton',
    state: 'OH',
    zip: '45402',
    equipment: ['26 ft box truck'],
    service_states: ['OH', 'TX'],
  };
  switch (kind) {
    case 'broker-shipper':
      return renderBrokerShipper(
        {
          brokerage,
          lead,
          estimate: {
            number: 1,
            kind: 'binding',
            lines: [{ description: 'Line haul', unit: 'cwt', quantity: 11, rate: 18_000, amount: 198_000 }],
            broker_fee: 40_000,
            deposit: 40_000,
            total: 238_000,
            valid_until: addDays(today, 30),
          },
          now,
        },
        template,
      ).document;
    case 'broker-carrier':
      return renderBrokerCarrier({ brokerage, carrier, now }, template).document;
    case 'specific-job':
      return renderSpecificJob(
        { brokerage, lead, carrier, amount: 160_000, startDate: first, payDays: USUAL_PAY_DAYS, now },
        template,
      ).document;
  }
}
