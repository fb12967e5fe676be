import { showMoney } from '#src/machines/amount/amounts.ts';
import { Field } from '#src/views/ui/field.tsx';
import { Input } from '#src/views/ui/input.tsx';
import type { Override } from './estimate-pricing.ts';

interface OverrideFieldsProps {
  overrides: readonly Override[];
  /** By line code. */
  reasons: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, string>>;
  onChange: (reasons: Record<string, string>) => void;
}

/** Asks why lines differ from the tariff. */
export function OverrideFields({ overrides, reasons, errors, onChange }: OverrideFieldsProps) {
  if (overrides.length === 0) return null;
  return (
    <fieldset className="rounded-lg border border-gray-200 px-3 py-2.5">
      <legend className="px-1 font-medium text-gray-700">Price differs from the tariff</legend>
      <div className="space-y-3">
        {overrides.map(({ code, description, tariff, now }) => (
          <Field
            key={code}
            id={`estimate-reason-${code}`}
            label={`Why is “${description}” ${now === null ? 'left out' : showMoney(now)}?`}
            help={`The tariff says ${showMoney(tariff)}. The reason stays in the activity; the client never sees it.`}
            error={errors[`estimate-reason-${code}`]}
          >
            <Input
              value={reasons[code] ?? ''}
              maxLength={500}
              onChange={(event) => onChange({ ...reasons, [code]: event.currentTarget.value })}
            />
          </Field>
        ))}
      </div>
    </fieldset>
  );
}
