import { useState } from 'react';
import { priceMove } from '#src/machines/tariff/price-move.ts';
import type { Tariff } from '#src/machines/tariff/tariff.ts';
import { DateInput } from '#src/views/ui/date-input.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { Money } from '#src/views/ui/money.tsx';
import { NumberInput } from '#src/views/ui/number-input.tsx';

/** A sample move with its price, line by line. */
export function TryTariff({ tariff }: { tariff: Tariff }) {
  const [miles, setMiles] = useState<number | null>(750);
  const [pounds, setPounds] = useState<number | null>(6000);
  const [day, setDay] = useState<string | null>(null);
  const { lines, broker_fee, total, deposit, missing, notes } = priceMove(tariff, {
    distance_miles: miles,
    weight_lb: pounds,
    volume_cuft: pounds === null ? null : Math.round(pounds / 7),
    move_size: null,
    move_date: day,
    packing: 'none',
    storage_days: 0,
    stops: [],
    shuttles: 0,
  });
  const isReadable = !Number.isNaN(total) && !Number.isNaN(deposit);
  return (
    <div className="space-y-3">
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        <Field id="try-miles" label="Distance">
          <NumberInput value={miles} onChange={setMiles} maxLength={7} after="mi" />
        </Field>
        <Field id="try-pounds" label="Weight">
          <NumberInput value={pounds} onChange={setPounds} maxLength={9} after="lb" />
        </Field>
        <Field id="try-day" label="Pick-up" optional>
          <DateInput value={day} onChange={setDay} />
        </Field>
      </div>
      <div role="status">
        {!isReadable && <p className="text-gray-600">Fill in what is missing above to see the price.</p>}
        {isReadable && missing.map((sentence) => <p key={sentence}>{sentence}</p>)}
        {isReadable && missing.length === 0 && (
          <>
            <ul className="divide-y divide-gray-100">
              {lines.map(({ code, description, amount, how }) => (
                <li key={code} className="flex justify-between gap-4 py-1.5">
                  <span className="min-w-0">
                    {description} <span className="text-gray-500 wrap-anywhere">{how}</span>
                  </span>
                  <Money cents={amount} />
                </li>
              ))}
              <li className="flex justify-between gap-4 py-1.5">
                Broker fee <Money cents={broker_fee} />
              </li>
              <li className="flex justify-between gap-4 py-1.5 font-semibold">
                Total <Money cents={total} />
              </li>
              <li className="flex justify-between gap-4 py-1.5 text-gray-600">
                Deposit, part of the total <Money cents={deposit} />
              </li>
            </ul>
            {notes.map((note) => (
              <p key={note} className="mt-1 text-gray-500">
                {note}
              </p>
            ))}
          </>
        )}
      </div>
    </div>
  );
}
