import { useApolloClient } from '@apollo/client/react';
import { type AgentLeadKind, ChoicesDocument, type Packing } from '#src/generated/graphql/graphql.ts';
import { Combobox, type ComboboxOption } from '#src/views/ui/combobox.tsx';
import { NumberInput } from '#src/views/ui/number-input.tsx';
import { Select } from '#src/views/ui/select.tsx';
import { Textarea } from '#src/views/ui/textarea.tsx';
import { Suggestions } from '#src/views/ui/suggestions.tsx';
import { KIND_NAMES, PACKING_NAMES } from '../lead-names.ts';
import { LeadField, LeadText } from './lead-field.tsx';

const optionsOf = <T extends string>(names: Record<T, string>) =>
  (Object.entries(names) as [T, string][]).map(([value, label]) => ({ value, label }));
const SIZES = ['Studio', '1 bedroom', '2 bedrooms', '3 bedrooms', '4 bedrooms', '5 bedrooms', 'A few items', 'Office'];

/**
 * The kind of move. `isNew`: the kind can be derived from the places. `isAgreed`: the client has agreed to what is
 * moved.
 */
export function MoveFields({ isNew, isAgreed }: { isNew: boolean; isAgreed: boolean }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <LeadField name="kind" label="Kind" optional>
        {({ value, onChange }) => (
          <Select
            options={optionsOf<AgentLeadKind>(KIND_NAMES)}
            placeholder={isNew ? 'Based on the stops' : undefined}
            value={value}
            onChange={onChange}
          />
        )}
      </LeadField>
      <fieldset disabled={isAgreed} className="contents">
        <LeadText
          name="moveSize"
          label="Size"
          optional
          maxLength={60}
          list="lead-sizes"
          placeholder="e.g. 3 bedrooms"
        />
        <Suggestions id="lead-sizes" values={SIZES} />
        <LeadField name="packing" label="Packing">
          {({ value, onChange }) => (
            <Select options={optionsOf<Packing>(PACKING_NAMES)} value={value} onChange={onChange} />
          )}
        </LeadField>
        <LeadField name="storageDays" label="Storage" optional>
          {({ value, onChange }) => <NumberInput value={value} maxLength={5} after="days" onChange={onChange} />}
        </LeadField>
        <LeadField
          name="specialItems"
          label="Special items"
          optional
          className="sm:col-span-2"
          help="Piano, safe, artwork, and anything else that needs special care."
        >
          {({ value, onChange, onBlur }) => (
            <Textarea rows={1} maxLength={2000} value={value} onChange={onChange} onBlur={onBlur} />
          )}
        </LeadField>
      </fieldset>
    </div>
  );
}

/** Fields that only agents see. */
export function OfficeFields() {
  const client = useApolloClient();
  async function search(query: string): Promise<ComboboxOption[]> {
    const { data } = await client.query({ query: ChoicesDocument, variables: { list: 'agents', query } });
    return (data?.choices ?? []).map(({ id, label, hint }) => ({ id, label, hint: hint ?? undefined }));
  }
  return (
    <div className="space-y-4">
      <LeadField name="agent" label="Agent" optional>
        {({ value, onChange }) => (
          <Combobox value={value} search={search} placeholder="Unassigned" onChange={onChange} />
        )}
      </LeadField>
      <LeadField name="notes" label="Notes" optional help="Only agents see them.">
        {({ value, onChange, onBlur }) => (
          <Textarea rows={3} maxLength={5000} value={value} onChange={onChange} onBlur={onBlur} />
        )}
      </LeadField>
    </div>
  );
}
