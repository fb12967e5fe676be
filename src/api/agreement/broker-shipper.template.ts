import type { Brokerage } from '#src/machines/settings/brokerage.ts';
import { longDate } from '#src/api/mail/letter.ts';
import { showMoney, showNumber } from '#src/machines/amount/amounts.ts';
import { dateIn } from '#src/machines/calendar/days.ts';
import { blank, facts, heading, list, paragraph, rendered } from './document.ts';
import type { Block, RenderedDocument } from './document.ts';
import { brokerageFacts, inventoryBlocks, isHousehold, phoneText, route, stopsTable } from './move-blocks.ts';
import type { MoveRow } from './move-blocks.ts';
import type { RowOf } from '#src/api/database/tables.ts';

/** Raise with every change of a word: signed agreements name the version that they were made from. */
export const BROKER_SHIPPER_VERSION = 'broker-shipper/2';

interface Line {
  description: string;
  unit: string;
  quantity: number;
  rate: number;
  amount: number;
}

const UNITS: Record<string, string> = {
  cwt: 'per 100 lb',
  cuft: 'per cubic foot',
  hour: 'per hour',
  mile: 'per mile',
  each: 'each',
  day: 'per day',
  flat: 'flat',
};

/** The agreement with the client: we arrange the move, an authorized carrier does it. */
export function renderBrokerShipper(given: {
  brokerage: Brokerage;
  lead: MoveRow;
  estimate: RowOf<'estimate'>;
  now: Date;
}): RenderedDocument {
  const { brokerage, lead, estimate, now } = given;
  const goods = isHousehold(lead) ? 'household goods' : 'goods';
  return rendered({
    title: 'Moving services agreement',
    subtitle: `${lead.reference} · ${route(lead)}`,
    templateVersion: BROKER_SHIPPER_VERSION,
    blocks: [
      paragraph([
        'This agreement is made on ',
        blank('date of the agreement', longDate(dateIn(brokerage.zone, now))),
        ' between the broker and the client named below. “We” and “us” mean the broker; “you” means the client.',
      ]),
      brokerageFacts(brokerage),
      facts(
        ['Client', [blank('client name', lead.client_name)]],
        ['E-mail', [blank('client e-mail', lead.client_email)]],
        lead.client_phone ? ['Telephone', phoneText(lead.client_phone)] : null,
      ),
      heading('1. What we do'),
      paragraph([
        `${brokerage.name} is a property broker registered with the Federal Motor Carrier Safety Administration. `,
        { strong: 'We are not a motor carrier.' },
        ` We do not transport ${goods}, own trucks or employ drivers. We arrange your move with a motor carrier that holds its own operating authority and insurance, and we tell you its name and USDOT number before pick-up.`,
      ]),
      heading('2. The move'),
      stopsTable(lead, { withStreets: true }),
      ...inventoryBlocks(lead),
      paragraph(
        `${hasList(lead) ? 'The list above' : 'What is said above of the move'} is what the price is based on. Tell us at once when something is added, left out or changed: the carrier may ask for a new written estimate before it loads.`,
      ),
      heading('3. Price'),
      paragraph(priceWords(estimate, lead)),
      priceTable(estimate),
      facts(
        ['Estimate', `No. ${estimate.number}, ${ESTIMATE_KINDS[estimate.kind].toLowerCase()}`],
        ['Price valid until', [blank('last day of the price', longDate(estimate.valid_until))]],
      ),
      heading('4. Deposit and payment'),
      ...paymentBlocks(estimate),
      heading('5. Liability and valuation'),
      ...valuationBlocks(lead),
      heading('6. Loss, damage and claims'),
      paragraph(
        'Note every loss and damage on the delivery receipt when you can. You have nine months from the delivery to file a written claim with the carrier. The carrier must acknowledge it within 30 days and pay, decline or make an offer within 120 days. Tell us too: we help you with the claim, and we give you the carrier’s insurance details. A claim against the carrier is not a claim against us, except for our own fault.',
      ),
      ...(lead.is_interstate
        ? [
            paragraph(
              'Carriers that move household goods between states must offer neutral arbitration of claims. Your carrier gives you the details of its program before you sign its order for service.',
            ),
          ]
        : []),
      heading('7. Changes and cancellation'),
      list(
        'You may cancel without charge, and we refund the whole deposit, until midnight of the third business day after you sign.',
        'After that you may cancel up to seven days before the first pick-up day; we then keep the broker fee and refund the rest of the deposit.',
        'Later than seven days before the first pick-up day the deposit is not refunded, unless the carrier fails to come within the pick-up dates.',
        'If we cannot place your move with a compliant carrier, we cancel and refund everything that you have paid.',
        'A change of dates is free when a carrier is available on the new dates; we confirm it in writing.',
      ),
      heading('8. Your part'),
      list(
        'Give complete and true information about the goods and about access at every stop.',
        'Be there, or send somebody who may sign for you, at pick-up and delivery.',
        'Keep money, jewelry, medicine, documents and other irreplaceable things with you.',
        'Do not hand over explosives, gas cylinders, flammable liquids, other hazardous materials, live animals or perishable food.',
      ),
      heading('9. What you have received'),
      paragraph(
        isHousehold(lead)
          ? 'Before you sign, you can read the FMCSA publications “Your Rights and Responsibilities When You Move” and “Ready to Move?” at www.fmcsa.dot.gov/protect-your-move. We use only carriers that hold the required authority, and we keep a list of them that you may ask for.'
          : 'We use only carriers that hold the required authority, and we keep a list of them that you may ask for.',
      ),
      heading('10. Electronic records'),
      paragraph(
        'You may sign on paper or electronically, with the same effect. When you sign electronically, we keep the signed document with a record of when and how it was signed, and send you a copy by e-mail. You may ask for a paper copy at no charge and may withdraw your consent for later documents by writing to us.',
      ),
      heading('11. Law and general terms'),
      paragraph(
        `Federal law governs ${lead.is_interstate ? 'this interstate move' : 'this agreement where it applies'}; otherwise the law of the state of our address above governs. Nothing in this agreement takes away a right that federal or state law gives you. If a part of it is not valid, the rest stays in force. This document is the whole agreement between you and us; a change needs the written consent of both.`,
      ),
    ],
  });
}

const ESTIMATE_KINDS = {
  binding: 'Binding',
  'non-binding': 'Non-binding',
  'not-to-exceed': 'Binding, not to exceed',
} as const;

const hasList = (lead: MoveRow): boolean => (lead.inventory as unknown[]).length > 0;
/** The services stand in the table of charges; goods only where a list of them was taken. */
const whatIsPriced = (lead: MoveRow): string =>
  hasList(lead) ? 'the services and the goods listed' : 'the services listed and the move described above';

function priceWords(estimate: RowOf<'estimate'>, lead: MoveRow) {
  const total = { strong: showMoney(estimate.total) };
  if (estimate.kind === 'binding')
    return [
      'This is a ',
      { strong: 'binding' },
      ' estimate. You pay ',
      total,
      ` for ${whatIsPriced(lead)}, whatever the shipment weighs.`,
    ];
  if (estimate.kind === 'not-to-exceed') {
    return [
      'This is a ',
      { strong: 'not-to-exceed' },
      ' estimate. You pay for the actual weight and services, and never more than ',
      total,
      ` for ${whatIsPriced(lead)}.`,
    ];
  }
  const cap = lead.is_interstate
    ? ` At delivery the carrier may not ask for more than 110 percent of it, that is ${showMoney(Math.round(estimate.total * 1.1))}; any rest is billed after 30 days.`
    : '';
  return [
    'This is a ',
    { strong: 'non-binding' },
    ' estimate. We expect the move to cost ',
    total,
    `; the final price follows from the actual weight and services.${cap}`,
  ];
}

function priceTable(estimate: RowOf<'estimate'>): Block {
  const lines = estimate.lines as Line[];
  return {
    type: 'table',
    caption: 'Services and charges',
    columns: [
      { label: 'Service', share: 0.46 },
      { label: 'Quantity', share: 0.14, isNumber: true },
      { label: 'Rate', share: 0.24, isNumber: true },
      { label: 'Amount', share: 0.16, isNumber: true },
    ],
    rows: [
      ...lines.map((line) => [
        line.description,
        showNumber(line.quantity),
        `${showMoney(line.rate)} ${UNITS[line.unit] ?? line.unit}`,
        showMoney(line.amount),
      ]),
      ...(estimate.broker_fee > 0
        ? [['Broker fee', '1', `${showMoney(estimate.broker_fee)} flat`, showMoney(estimate.broker_fee)]]
        : []),
    ],
    totals: [[[{ strong: 'Total' }], '', '', [{ strong: showMoney(estimate.total) }]]],
  };
}

function paymentBlocks({ total, deposit }: RowOf<'estimate'>): Block[] {
  return [
    deposit > 0
      ? facts(
          ['Deposit, due when you sign', showMoney(deposit)],
          ['Balance, due at delivery', showMoney(total - deposit)],
        )
      : facts(['Deposit', 'None'], ['Due at delivery', showMoney(total)]),
    paragraph(
      `You may pay by card, bank transfer, cashier’s check or money order.${deposit > 0 ? ' We hold the deposit until the carrier has picked up your goods.' : ''} The carrier may not ask for more than this agreement, its own order for service and the law allow.`,
    ),
  ];
}

function valuationBlocks(lead: MoveRow): Block[] {
  if (!isHousehold(lead)) {
    return [
      paragraph(
        'The carrier is liable for loss and damage of the goods under its bill of lading and under 49 U.S.C. 14706 where that applies. Tell us the value of the shipment in writing if it is above $100,000, so that we choose a carrier with enough cargo insurance.',
      ),
    ];
  }
  return [
    paragraph(
      'The carrier, not the broker, is liable for your goods while it has them. Choose one of these levels of liability on the carrier’s order for service before loading:',
    ),
    list(
      [
        { strong: 'Full value protection.' },
        ' The carrier repairs, replaces or pays the current market value of what is lost or damaged. It applies unless you choose otherwise, and the carrier may charge for it.',
      ],
      [
        { strong: 'Released value.' },
        ' No added charge; the carrier pays at most 60 cents per pound for each article, so a 10-pound article is worth at most $6.00.',
      ],
    ),
    paragraph(
      'Neither level is insurance. Tell the carrier in writing about single articles worth more than $100 per pound; otherwise it may limit what it pays for them.',
    ),
  ];
}
