import { useApolloClient } from '@apollo/client/react';
import {
  ChangeTruckDocument,
  type LoadAlert,
  type LoadChannel,
  PlaceLookupDocument,
  PostTruckDocument,
  type TruckFragment,
} from '#src/generated/graphql/graphql.ts';
import { US_STATES } from '#src/machines/place/us-states.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Combobox, type ComboboxOption } from '#src/views/ui/combobox.tsx';
import { DateInput } from '#src/views/ui/date-input.tsx';
import { today } from '#src/views/ui/dates.ts';
import { Field } from '#src/views/ui/field.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { ALERTS, CHANNELS } from '#src/views/ui/load-alert-words.ts';
import { MergeConflict } from '#src/views/ui/merge-conflict.tsx';
import { mutate } from '#src/views/ui/mutate.ts';
import { NumberInput } from '#src/views/ui/number-input.tsx';
import { Select } from '#src/views/ui/select.tsx';
import { useDraft } from '#src/views/ui/use-draft.ts';
import { isConflict, type Typed, useMergedDraft } from '#src/views/ui/use-merged-draft.ts';
import { useSendKey } from '#src/views/ui/use-send-key.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';

const RADII = [25, 50, 100, 150, 250, 500];
const asOption = (text: string): ComboboxOption => ({ id: text, label: US_STATES[text] ?? text });

const fieldsOf = (truck: TruckFragment | null) => ({
  place: truck?.place ?? null,
  destination: truck?.destination ?? null,
  firstDay: truck?.firstDay ?? null,
  lastDay: truck && truck.lastDay !== truck.firstDay ? truck.lastDay : null,
  radiusMiles: truck?.radiusMiles ?? 150,
  weightLb: truck?.weightLb ?? null,
  note: truck?.note ?? '',
  alert: truck?.alert ?? ('at_once' satisfies LoadAlert),
  channel: truck?.channel ?? ('mail' satisfies LoadChannel),
});
type Fields = ReturnType<typeof fieldsOf>;
type FieldName = keyof Fields;

const NAMES: Record<FieldName, string> = {
  place: 'Empty in',
  destination: 'Wants to go to',
  firstDay: 'From',
  lastDay: 'To',
  radiusMiles: 'Would drive empty',
  weightLb: 'Room for, lb',
  alert: 'New loads that fit',
  channel: 'Tell me',
  note: 'Note for the broker',
};
const inWords = (value: unknown, field: string): string => {
  const option = { alert: ALERTS, channel: CHANNELS }[field]?.find((one) => one.value === value);
  return option?.label ?? (String(value ?? '') || 'nothing');
};

interface TruckFormProps {
  /** The truck to edit, as saved now; null for a new one. */
  truck: TruckFragment | null;
  readAgain: () => void;
  onDone: () => void;
  onCancel: (() => void) | null;
}

/** Where and when a truck is empty, and what it could carry. The draft is kept until it is posted or canceled. */
export function TruckForm({ truck, readAgain, onDone, onCancel }: TruckFormProps) {
  const client = useApolloClient();
  const merged = useMergedDraft(fieldsOf(truck), useDraft<Typed<Fields>>(`truck:${truck?.id ?? 'new'}`));
  const { values, change } = merged;
  const { place, firstDay, lastDay, weightLb } = values;
  const given = {
    ...values,
    place: place ?? '',
    firstDay: firstDay ?? '',
    lastDay: lastDay ?? firstDay ?? '',
    note: values.note.trim() || null,
  };
  const key = useSendKey({ ...given, version: truck?.version });

  async function findPlaces(text: string): Promise<ComboboxOption[]> {
    if (text.trim().length < 2) return [];
    const { data } = await client.query({ query: PlaceLookupDocument, variables: { query: text.trim() } });
    return (data?.places ?? []).map(({ city, state, zip }) =>
      zip ? { id: zip, label: zip, hint: `${city}, ${state}` } : asOption(`${city}, ${state}`),
    );
  }
  async function findDestinations(text: string): Promise<ComboboxOption[]> {
    const typed = text.trim().toLowerCase();
    const states = Object.entries(US_STATES)
      .filter(([code, name]) => typed && (name.toLowerCase().startsWith(typed) || code.toLowerCase() === typed))
      .map(([code]) => ({ ...asOption(code), hint: 'Anywhere in the state' }));
    return [...states, ...(await findPlaces(text))];
  }

  const { busy, attempt, errors, problem, submit } = useSubmit({
    errors: {
      place: !place && 'Choose where the truck is empty.',
      firstDay: !firstDay && 'Choose the day.',
      lastDay: firstDay && lastDay && lastDay < firstDay && 'The last day is before the first one.',
      weightLb: weightLb !== null && (weightLb < 1 || weightLb > 999_999) && 'Enter 1 to 999,999 lb.',
    },
    names: { first_day: 'firstDay', last_day: 'lastDay', weight_lb: 'weightLb' },
    send: () =>
      truck
        ? mutate({ client, key }, ChangeTruckDocument, { id: truck.id, version: truck.version, truck: given })
        : mutate({ client, key }, PostTruckDocument, { truck: given }),
    done() {
      merged.drop();
      onDone();
    },
    fallback: 'Couldn’t save the truck. Try again.',
    refused(error) {
      if (isConflict(error)) readAgain();
      return false;
    },
  });
  return (
    <form noValidate className="space-y-3" onSubmit={(event) => void submit(event)}>
      <MergeConflict
        what="this truck"
        attempt={attempt}
        taken={merged.taken}
        conflicts={merged.conflicts}
        nameOf={(path) => NAMES[path as FieldName]}
        show={inWords}
        onChoose={merged.choose}
      />
      {problem && <Callout color="red" title={problem} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={NAMES.place} error={errors.place}>
          <Combobox
            value={place === null ? null : asOption(place)}
            onChange={(chosen) => change({ place: chosen?.id ?? null })}
            search={findPlaces}
            placeholder="e.g. Columbus, OH or 43215"
            hint="Type a city, or all five digits of a ZIP code."
            emptyText="No place found. Try another spelling, or all five digits of a ZIP code."
            unmatched="Choose a place from the list."
          />
        </Field>
        <Field label={NAMES.destination} optional error={errors.destination}>
          <Combobox
            value={values.destination === null ? null : asOption(values.destination)}
            onChange={(chosen) => change({ destination: chosen?.id ?? null })}
            search={findDestinations}
            placeholder="Anywhere"
            hint="Type a state, a city, or a ZIP code."
            emptyText="No place found. Try another spelling, or all five digits of a ZIP code."
            unmatched="Choose a place from the list."
          />
        </Field>
        <Field label={NAMES.firstDay} error={errors.firstDay}>
          <DateInput value={firstDay} onChange={(day) => change({ firstDay: day })} min={truck ? undefined : today()} />
        </Field>
        <Field label={NAMES.lastDay} optional error={errors.lastDay} help="Leave empty for one day.">
          <DateInput value={lastDay} onChange={(day) => change({ lastDay: day })} min={today()} />
        </Field>
        <Field label={NAMES.radiusMiles}>
          <Select
            value={String(values.radiusMiles)}
            onChange={(event) => change({ radiusMiles: Number(event.currentTarget.value) })}
            options={[...new Set([...RADII, values.radiusMiles])]
              .sort((a, b) => a - b)
              .map((miles) => ({ value: String(miles), label: `Up to ${miles} miles` }))}
          />
        </Field>
        <Field label={NAMES.weightLb} optional error={errors.weightLb}>
          <NumberInput value={weightLb} onChange={(weight) => change({ weightLb: weight })} />
        </Field>
        <Field label={NAMES.alert}>
          <Select
            options={ALERTS}
            value={values.alert}
            onChange={(event) => change({ alert: event.currentTarget.value as LoadAlert })}
          />
        </Field>
        {values.alert !== 'off' && (
          <Field label={NAMES.channel}>
            <Select
              options={CHANNELS}
              value={values.channel}
              onChange={(event) => change({ channel: event.currentTarget.value as LoadChannel })}
            />
          </Field>
        )}
      </div>
      <Field label={NAMES.note} optional error={errors.note}>
        <Input maxLength={300} value={values.note} onChange={(event) => change({ note: event.currentTarget.value })} />
      </Field>
      <div className="flex justify-end gap-2">
        {onCancel && (
          <Button
            onClick={() => {
              merged.drop();
              onCancel();
            }}
          >
            Cancel
          </Button>
        )}
        <Button type="submit" variant="primary" busy={busy} disabled={merged.conflicts.length > 0}>
          {truck ? 'Save truck' : 'Post truck'}
        </Button>
      </div>
    </form>
  );
}
