import { dateIn } from '#src/machines/calendar/days.ts';
import { showMinimum } from '#src/machines/carrier/compliance.ts';
import type { Brokerage } from '#src/machines/settings/brokerage.ts';
import { longDate } from '#src/api/mail/letter.ts';
import { carrierFacts } from './carrier-blocks.ts';
import type { CarrierParty } from './carrier-blocks.ts';
import type { RenderedDocument } from './document.ts';
import { brokerageFacts } from './move-blocks.ts';
import { BUILT_IN, renderTemplate } from './template.ts';
import type { Template } from './template.ts';

/** The frame agreement with a carrier, signed once, before its first bid. */
export function renderBrokerCarrier(
  given: { brokerage: Brokerage; carrier: CarrierParty; now: Date },
  template: Template = BUILT_IN['broker-carrier'],
): RenderedDocument {
  const { brokerage, carrier, now } = given;
  const equipment = carrier.equipment.join(', ');
  const states = carrier.service_states.join(', ');
  return renderTemplate('broker-carrier', template, {
    subtitle: `${carrier.legal_name} · USDOT ${carrier.usdot}`,
    values: {
      'date of the agreement': longDate(dateIn(brokerage.zone, now)),
      'broker name': brokerage.name,
      equipment,
      'service area': states,
      'auto liability': showMinimum('liability'),
      'cargo insurance': showMinimum('cargo'),
    },
    blocks: { broker: brokerageFacts(brokerage), carrier: carrierFacts(carrier) },
    holds: [...(equipment ? ['equipment'] : []), ...(states ? ['service area'] : [])],
  });
}
