import type { Brokerage } from '#src/machines/settings/brokerage.ts';
import { longDate } from '#src/api/mail/letter.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { dateIn } from '#src/machines/calendar/days.ts';
import { blank, facts, heading, list, paragraph, rendered } from './document.ts';
import type { RenderedDocument } from './document.ts';
import { brokerageFacts, inventoryBlocks, isHousehold, route, stopsTable, windowOf } from './move-blocks.ts';
import type { MoveRow } from './move-blocks.ts';
import { carrierFacts } from './carrier-blocks.ts';
import type { RowOf } from '#src/api/database/tables.ts';

export const SPECIFIC_JOB_VERSION = 'specific-job/1';

/**
 * The agreement with the awarded carrier about one job. It names neither the client nor a street: the carrier gets
 * them on its signature, and a carrier that declines has learned nothing.
 */
export function renderSpecificJob(given: {
  brokerage: Brokerage;
  lead: MoveRow;
  carrier: RowOf<'carrier'>;
  /** Cents. */
  amount: number;
  startDate: string | null;
  now: Date;
}): RenderedDocument {
  const { brokerage, lead, carrier, amount, startDate, now } = given;
  return rendered({
    title: 'Specific job agreement',
    subtitle: `${lead.reference} · ${route(lead)}`,
    templateVersion: SPECIFIC_JOB_VERSION,
    blocks: [
      paragraph([
        'This agreement is made on ',
        blank('date of the agreement', longDate(dateIn(brokerage.zone, now))),
        ' between the broker and the carrier named below, under the broker-carrier agreement that both have signed. “We” and “us” mean the broker; “you” means the carrier.',
      ]),
      brokerageFacts(brokerage),
      carrierFacts(carrier),
      heading('1. The job'),
      facts(
        ['Load', lead.reference],
        ['Start', [blank('start date', startDate ? longDate(startDate) : null)]],
        ['Pick-up dates', [blank('pick-up dates', windowOf(lead.move_date, lead.move_date_last))]],
        [
          'Delivery no later than',
          lead.delivery_date_last ? longDate(lead.delivery_date_last) : 'As agreed with us in writing',
        ],
      ),
      stopsTable(lead, { withStreets: false }),
      ...inventoryBlocks(lead),
      paragraph(
        'Full street addresses and the client’s name and contact are released to you as soon as you sign this agreement. You use them for this job only.',
      ),
      heading('2. Your pay'),
      paragraph([
        'We pay you ',
        { strong: showMoney(amount) },
        ' for the whole job. The amount is all-inclusive: line haul, fuel, tolls, labor, equipment and every service listed above. We pay within 15 days of receiving the signed delivery receipt and the completion-of-work statement.',
      ]),
      paragraph(
        'You may not ask the client for any payment beyond what we have confirmed in writing. Extra services at the site need our written consent before the work; otherwise they are not paid.',
      ),
      heading('3. How the job is done'),
      list(
        'You do the job with your own trucks, equipment and trained crew, under your own operating authority. You do not broker, assign or subcontract it.',
        'You call the client at least 24 hours before arrival, and us at once when you are delayed or the shipment differs from the list above.',
        isHousehold(lead)
          ? 'You issue the order for service, the inventory and the bill of lading that 49 CFR part 375 or state law requires, in your own name.'
          : 'You issue the bill of lading in your own name.',
        'Within two days of the delivery you send us the signed delivery receipt and the completion-of-work statement.',
      ),
      heading('4. Authority and insurance'),
      paragraph(
        'You confirm that your operating authority is active, and that your auto liability and cargo insurance stay in force until the delivery is complete. Tell us at once of any change, suspension or cancellation; we may then withdraw the job without any charge.',
      ),
      heading('5. Loss, damage and claims'),
      paragraph(
        'You are liable to the client for loss, damage and delay as a motor carrier under 49 U.S.C. 14706 or, inside one state, under the law of that state. You handle claims within the times of 49 CFR part 370 and keep us informed. You hold us harmless from claims that arise from your work, except where we are at fault.',
      ),
      heading('6. The client is ours'),
      paragraph(
        'You do not solicit this client for other moves for 12 months, and you keep the client’s information and the pay under this agreement confidential.',
      ),
      heading('7. If you cannot do the job'),
      paragraph(
        'You may decline before you sign. After that, tell us in writing at least 72 hours before the start date; if you withdraw later or do not come, you bear the reasonable added cost of another carrier. If the client cancels before you have left for the pick-up, we owe you nothing; after that we pay your proven cost of the trip.',
      ),
      heading('8. Electronic records, law and order of documents'),
      paragraph(
        'This agreement may be signed electronically, with the same effect as on paper; you receive a sealed copy. The broker-carrier agreement fills what is not said here; where the two differ, this agreement decides for this job. Federal law governs, and otherwise the law of the state of our address above.',
      ),
    ],
  });
}
