import { useApolloClient } from '@apollo/client/react';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { PlacesDocument, type StopRole } from '#src/generated/graphql/graphql.ts';
import { DateInput } from '#src/views/ui/date-input.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { Select } from '#src/views/ui/select.tsx';
import { US_STATES } from '#src/machines/place/us-states.ts';
import { ZipInput } from '#src/views/ui/zip-input.tsx';
import type { LeadDraft } from './lead-draft.ts';
import { LeadField } from './lead-field.tsx';
import { StopAccess } from './stop-access.tsx';

const ROLES: { value: StopRole; label: string }[] = [
  { value: 'pick_up', label: 'Pick-up' },
  { value: 'drop_off', label: 'Drop-off' },
  { value: 'extra', label: 'Extra stop' },
];
const states = Object.keys(US_STATES).map((value) => ({ value, label: value }));

/** One stop. Its ZIP fills in city and state; access details are collapsible. */
export function StopFields({ index, isAgreed, tools }: { index: number; isAgreed: boolean; tools: ReactNode }) {
  const client = useApolloClient();
  const { getFieldState, getValues, setValue } = useFormContext<LeadDraft>();
  const at = `stops.${index}` as const;

  async function fill(zip: string): Promise<void> {
    if (!/^\d{5}$/.test(zip)) return;
    const { data } = await client.query({ query: PlacesDocument, variables: { query: zip } });
    const place = data?.places.find((one) => one.zip === zip);
    // The ZIP may have been changed meanwhile.
    if (!place || getValues(`${at}.zip`) !== zip) return;
    setValue(`${at}.city`, place.city, { shouldDirty: true, shouldValidate: true });
    setValue(`${at}.state`, place.state, { shouldDirty: true, shouldValidate: true });
  }

  /** "austin tx" was typed in a hurry, and stands in the client's papers. */
  async function spell(): Promise<void> {
    const { city, state } = getValues(at);
    const typed = city.trim().toLowerCase();
    if (typed === '' || !getFieldState(`${at}.city`).isDirty) return;
    const { data } = await client.query({ query: PlacesDocument, variables: { query: `${typed} ${state}`.trim() } });
    const place = data?.places.find(
      (one) =>
        (one.state === state && one.city.toLowerCase() === typed) ||
        (state === '' && `${one.city} ${one.state}`.toLowerCase() === typed),
    );
    if (!place || getValues(`${at}.city`) !== city) return;
    setValue(`${at}.city`, place.city, { shouldDirty: true, shouldValidate: true });
    if (state === '') setValue(`${at}.state`, place.state, { shouldDirty: true, shouldValidate: true });
  }

  return (
    <div className="space-y-3">
      <fieldset disabled={isAgreed} className="min-w-0 space-y-3">
        <div className="flex items-center gap-2">
          <span
            className="grid size-5 shrink-0 place-items-center rounded-full bg-gray-100 text-xs font-medium text-gray-600"
            aria-hidden
          >
            {index + 1}
          </span>
          <LeadField name={`${at}.role`} label={`Role of stop ${index + 1}`} labelHidden className="flex-1 max-w-40">
            {({ value, onChange }) => <Select options={ROLES} value={value} onChange={onChange} />}
          </LeadField>
          {!isAgreed && <div className="ml-auto flex">{tools}</div>}
        </div>
        <div className="grid grid-cols-[6rem_1fr_5rem] gap-3">
          <LeadField name={`${at}.zip`} label="ZIP" optional brief={(zip) => (zip === '' ? 'ZIP or city' : '5 digits')}>
            {({ value, onChange, onBlur }) => (
              <ZipInput
                value={value}
                onBlur={onBlur}
                onChange={(zip) => {
                  onChange(zip);
                  // If this fails, the city is typed.
                  void fill(zip).catch(() => {});
                }}
              />
            )}
          </LeadField>
          <LeadField name={`${at}.city`} label="City" brief={() => 'Required'}>
            {({ value, onChange, onBlur }) => (
              <Input
                maxLength={100}
                autoComplete="off"
                value={value}
                onBlur={() => {
                  onBlur();
                  // If this fails, the city stays as typed.
                  void spell().catch(() => {});
                }}
                onChange={(event) => {
                  // "Austin, TX" contains the state, too; without a ZIP, the center of the city is used.
                  const [, city, state] = /^(.+?),\s*([a-z]{2})$/i.exec(event.currentTarget.value) ?? [];
                  if (city && state && state.toUpperCase() in US_STATES) {
                    onChange(city);
                    setValue(`${at}.state`, state.toUpperCase(), { shouldDirty: true, shouldValidate: true });
                  } else onChange(event);
                }}
              />
            )}
          </LeadField>
          <LeadField name={`${at}.state`} label="State" brief={() => 'Required'}>
            {({ value, onChange }) => <Select options={states} placeholder="–" value={value} onChange={onChange} />}
          </LeadField>
        </div>
        <div className="grid grid-cols-2 gap-3">
          {(['earliest', 'latest'] as const).map((end) => (
            <LeadField key={end} name={`${at}.${end}`} label={end === 'earliest' ? 'First day' : 'Last day'} optional>
              {({ value, onChange, onBlur }) => <DateInput value={value} onChange={onChange} onBlur={onBlur} />}
            </LeadField>
          ))}
        </div>
      </fieldset>
      <StopAccess index={index} isAgreed={isAgreed} />
    </div>
  );
}
