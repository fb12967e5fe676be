import { PhoneInput } from '#src/views/ui/phone-input.tsx';
import { Select } from '#src/views/ui/select.tsx';
import { Suggestions } from '#src/views/ui/suggestions.tsx';
import { ZONES } from './lead-draft.ts';
import { LeadField, LeadText } from './lead-field.tsx';

/** "Eastern Time" for America/Detroit, which is not one of the usual zones. */
const zoneName = (zone: string) =>
  new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longGeneric' })
    .formatToParts(0)
    .find(({ type }) => type === 'timeZoneName')?.value ?? zone;

export function ClientFields() {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <LeadText name="client.name" label="Name" maxLength={120} isFirst className="sm:col-span-2" />
      <LeadText name="client.email" label="Email" optional type="email" maxLength={254} />
      <LeadField name="client.phone" label="Phone" optional help="Enter a phone number or an email address.">
        {({ value, onChange, onBlur }) => (
          <PhoneInput autoComplete="off" extensionIn="the notes" value={value} onChange={onChange} onBlur={onBlur} />
        )}
      </LeadField>
      <LeadField name="client.zone" label="Time zone" help="For times in emails to the client.">
        {({ value, onChange }) => (
          <Select
            options={ZONES.some((zone) => zone.value === value) ? ZONES : [...ZONES, { value, label: zoneName(value) }]}
            value={value}
            onChange={onChange}
          />
        )}
      </LeadField>
      <LeadText name="source" label="Source" optional maxLength={80} list="lead-sources" />
      <Suggestions id="lead-sources" values={['Phone', 'Website', 'Referral', 'Repeat client', 'Email', 'Partner']} />
    </div>
  );
}
