import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef } from 'react';
import { PlacesDocument } from '#src/generated/graphql/graphql.ts';
import { US_STATES } from '#src/machines/place/us-states.ts';
import { Field } from '#src/views/ui/field.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { Select } from '#src/views/ui/select.tsx';
import { ZipInput } from '#src/views/ui/zip-input.tsx';
import { PROFILE_IDS, type ProfileFields } from './profile-draft.ts';

const states = Object.keys(US_STATES).map((value) => ({ value, label: value }));

interface AddressFieldsProps {
  fields: ProfileFields;
  onChange: (part: Partial<ProfileFields>) => void;
  errors: Readonly<Record<string, string>>;
}

/** The company's address. The ZIP fills in city and state. */
export function AddressFields({ fields, onChange, errors }: AddressFieldsProps) {
  const client = useApolloClient();
  const wanted = useRef('');
  // A place lookup must not undo what is typed elsewhere meanwhile.
  const change = useRef(onChange);
  useEffect(() => {
    change.current = onChange;
  });

  async function find(zip: string): Promise<void> {
    wanted.current = zip;
    if (!/^\d{5}$/.test(zip)) return;
    const { data } = await client.query({ query: PlacesDocument, variables: { query: zip } });
    const place = data?.places.find((one) => one.zip === zip);
    // The ZIP may have been changed meanwhile.
    if (place && wanted.current === zip) change.current({ zip, city: place.city, state: place.state });
  }

  return (
    <>
      <Field label="Street address" id={PROFILE_IDS.address} error={errors[PROFILE_IDS.address]}>
        <Input
          autoComplete="street-address"
          maxLength={200}
          value={fields.address}
          onChange={(event) => onChange({ address: event.currentTarget.value })}
        />
      </Field>
      <div className="grid grid-cols-[6rem_1fr_5rem] gap-3">
        <Field label="ZIP" id={PROFILE_IDS.zip} error={errors[PROFILE_IDS.zip]}>
          <ZipInput
            value={fields.zip}
            onChange={(zip) => {
              onChange({ zip });
              // If this fails, the city is typed.
              void find(zip).catch(() => {});
            }}
          />
        </Field>
        <Field label="City" id={PROFILE_IDS.city} error={errors[PROFILE_IDS.city]}>
          <Input
            autoComplete="address-level2"
            maxLength={100}
            value={fields.city}
            onChange={(event) => onChange({ city: event.currentTarget.value })}
          />
        </Field>
        <Field label="State" id={PROFILE_IDS.state} error={errors[PROFILE_IDS.state]}>
          <Select
            autoComplete="address-level1"
            options={states}
            placeholder="–"
            value={fields.state}
            onChange={(event) => onChange({ state: event.currentTarget.value })}
          />
        </Field>
      </div>
    </>
  );
}
