import { BROKERAGE_NAMES, type Brokerage } from '#src/machines/settings/brokerage.ts';
import { Field } from '#src/views/ui/field.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { Select } from '#src/views/ui/select.tsx';

/** The time zones of brokerages in the United States. */
const ZONES: Record<string, string> = {
  'America/New_York': 'Eastern (New York)',
  'America/Chicago': 'Central (Chicago)',
  'America/Denver': 'Mountain (Denver)',
  'America/Phoenix': 'Mountain, no daylight saving (Phoenix)',
  'America/Los_Angeles': 'Pacific (Los Angeles)',
  'America/Anchorage': 'Alaska (Anchorage)',
  'Pacific/Honolulu': 'Hawaii (Honolulu)',
};

const HELP: Partial<Record<keyof Brokerage, string>> = {
  name: 'As registered with the FMCSA. Agreements are made in this name.',
  address: 'On one line. Commercial email must include it.',
  phone: 'The number clients and carriers call.',
  email: 'Emails are sent from it, so the mail server must accept it as a sender.',
  zone: 'Days begin and end in this time zone.',
};

const COMPLETE: Partial<Record<keyof Brokerage, string>> = {
  name: 'organization',
  phone: 'tel',
  email: 'email',
  address: 'street-address',
};

interface BrokerageFieldsProps {
  values: Brokerage;
  onChange: (part: Partial<Brokerage>) => void;
  of: (field: keyof Brokerage) => { id: string; error: string | undefined };
}

export function BrokerageFields({ values, onChange, of }: BrokerageFieldsProps) {
  const zones = { ...(values.zone && !(values.zone in ZONES) ? { [values.zone]: values.zone } : {}), ...ZONES };
  const text = (field: Exclude<keyof Brokerage, 'zone'>, type = 'text') => (
    <Field label={BROKERAGE_NAMES[field]} help={HELP[field]} {...of(field)}>
      <Input
        type={type}
        maxLength={200}
        autoComplete={COMPLETE[field] ?? 'off'}
        value={values[field]}
        onChange={(event) => onChange({ [field]: event.currentTarget.value })}
      />
    </Field>
  );
  return (
    <>
      {text('name')}
      {text('address')}
      <div className="grid gap-4 sm:grid-cols-2">
        {text('usdot')}
        {text('mc')}
        {text('phone', 'tel')}
        {text('email', 'email')}
      </div>
      <Field label={BROKERAGE_NAMES.zone} help={HELP.zone} {...of('zone')}>
        <Select
          options={Object.entries(zones).map(([value, label]) => ({ value, label }))}
          value={values.zone}
          onChange={(event) => onChange({ zone: event.currentTarget.value })}
        />
      </Field>
    </>
  );
}
