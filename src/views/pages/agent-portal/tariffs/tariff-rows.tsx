import { PlusIcon, TrashIcon } from '@heroicons/react/24/outline';
import type { ReactNode } from 'react';
import { Button, IconButton } from '#src/views/ui/button.tsx';
import { drawThenFocus } from '#src/views/ui/draw-then-focus.ts';
import { Field } from '#src/views/ui/field.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { MoneyInput } from '#src/views/ui/money-input.tsx';
import { NumberInput } from '#src/views/ui/number-input.tsx';
import { TARIFF_LIMITS } from '#src/machines/tariff/tariff.ts';
import { type OpenTariff, yearDay } from './tariff-draft.ts';

type Errors = Readonly<Record<string, string>>;
interface RowsProps<T> {
  rows: readonly T[];
  errors: Errors;
  onChange: (rows: T[]) => void;
}

/** The id of a field's control. */
export const tariffId = (field: string) => `tariff-${field.replaceAll('/', '-')}`;

interface RowListProps<T> extends RowsProps<T> {
  /** The display name of a row: "Season". */
  name: string;
  field: 'seasons' | 'volume_rates';
  most: number;
  /** Creates a new row at the end. */
  added: () => T;
  firstField: string;
  children: (row: T, at: string, change: (part: Partial<T>) => void) => ReactNode;
}

function RowList<T>({ rows, onChange, name, field, most, added, firstField, children }: RowListProps<T>) {
  const add = () =>
    drawThenFocus(
      () => onChange([...rows, added()]),
      () => document.getElementById(tariffId(`${field}/${rows.length}/${firstField}`)),
    );
  return (
    <>
      <ul className="space-y-3">
        {rows.map((row, index) => (
          <li key={index} className="flex items-start gap-2">
            <div className="grid min-w-0 flex-1 grid-cols-2 gap-2 sm:grid-cols-4">
              {children(row, `${field}/${index}`, (part) =>
                onChange(rows.map((one, at) => (at === index ? { ...one, ...part } : one))),
              )}
            </div>
            <IconButton
              className="mt-6"
              label={`Remove ${name.toLowerCase()} ${index + 1}`}
              icon={<TrashIcon />}
              onClick={() => onChange(rows.filter((_, at) => at !== index))}
            />
          </li>
        ))}
      </ul>
      <Button size="sm" className="mt-3" icon={<PlusIcon />} disabled={rows.length >= most} onClick={add}>
        Add {name.toLowerCase()}
      </Button>
    </>
  );
}

/** Days of the year on which the line haul costs more or less. */
export function SeasonRows(props: RowsProps<OpenTariff['seasons'][number]>) {
  const { errors } = props;
  return (
    <RowList
      {...props}
      name="Season"
      field="seasons"
      most={TARIFF_LIMITS.seasons}
      firstField="name"
      added={() => ({ name: '', from: '', to: '', percent: null })}
    >
      {(season, at, change) => (
        <>
          <Field label="Name" id={tariffId(`${at}/name`)} error={errors[`${at}/name`]}>
            <Input
              value={season.name}
              maxLength={TARIFF_LIMITS.name}
              onChange={(event) => change({ name: event.currentTarget.value })}
            />
          </Field>
          {(['from', 'to'] as const).map((end) => (
            <Field
              key={end}
              label={end === 'from' ? 'First day' : 'Last day'}
              id={tariffId(`${at}/${end}`)}
              error={errors[`${at}/${end}`]}
            >
              <Input
                value={season[end]}
                maxLength={7}
                autoComplete="off"
                placeholder="MM-DD"
                onChange={(event) => change({ [end]: event.currentTarget.value })}
                onBlur={(event) => change({ [end]: yearDay(event.currentTarget.value) })}
              />
            </Field>
          ))}
          <Field label="Line haul" id={tariffId(`${at}/percent`)} error={errors[`${at}/percent`]}>
            <NumberInput
              value={season.percent}
              fraction={2}
              unsigned={false}
              maxLength={6}
              after="%"
              onChange={(percent) => change({ percent })}
            />
          </Field>
        </>
      )}
    </RowList>
  );
}

/** Line haul by ft³, by distance. */
export function VolumeRows(props: RowsProps<OpenTariff['volume_rates'][number]>) {
  const { rows, errors } = props;
  return (
    <RowList
      {...props}
      name="Distance"
      field="volume_rates"
      most={TARIFF_LIMITS.volumeRates}
      firstField="miles_to"
      added={() => ({ miles_from: rows.at(-1)?.miles_to ?? 0, miles_to: null, rate_per_cuft: null })}
    >
      {(rate, at, change) => (
        <>
          {(['miles_from', 'miles_to'] as const).map((end) => (
            <Field
              key={end}
              label={end === 'miles_from' ? 'From' : 'Below'}
              id={tariffId(`${at}/${end}`)}
              error={errors[`${at}/${end}`]}
            >
              <NumberInput value={rate[end]} maxLength={6} after="mi" onChange={(miles) => change({ [end]: miles })} />
            </Field>
          ))}
          <Field label="Per ft³" id={tariffId(`${at}/rate_per_cuft`)} error={errors[`${at}/rate_per_cuft`]}>
            <MoneyInput value={rate.rate_per_cuft} onChange={(rate_per_cuft) => change({ rate_per_cuft })} />
          </Field>
        </>
      )}
    </RowList>
  );
}
