import { Checkbox } from '#src/views/ui/checkbox.tsx';
import { NumberInput } from '#src/views/ui/number-input.tsx';
import { Select } from '#src/views/ui/select.tsx';
import { useFormContext } from 'react-hook-form';
import type { LeadDraft } from './lead-draft.ts';
import { LeadField, LeadText } from './lead-field.tsx';

const DWELLINGS = ['House', 'Apartment', 'Townhouse', 'Condo', 'Storage unit', 'Office', 'Warehouse'];

/** Street and access of a stop; a native element, so that find-in-page can expand it. */
export function StopAccess({ index, isAgreed }: { index: number; isAgreed: boolean }) {
  const { formState } = useFormContext<LeadDraft>();
  const at = `stops.${index}` as const;
  return (
    <details className="group">
      <summary className="w-fit rounded-sm text-gray-600 hover:text-gray-900">Street and access</summary>
      <div className="mt-3 grid grid-cols-2 gap-3">
        {/* A street that is still missing can be added. */}
        <fieldset disabled={isAgreed && Boolean(formState.defaultValues?.stops?.[index]?.address)} className="contents">
          <LeadText name={`${at}.address`} label="Street" optional maxLength={200} className="col-span-2" />
        </fieldset>
        <LeadField name={`${at}.dwelling`} label="Dwelling" optional>
          {({ value, onChange }) => (
            <Select
              placeholder="Not known"
              options={(DWELLINGS.includes(value) || value === '' ? DWELLINGS : [...DWELLINGS, value]).map((label) => ({
                value: label,
                label,
              }))}
              value={value}
              onChange={onChange}
            />
          )}
        </LeadField>
        <LeadField name={`${at}.floor`} label="Floor" optional>
          {({ value, onChange }) => <NumberInput value={value} unsigned={false} maxLength={3} onChange={onChange} />}
        </LeadField>
        <LeadField name={`${at}.stairs`} label="Steps" optional>
          {({ value, onChange }) => <NumberInput value={value} maxLength={3} onChange={onChange} />}
        </LeadField>
        <LeadField name={`${at}.longCarryFt`} label="Long carry" optional>
          {({ value, onChange }) => <NumberInput value={value} maxLength={5} after="ft" onChange={onChange} />}
        </LeadField>
        <LeadField
          name={`${at}.hasElevator`}
          label={`Elevator at stop ${index + 1}`}
          labelHidden
          className="col-span-2"
        >
          {({ value, onChange }) => (
            <Checkbox
              label="There is an elevator"
              checked={value === true}
              onChange={(event) => onChange(event.currentTarget.checked || null)}
            />
          )}
        </LeadField>
        <LeadField
          name={`${at}.needsShuttle`}
          label={`Shuttle truck at stop ${index + 1}`}
          labelHidden
          className="col-span-2"
        >
          {({ value, onChange }) => (
            <Checkbox
              label="A large truck can’t get there: a shuttle truck is needed"
              checked={value === true}
              onChange={(event) => onChange(event.currentTarget.checked || null)}
            />
          )}
        </LeadField>
        <LeadText name={`${at}.note`} label="Note for the crew" optional maxLength={1000} className="col-span-2" />
      </div>
    </details>
  );
}
