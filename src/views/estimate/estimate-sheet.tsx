import type { EstimateSheetFragment } from '#src/generated/graphql/graphql.ts';
import { showMoney, showNumber } from '#src/machines/amount/amounts.ts';
import { showDate } from '#src/views/ui/dates.ts';
import { Money } from '#src/views/ui/money.tsx';
import { UNIT_NAMES } from './estimate-units.ts';

/** What each kind of estimate guarantees, explained for someone who reads one for the first time. */
const PROMISES: Record<EstimateSheetFragment['kind'], [string, (listed: string) => string]> = {
  binding: ['Binding estimate', (listed) => `You pay this price for the ${listed}, whatever the move weighs.`],
  non_binding: [
    'Non-binding estimate',
    () => 'The final price depends on the actual weight and services, and may differ from this one.',
  ],
  not_to_exceed: [
    'Not-to-exceed estimate',
    (listed) => `You never pay more than this price for the ${listed}; if the move weighs less, you pay less.`,
  ],
};

interface EstimateSheetProps {
  estimate: EstimateSheetFragment;
  /** In cents, what the client has paid so far, and the rest of the deposit. */
  paid: number;
  depositOpen: number;
  hasItems: boolean;
}

/** An estimate as its reader sees it: lines, total, and expiration. */
export function EstimateSheet({ estimate, paid, depositOpen, hasItems }: EstimateSheetProps) {
  const [kind, promise] = PROMISES[estimate.kind];
  const subtotal = estimate.lines.reduce((sum, line) => sum + line.amount, 0);
  return (
    <>
      <p className="font-medium">{kind}</p>
      <p className="mt-0.5 mb-6 text-gray-600">{promise(hasItems ? 'items and services listed' : 'services listed')}</p>
      <table className="w-full">
        <caption className="sr-only">Services and prices</caption>
        <thead className="border-b border-gray-300 text-left text-sm text-gray-600">
          <tr>
            <th scope="col" className="py-2 pr-3 font-medium">
              Service
            </th>
            <th scope="col" className="py-2 text-right font-medium">
              Amount
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-gray-100">
          {estimate.lines.map((line, index) => (
            <tr key={index} className="align-top">
              <th scope="row" className="py-2.5 pr-3 text-left font-normal wrap-anywhere">
                {line.description}
                <span className="block text-sm text-gray-600 tabular-nums empty:hidden">{workingOf(line)}</span>
              </th>
              <td className="py-2.5 text-right">
                <Money cents={line.amount} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot className="border-t border-gray-300">
          {estimate.brokerFee > 0 && <Sum name="Services" cents={subtotal} />}
          {estimate.brokerFee > 0 && <Sum name="Broker fee" cents={estimate.brokerFee} />}
          <tr className="text-lg font-semibold">
            <th scope="row" className="py-3 pr-3 text-left">
              Total
            </th>
            <td className="py-3 text-right">
              <Money cents={estimate.total} />
            </td>
          </tr>
          {paid > 0 && <Sum name="Received so far" cents={paid} />}
          {depositOpen > 0 && <Sum name="Deposit, part of the total, due when you sign" cents={depositOpen} />}
        </tfoot>
      </table>
      <p className="mt-4 border-t border-gray-200 pt-3">
        This price is valid until <time dateTime={estimate.validUntil}>{showDate(estimate.validUntil)}</time>.
      </p>
      {estimate.note && <p className="mt-3 whitespace-pre-line text-gray-700 wrap-anywhere">{estimate.note}</p>}
    </>
  );
}

function Sum({ name, cents }: { name: string; cents: number }) {
  return (
    <tr className="text-gray-700">
      <th scope="row" className="py-1.5 pr-3 text-left font-normal">
        {name}
      </th>
      <td className="py-1.5 text-right">
        <Money cents={cents} />
      </td>
    </tr>
  );
}

/** "4 hours × $175.00", so that an amount can be verified; nothing where the amount is all there is. */
export function workingOf({ unit, quantity, rate }: EstimateSheetFragment['lines'][number]): string {
  if (unit === 'flat') return quantity === 1 ? '' : `${showNumber(quantity)} × ${showMoney(rate)}`;
  const isCounted = unit === 'hour' || unit === 'mile' || unit === 'day';
  return `${showNumber(quantity)} ${UNIT_NAMES[unit]}${isCounted && quantity !== 1 ? 's' : ''} × ${showMoney(rate)}`;
}

/** What changed since the version that the reader may remember. */
export function EstimateChanges({ estimate }: { estimate: EstimateSheetFragment }) {
  if (estimate.changes.length === 0) return null;
  return (
    <section aria-labelledby="changes" className="rounded-lg border border-gray-200 bg-white p-4 sm:p-8">
      <h2 id="changes" className="mb-2 font-semibold">
        What changed since the last version
      </h2>
      <dl className="divide-y divide-gray-100">
        {estimate.changes.map(({ what, before, after }) => (
          <div key={what} className="flex flex-wrap justify-between gap-x-4 py-2">
            <dt className="wrap-anywhere">{what}</dt>
            <dd className="text-right tabular-nums">
              {before ? <del className="text-gray-600">{before}</del> : <span className="text-gray-600">new</span>}
              <span aria-hidden> → </span>
              {after ? (
                <ins className="font-medium no-underline">{after}</ins>
              ) : (
                <span className="font-medium">removed</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
