import { showPhone } from '#src/machines/phone/phone.ts';
import type { Brokerage } from '#src/machines/settings/brokerage.ts';
import { restOfDeposit } from '#src/api/agent-lead/ledger.balance.ts';
import { longDate } from '#src/api/mail/letter.ts';
import { showMoney, showNumber } from '#src/machines/amount/amounts.ts';
import { dateIn } from '#src/machines/calendar/days.ts';
import type { Block, RenderedDocument } from './document.ts';
import { brokerageFacts, inventoryBlocks, isHousehold, route, stopsTable } from './move-blocks.ts';
import type { MoveRow } from './move-blocks.ts';
import { BUILT_IN, renderTemplate } from './template.ts';
import type { Template } from './template.ts';
import type { RowOf } from '#src/api/database/tables.ts';

type EstimateOf = Pick<
  RowOf<'estimate'>,
  'number' | 'kind' | 'lines' | 'broker_fee' | 'deposit' | 'total' | 'valid_until'
>;

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

/**
 * The agreement with the client: we arrange the move, and an authorized carrier performs it. `paid` is what the client
 * had paid by then, for an earlier agreement that was reopened.
 */
export function renderBrokerShipper(
  given: { brokerage: Brokerage; lead: MoveRow; estimate: EstimateOf; paid?: number; now: Date },
  template: Template = BUILT_IN['broker-shipper'],
): RenderedDocument {
  const { brokerage, lead, estimate, paid = 0, now } = given;
  const { total } = estimate;
  const deposit = restOfDeposit(estimate.deposit, paid);
  const isListed = (lead.inventory as unknown[]).length > 0;
  return renderTemplate('broker-shipper', template, {
    subtitle: `${lead.reference} · ${route(lead)}`,
    values: {
      'date of the agreement': longDate(dateIn(brokerage.zone, now)),
      'broker name': brokerage.name,
      'client name': lead.client_name,
      'client e-mail': lead.client_email,
      'client telephone': lead.client_phone && showPhone(lead.client_phone),
      goods: isHousehold(lead) ? 'household goods' : 'goods',
      total: showMoney(total),
      'most at delivery': showMoney(Math.round(total * 1.1)),
      // Services are listed in the table of charges; goods only if an inventory was taken.
      'what is priced': isListed
        ? 'the services and the goods listed'
        : 'the services listed and the move described above',
      'estimate number': String(estimate.number),
      'estimate kind': ESTIMATE_KINDS[estimate.kind].says,
      'last day of the price': longDate(estimate.valid_until),
      deposit: showMoney(deposit),
      balance: showMoney(Math.max(0, total - paid - deposit)),
      received: showMoney(paid),
    },
    blocks: {
      broker: brokerageFacts(brokerage),
      stops: stopsTable(lead, { withStreets: true }),
      inventory: inventoryBlocks(lead),
      charges: priceTable(estimate),
    },
    holds: [
      ...(isHousehold(lead) ? ['household'] : []),
      ...(lead.is_interstate ? ['interstate'] : []),
      ...(isListed ? ['listed'] : []),
      ...(lead.client_phone ? ['client telephone'] : []),
      ...(estimate.deposit > 0 || paid > 0 ? ['deposit'] : []),
      ...(paid > 0 ? ['received'] : []),
      ESTIMATE_KINDS[estimate.kind].condition,
    ],
  });
}

const ESTIMATE_KINDS = {
  binding: { says: 'binding', condition: 'binding' },
  'non-binding': { says: 'non-binding', condition: 'non-binding' },
  'not-to-exceed': { says: 'binding, not to exceed', condition: 'capped' },
} as const;

export function priceTable(estimate: EstimateOf): Block {
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
