import { useApolloClient } from '@apollo/client/react';
import { type FormEvent, useState } from 'react';
import { PlaceLookupDocument } from '#src/generated/graphql/graphql.ts';
import { US_STATES } from '#src/machines/place/us-states.ts';
import { ChoiceChips } from '#src/views/ui/choice-chips.tsx';
import { Combobox, type ComboboxOption } from '#src/views/ui/combobox.tsx';
import { DateInput } from '#src/views/ui/date-input.tsx';
import { FormDialog } from '#src/views/ui/form-dialog.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { NumberInput } from '#src/views/ui/number-input.tsx';
import { Select } from '#src/views/ui/select.tsx';
import type { LoadFilters } from './load-filters.ts';

/** Filters that need input beyond the options of their menu. */
export type Asked = 'pick-up' | 'states' | 'drop-off' | 'dates' | 'size' | 'distance';

interface LoadFilterDialogProps {
  asked: Asked;
  filters: LoadFilters;
  onChange: (part: LoadFilters) => void;
  onClose: () => void;
}

const TITLES: Record<Asked, string> = {
  'pick-up': 'Pick-up near a place',
  states: 'Pick-up in several states',
  'drop-off': 'Drop-off near a place',
  dates: 'Pick-up between two days',
  size: 'Size of the load',
  distance: 'Distance of the move',
};
const RADII = [25, 50, 100, 150, 250, 500];

export default function LoadFilterDialog({ asked, filters, onChange, onClose }: LoadFilterDialogProps) {
  const [part, setPart] = useState<LoadFilters>(() => startOf(asked, filters));
  const change = (more: LoadFilters) => setPart((before) => ({ ...before, ...more }));
  const problem = problemOf(part);
  const [isTried, setTried] = useState(false);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (problem) return setTried(true);
    onChange(part);
    onClose();
  }
  const shown = { part, change, error: isTried ? problem : null };
  return (
    <FormDialog size="sm" title={TITLES[asked]} onClose={onClose} verb="Show loads" onSubmit={submit}>
      {asked === 'pick-up' && <Around {...shown} place="near" radius="radius" />}
      {asked === 'states' && <States {...shown} />}
      {asked === 'drop-off' && <Around {...shown} place="dropNear" radius="dropRadius" />}
      {asked === 'dates' && <Days {...shown} />}
      {asked === 'size' && <Range {...shown} least="lbMin" most="lbMax" unit="lb" />}
      {asked === 'distance' && <Range {...shown} least="miMin" most="miMax" unit="miles" />}
    </FormDialog>
  );
}

interface PartProps {
  part: LoadFilters;
  change: (more: LoadFilters) => void;
  error: string | null;
}

function Around({
  part,
  change,
  place,
  radius,
}: PartProps & { place: 'near' | 'dropNear'; radius: 'radius' | 'dropRadius' }) {
  const client = useApolloClient();
  const chosen = part[place];
  async function search(text: string): Promise<ComboboxOption[]> {
    if (text.trim().length < 2) return [];
    const { data } = await client.query({ query: PlaceLookupDocument, variables: { query: text.trim() } });
    return (data?.places ?? []).map(({ city, state, zip }) =>
      zip
        ? { id: zip, label: zip, hint: `${city}, ${state}` }
        : { id: `${city}, ${state}`, label: `${city}, ${state}` },
    );
  }
  return (
    <>
      <Field label="Place" help="City or ZIP code. Leave empty for your base.">
        <Combobox
          value={chosen ? { id: chosen, label: chosen } : null}
          onChange={(option) => change({ [place]: option?.id })}
          search={search}
          placeholder="e.g. Columbus, OH or 43215"
          hint="Type a city, or all five digits of a ZIP code."
          emptyText="No place found. Try another spelling, or all five digits of a ZIP code."
          unmatched="Choose a place from the list."
        />
      </Field>
      <Field label="Within">
        <Select
          value={String(part[radius])}
          onChange={(event) => change({ [radius]: Number(event.currentTarget.value) })}
          options={[...new Set([...RADII, part[radius]!])]
            .sort((a, b) => a - b)
            .map((miles) => ({ value: String(miles), label: `${miles} miles` }))}
        />
      </Field>
    </>
  );
}

function States({ part, change }: PartProps) {
  const chosen = part.from?.split(',') ?? [];
  return (
    <ChoiceChips
      label="States"
      options={Object.entries(US_STATES).map(([value, name]) => ({ value, label: value, name }))}
      chosen={chosen}
      onToggle={(code) => {
        const codes = chosen.includes(code) ? chosen.filter((one) => one !== code) : [...chosen, code].sort();
        change({ from: codes.join(',') || undefined });
      }}
    />
  );
}

function Days({ part, change, error }: PartProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="From" error={error}>
        <DateInput value={part.after ?? null} onChange={(after) => change({ after: after ?? undefined })} />
      </Field>
      <Field label="To">
        <DateInput value={part.before ?? null} onChange={(before) => change({ before: before ?? undefined })} />
      </Field>
    </div>
  );
}

function Range({
  part,
  change,
  error,
  least,
  most,
  unit,
}: PartProps & { least: 'lbMin' | 'miMin'; most: 'lbMax' | 'miMax'; unit: string }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={`At least, ${unit}`} error={error}>
        <NumberInput value={part[least] ?? null} onChange={(value) => change({ [least]: value ?? undefined })} />
      </Field>
      <Field label={`At most, ${unit}`}>
        <NumberInput value={part[most] ?? null} onChange={(value) => change({ [most]: value ?? undefined })} />
      </Field>
    </div>
  );
}

/** The part of the filters that this dialog sets, including what it replaces. */
function startOf(
  asked: Asked,
  { from, near, radius, dropNear, dropRadius, after, before, lbMin, lbMax, miMin, miMax }: LoadFilters,
): LoadFilters {
  if (asked === 'pick-up') return { from: undefined, box: undefined, near, radius: radius ?? 100 };
  if (asked === 'states') return { from, near: undefined, radius: undefined, box: undefined };
  if (asked === 'drop-off') return { to: undefined, dropNear, dropRadius: dropRadius ?? 100 };
  if (asked === 'dates') return { after, before };
  return asked === 'size' ? { lbMin, lbMax } : { miMin, miMax };
}

function problemOf({ after, before, lbMin, lbMax, miMin, miMax }: LoadFilters): string | null {
  if (after && before && after > before) return 'The first day is after the last one.';
  const [least, most] = [lbMin ?? miMin, lbMax ?? miMax];
  if (least !== undefined && most !== undefined && least > most) return 'This is more than the maximum.';
  if ((miMin ?? 0) > 9999 || (miMax ?? 0) > 9999 || (lbMin ?? 0) > 999_999 || (lbMax ?? 0) > 999_999)
    return 'Enter a smaller number.';
  return null;
}
