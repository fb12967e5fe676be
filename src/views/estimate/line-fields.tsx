import { TrashIcon } from '@heroicons/react/24/outline';
import type { EstimateUnit } from '#src/generated/graphql/graphql.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { asCharged } from '#src/machines/estimate/line-amount.ts';
import { Button, IconButton } from '#src/views/ui/button.tsx';
import { cx } from '#src/views/ui/class-names.ts';
import { drawThenFocus } from '#src/views/ui/draw-then-focus.ts';
import { Field } from '#src/views/ui/field.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { MoneyInput } from '#src/views/ui/money-input.tsx';
import { NumberInput } from '#src/views/ui/number-input.tsx';
import { Select } from '#src/views/ui/select.tsx';
import { empty } from './estimate-draft.ts';
import type { Draft, Line } from './estimate-draft.ts';
import { amountsOf, percentLine } from './estimate-pricing.ts';
import { freeCode, UNIT_NAMES, USUAL_LINES } from './estimate-units.ts';

/** The lines of an estimate, with their amounts. */
export function LineFields({ draft, onChange }: { draft: Draft; onChange: (lines: Line[]) => void }) {
  const amounts = amountsOf(draft.lines);
  const changeLine = (index: number, part: Partial<Line>) =>
    onChange(draft.lines.map((line, at) => (at === index ? { ...line, ...part } : line)));
  /** Focuses the first empty field of a standard line, or the description of a custom one. */
  const addLine = (line: Line, field: 'line' | 'quantity' | 'rate' | 'percent') =>
    drawThenFocus(
      () => onChange([...draft.lines, line]),
      () => document.getElementById(`estimate-${field}-${draft.lines.length}`),
    );
  return (
    <fieldset>
      <legend className="mb-2 font-medium text-gray-700">Lines</legend>
      <ul className="space-y-3">
        {draft.lines.map((line, index) => (
          <li
            key={index}
            className={cx(
              'grid grid-cols-2 gap-2 rounded-lg border border-gray-200 p-3 sm:grid-cols-[1fr_6rem_9rem_8rem_2.25rem] sm:border-0 sm:p-0',
              // In columns, the labels of the first line are the headings for those below.
              index > 0 && [draft.lines[0], line].every((one) => one?.percent === undefined) && 'sm:[&_label]:sr-only',
            )}
          >
            <Field label="Description" id={`estimate-line-${index}`} className="max-sm:col-span-2">
              <Input
                value={line.description}
                maxLength={200}
                onChange={(event) => changeLine(index, { description: event.target.value })}
              />
            </Field>
            {line.percent !== undefined ? (
              <>
                <Field label="Percent" id={`estimate-percent-${index}`}>
                  <NumberInput
                    fraction={2}
                    maxLength={6}
                    after="%"
                    value={line.percent}
                    onChange={(percent) => changeLine(index, { percent })}
                  />
                </Field>
                <p className="self-center text-right text-gray-600 tabular-nums sm:col-span-2">
                  {showMoney(amounts[index]!)}
                </p>
              </>
            ) : (
              <>
                <Field label="Quantity" id={`estimate-quantity-${index}`}>
                  <NumberInput
                    fraction={2}
                    value={line.quantity}
                    onChange={(quantity) => changeLine(index, { quantity })}
                  />
                </Field>
                <Field label="Unit">
                  <Select
                    value={line.unit}
                    onChange={(event) => changeLine(index, { unit: event.target.value as EstimateUnit })}
                    options={Object.entries(UNIT_NAMES).map(([value, label]) => ({ value, label }))}
                  />
                </Field>
                <Field label="Rate" id={`estimate-rate-${index}`}>
                  <MoneyInput
                    unsigned={false}
                    value={line.rate}
                    onChange={(rate) => changeLine(index, { rate })}
                    // Not while typing: a sign that appears would move the caret.
                    onBlur={() => {
                      const charged = asCharged({ ...line, rate: line.rate ?? 0 });
                      if (charged.rate < (line.rate ?? 0)) changeLine(index, { rate: charged.rate });
                    }}
                  />
                </Field>
              </>
            )}
            <IconButton
              className="self-end"
              label={`Remove ${line.description || `line ${index + 1}`}`}
              icon={<TrashIcon />}
              onClick={() => onChange(draft.lines.filter((_, at) => at !== index))}
            />
            <LineNote line={line} amount={amounts[index]!} priced={draft.priced} />
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2" id="estimate-add" tabIndex={-1}>
        {USUAL_LINES.filter(({ code }) => !draft.lines.some((line) => line.code === code)).map((line) => (
          <Button
            key={line.code}
            size="sm"
            className="rounded-full"
            onClick={() => addLine(empty(line), line.unit === 'flat' ? 'rate' : 'quantity')}
          >
            + {line.description}
          </Button>
        ))}
        <Button
          size="sm"
          className="rounded-full"
          onClick={() => addLine(percentLine(freeCode(draft.lines)), 'percent')}
        >
          + Percent discount
        </Button>
        <Button
          size="sm"
          className="rounded-full"
          onClick={() =>
            addLine({ code: freeCode(draft.lines), description: '', unit: 'flat', quantity: 1, rate: null }, 'line')
          }
        >
          + Other
        </Button>
      </div>
    </fieldset>
  );
}

/** The amount of a line, and how the tariff arrived at it. */
function LineNote({ line, amount, priced }: { line: Line; amount: number; priced: Draft['priced'] }) {
  const how = priced?.lines.find(({ code, amount: tariff }) => code === line.code && tariff === amount)?.how;
  if (line.percent !== undefined || line.rate === null) return null;
  return (
    <p className="col-span-2 text-xs text-gray-500 tabular-nums sm:col-span-5">
      {showMoney(amount)}
      {how && ` · ${how}`}
    </p>
  );
}
