import { XMarkIcon } from '@heroicons/react/24/outline';
import { Button } from '#src/views/ui/button.tsx';
import { Combobox, type ComboboxOption } from '#src/views/ui/combobox.tsx';
import { Field } from '#src/views/ui/field.tsx';
import type { Search } from '#src/views/ui/use-search-results.ts';

interface ManyFieldProps {
  label: string;
  /** Separated by commas. */
  values: string | undefined;
  nameOf: (value: string) => string;
  search: Search<ComboboxOption>;
  onChange: (values: string | undefined) => void;
}

const MOST = 20;

/** One filter with several values, typed or picked one by one, and removed individually. */
export function ManyField({ label, values, nameOf, search, onChange }: ManyFieldProps) {
  const chosen = values?.split(',') ?? [];
  const others: Search<ComboboxOption> = async (text, signal) =>
    (await search(text, signal)).filter(({ id }) => !chosen.includes(id));
  return (
    <div>
      <Field label={label} help={chosen.length >= MOST ? 'That’s as many as one filter can have.' : undefined}>
        <Combobox
          value={null}
          search={others}
          placeholder={chosen.length > 0 ? 'Add another' : 'Any'}
          disabled={chosen.length >= MOST}
          onChange={(option) => option && onChange([...chosen, option.id].join())}
        />
      </Field>
      {chosen.length > 0 && (
        <div className="mt-2 flex flex-wrap gap-1.5">
          {chosen.map((value) => (
            <Button
              key={value}
              size="sm"
              aria-label={`Remove ${nameOf(value)} from ${label.toLowerCase()}`}
              onClick={() => onChange(chosen.filter((one) => one !== value).join() || undefined)}
            >
              {nameOf(value)}
              <XMarkIcon aria-hidden />
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
