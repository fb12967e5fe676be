import { useState } from 'react';
import { priceFromSheet } from '#src/machines/carrier/pricing-sheet.ts';
import type { ReadSheet } from '#src/machines/carrier/sheet-text.ts';
import { Field } from '#src/views/ui/field.tsx';
import { Money } from '#src/views/ui/money.tsx';
import { NumberInput } from '#src/views/ui/number-input.tsx';

/** The price of a sample move by the sheet as edited, saved or not, with the calculation. */
export function SheetPreview({ sheet: { rows, ratio } }: { sheet: ReadSheet }) {
  const [miles, setMiles] = useState<number | null>(750);
  const [pounds, setPounds] = useState<number | null>(6000);
  const { price, steps } = priceFromSheet(rows, ratio, { miles, weightLb: pounds });
  // An unreadable cell produces no price.
  const isReadable = price === null || !Number.isNaN(price);
  return (
    <div className="space-y-3">
      <div className="grid grid-cols-2 gap-4">
        <Field id="sample-miles" label="Distance">
          <NumberInput value={miles} onChange={setMiles} maxLength={7} after="mi" />
        </Field>
        <Field id="sample-pounds" label="Weight">
          <NumberInput value={pounds} onChange={setPounds} maxLength={9} after="lb" />
        </Field>
      </div>
      <div role="status">
        <p className="text-lg font-semibold">
          {isReadable ? <Money cents={price} /> : <span className="text-gray-500">—</span>}
        </p>
        <ul className="text-gray-600">
          {isReadable ? (
            steps.map((line) => <li key={line}>{line}</li>)
          ) : (
            <li>Correct the rate for this move to see its price.</li>
          )}
        </ul>
      </div>
    </div>
  );
}
