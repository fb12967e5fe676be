import { TrashIcon } from '@heroicons/react/24/outline';
import { US_STATES } from '#src/machines/place/us-states.ts';
import { hasEnded } from '#src/machines/carrier/license.ts';
import { Badge } from '#src/views/ui/badge.tsx';
import { Button, IconButton } from '#src/views/ui/button.tsx';
import { ChosenFile } from '#src/views/ui/chosen-file.tsx';
import { DateInput } from '#src/views/ui/date-input.tsx';
import { today } from '#src/views/ui/dates.ts';
import { Field } from '#src/views/ui/field.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { Select } from '#src/views/ui/select.tsx';
import { licenseId, type LicenseRow } from './license-draft.ts';

export const LICENSE_KINDS = 'license-kinds';
const states = Object.entries(US_STATES).map(([value, label]) => ({ value, label }));

interface LicenseFieldsProps {
  row: LicenseRow;
  index: number;
  file: File | null;
  progress: number | null;
  errors: Readonly<Record<string, string>>;
  onChange: (part: Partial<LicenseRow>) => void;
  onFile: (file: File | null) => void;
  onRemove: () => void;
}

/** One license of the list. */
export function LicenseFields({ row, index, file, progress, errors, onChange, onFile, onRemove }: LicenseFieldsProps) {
  const wired = (part: Parameters<typeof licenseId>[1]) => ({
    id: licenseId(row.key, part),
    error: errors[licenseId(row.key, part)],
  });
  return (
    <fieldset className="rounded-lg border border-gray-200 p-4">
      <legend className="sr-only">License {index + 1}</legend>
      <div className="mb-2 flex items-center justify-between">
        <p className="font-medium">
          <span aria-hidden>License {index + 1}</span>
          {hasEnded(row.expires, today()) && (
            <>
              {' '}
              <Badge tone="red">Ended</Badge>
            </>
          )}
        </p>
        <IconButton label={`Remove license ${index + 1}`} size="sm" icon={<TrashIcon />} onClick={onRemove} />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Kind" {...wired('kind')}>
          <Input
            list={LICENSE_KINDS}
            autoComplete="off"
            maxLength={100}
            placeholder="e.g. State mover permit"
            value={row.kind}
            onChange={(event) => onChange({ kind: event.currentTarget.value })}
          />
        </Field>
        <Field label="Number" {...wired('number')}>
          <Input
            autoComplete="off"
            maxLength={60}
            value={row.number}
            onChange={(event) => onChange({ number: event.currentTarget.value })}
          />
        </Field>
        <Field label="State" {...wired('state')}>
          <Select
            options={states}
            placeholder="Federal"
            value={row.state}
            onChange={(event) => onChange({ state: event.currentTarget.value })}
          />
        </Field>
        <Field label="Expires" optional {...wired('expires')}>
          <DateInput
            value={row.expires}
            placeholder="e.g. Dec 31, 2027"
            onChange={(expires) => onChange({ expires })}
          />
        </Field>
        <div className="sm:col-span-2">
          {row.url && !file ? (
            <Field label="Copy" {...wired('file')}>
              <div className="flex items-center gap-3">
                <a className="link" href={row.url} download>
                  Download the copy on record
                </a>
                <Button size="sm" variant="ghost" onClick={() => onChange({ url: null })}>
                  Replace
                </Button>
              </div>
            </Field>
          ) : (
            <ChosenFile label="Copy" optional value={file} progress={progress} onChange={onFile} {...wired('file')} />
          )}
        </div>
      </div>
    </fieldset>
  );
}
