import type { Brokerage } from '#src/machines/settings/brokerage.ts';
import { longDate } from '#src/api/mail/letter.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { dateIn } from '#src/machines/calendar/days.ts';
import { carrierFacts } from './carrier-blocks.ts';
import type { CarrierParty } from './carrier-blocks.ts';
import type { RenderedDocument } from './document.ts';
import { brokerageFacts, inventoryBlocks, isHousehold, route, stopsTable, windowOf } from './move-blocks.ts';
import type { MoveRow } from './move-blocks.ts';
import { BUILT_IN, renderTemplate } from './template.ts';
import type { Template } from './template.ts';

/**
 * The agreement with the awarded carrier about one job. It names neither the client nor a street: the carrier receives
 * them when it signs, so a carrier that declines has learned nothing.
 */
export function renderSpecificJob(
  given: {
    brokerage: Brokerage;
    lead: MoveRow;
    carrier: CarrierParty;
    /** Cents. */
    amount: number;
    startDate: string | null;
    payDays: number;
    now: Date;
  },
  template: Template = BUILT_IN['specific-job'],
): RenderedDocument {
  const { brokerage, lead, carrier, amount, startDate, payDays, now } = given;
  return renderTemplate('specific-job', template, {
    subtitle: `${lead.reference} · ${route(lead)}`,
    values: {
      'date of the agreement': longDate(dateIn(brokerage.zone, now)),
      'broker name': brokerage.name,
      load: lead.reference,
      'start date': startDate ? longDate(startDate) : null,
      'pick-up dates': windowOf(lead.move_date, lead.move_date_last),
      'last day of delivery': lead.delivery_date_last
        ? longDate(lead.delivery_date_last)
        : 'As agreed with us in writing',
      pay: showMoney(amount),
      'pay days': payDays === 1 ? '1 day' : `${payDays} days`,
    },
    blocks: {
      broker: brokerageFacts(brokerage),
      carrier: carrierFacts(carrier),
      stops: stopsTable(lead, { withStreets: false }),
      inventory: inventoryBlocks(lead),
    },
    holds: isHousehold(lead) ? ['household'] : [],
  });
}
