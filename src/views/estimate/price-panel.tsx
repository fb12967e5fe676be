import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { PriceLeadDocument, type LeadPriceFragment } from '#src/generated/graphql/graphql.ts';
import { showCount, showMoney } from '#src/machines/amount/amounts.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { NumberInput } from '#src/views/ui/number-input.tsx';
import { problemOf } from '#src/views/ui/problem.ts';

interface PricePanelProps {
  leadId: string;
  /** What the tariff said when it priced the draft; null if it did not. */
  priced: { tariffVersion: number; shuttles: number; total: number } | null;
  /** Of the draft, in cents. */
  total: number;
  onPrice: (price: LeadPriceFragment) => void;
}

/** The tariff's price for a lead, applied with one press, and the margin after paying the carrier. */
export function PricePanel({ leadId, priced, total, onPrice }: PricePanelProps) {
  const notify = useNotify();
  const [shuttles, setShuttles] = useState<number | null | undefined>(priced?.shuttles);
  const { data, previousData, error, loading, refetch } = useQuery(PriceLeadDocument, {
    variables: { leadId, shuttles: shuttles === undefined ? undefined : Math.min(shuttles ?? 0, 10) },
    fetchPolicy: 'network-only',
  });
  const price = (data ?? previousData)?.leadPrice;
  const pay = price?.carrierPay;
  const isPriceOld =
    price !== undefined &&
    priced?.tariffVersion === price.tariffVersion &&
    priced.shuttles === price.shuttles &&
    priced.total !== price.total;
  const [asked, setAsked] = useState(false);
  const [isPricing, setIsPricing] = useState(false);
  const missing = price?.missing ?? [];

  /** The move or the tariff may have changed since the form was opened. */
  async function priceNow() {
    setIsPricing(true);
    const now = await refetch().catch(() => null);
    setIsPricing(false);
    if (!now?.data) return notify.failed(null, 'The price could not be loaded. Try again.');
    setAsked(true);
    if (now.data.leadPrice.missing.length === 0) onPrice(now.data.leadPrice);
  }
  return (
    <div className="rounded-lg border border-gray-200 px-3 py-2.5">
      <div className="flex flex-wrap items-end gap-2">
        <Field label="Shuttle trucks" id="estimate-shuttles" optional className="max-w-40">
          <NumberInput
            value={(shuttles === undefined ? price?.shuttles : shuttles) || null}
            maxLength={2}
            onChange={setShuttles}
          />
        </Field>
        <Button disabled={!data || missing.length > 0} busy={isPricing} onClick={() => void priceNow()}>
          {priced ? 'Price it again' : 'Price it'}
        </Button>
      </div>
      <p role="status" className="mt-2 text-gray-600">
        {loading && !price && 'Looking up the price…'}
        {priced && `Priced by tariff version ${priced.tariffVersion}. `}
        {asked && priced && price?.notes.join(' ')}
      </p>
      {isPriceOld && (
        <Callout color="amber" className="mt-2" title="The move has changed since it was priced">
          The tariff said {showMoney(priced.total)} and now says {showMoney(price.total)}. Price it again.
        </Callout>
      )}
      {error && !price && (
        <Callout
          color="amber"
          className="mt-2"
          title={problemOf(error).detail ?? 'The tariff’s price could not be loaded'}
          action={
            <Button size="sm" onClick={() => void refetch().catch(() => {})}>
              Try again
            </Button>
          }
        />
      )}
      {missing.map((sentence) => (
        <p key={sentence} className="mt-2 text-gray-600">
          {sentence}
        </p>
      ))}
      {price && (
        <p className="mt-2 text-gray-600 tabular-nums">
          {pay ? (
            <>
              Expected carrier pay {range(pay.low, pay.high)} ({showCount(pay.sheets, 'pricing sheet')})
              {total > 0 && (
                <>
                  {' '}
                  · <span className="font-medium text-gray-900">margin {range(total - pay.high, total - pay.low)}</span>
                </>
              )}
            </>
          ) : (
            'No compliant carrier nearby has a price for this move.'
          )}
        </p>
      )}
    </div>
  );
}

/** "$900.00–$1,080.00"; for negative amounts, a dash would look like another minus. */
const range = (low: number, high: number): string =>
  low === high ? showMoney(low) : `${showMoney(low)}${low < 0 ? ' to ' : '–'}${showMoney(high)}`;
