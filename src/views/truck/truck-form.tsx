import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
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
import { mutate } from '#src/views/ui/mutate.ts';
import { NumberInput } from '#src/views/ui/number-input.tsx';
import { Select } from '#src/views/ui/select.tsx';
import { useSendKey } from '#src/views/ui/use-send-key.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';

const RADII = [25, 50, 100, 150, 250, 500];
const asOption = (text: string): ComboboxOption => ({ id: text, label: US_STATES[text] ?? text });

interface TruckFormProps {
  /** The one that is changed; null for a new one. */
  truck: TruckFragment | null;
  onDone: () => void;
  onCancel: (() => void) | null;
}

/** Where a truck is empty and when, and what it would like to carry. */
export function TruckForm({ truck, onDone, onCancel }: TruckFormProps) {
  const client = useApolloClient();
  const [place, setPlace] = useState<ComboboxOption | null>(truck && asOption(truck.place));
  const [destination, setDestination] = useState<ComboboxOption | null>(
    truck?.destination ? asOption(truck.destination) : null,
  );
  const [first, setFirst] = useState<string | null>(truck?.firstDay ?? null);
  const [last, setLast] = useState<string | null>(truck && truck.lastDay !== truck.firstDay ? truck.lastDay : null);
  const [radius, setRadius] = useState(truck?.radiusMiles ?? 150);
  const [weight, setWeight] = useState<number | null>(truck?.weightLb ?? null);
  const [note, setNote] = useState(truck?.note ?? '');
  const [alert, setAlert] = useState<LoadAlert>(truck?.alert ?? 'at_once');
  const [channel, setChannel] = useState<LoadChannel>(truck?.channel ?? 'mail');
  const given = {
    place: place?.id ?? '',
    firstDay: first ?? '',
    lastDay: last ?? first ?? '',
    destination: destination?.id ?? null,
    radiusMiles: radius,
    weightLb: weight,
    note: note.trim() || null,
    alert,
    channel,
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

  const { busy, errors, problem, submit } = useSubmit({
    errors: {
      place: !place && 'Choose where the truck is empty.',
      firstDay: !first && 'Choose the day.',
      lastDay: first && last && last < first && 'The last day is before the first one.',
      weightLb: weight !== null && (weight < 1 || weight > 999_999) && 'Enter 1 to 999,999 lb.',
    },
    names: { first_day: 'firstDay', last_day: 'lastDay', weight_lb: 'weightLb' },
    send: () =>
      truck
        ? mutate({ client, key }, ChangeTruckDocument, { id: truck.id, version: truck.version, truck: given })
        : mutate({ client, key }, PostTruckDocument, { truck: given }),
    done: onDone,
    fallback: 'Couldn’t save the truck. Try again.',
  });
  return (
    <form noValidate className="space-y-3" onSubmit={(event) => void submit(event)}>
      {problem && <Callout color="red" title={problem} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Empty in" error={errors.place}>
          <Combobox
            value={place}
            onChange={setPlace}
            search={findPlaces}
            placeholder="Columbus, OH or 43215"
            emptyText="Type a city, or all five digits of a ZIP code."
          />
        </Field>
        <Field label="Wants to go to" optional error={errors.destination}>
          <Combobox
            value={destination}
            onChange={setDestination}
            search={findDestinations}
            placeholder="Anywhere"
            emptyText="Type a state, a city, or a ZIP code."
          />
        </Field>
        <Field label="From" error={errors.firstDay}>
          <DateInput value={first} onChange={setFirst} min={truck ? undefined : today()} />
        </Field>
        <Field label="To" optional error={errors.lastDay} help="Leave empty for one day.">
          <DateInput value={last} onChange={setLast} min={today()} />
        </Field>
        <Field label="Would drive empty">
          <Select
            value={String(radius)}
            onChange={(event) => setRadius(Number(event.currentTarget.value))}
            options={[...new Set([...RADII, radius])]
              .sort((a, b) => a - b)
              .map((miles) => ({ value: String(miles), label: `Up to ${miles} miles` }))}
          />
        </Field>
        <Field label="Room for, lb" optional error={errors.weightLb}>
          <NumberInput value={weight} onChange={setWeight} />
        </Field>
        <Field label="New loads that fit">
          <Select
            options={ALERTS}
            value={alert}
            onChange={(event) => setAlert(event.currentTarget.value as LoadAlert)}
          />
        </Field>
        {alert !== 'off' && (
          <Field label="Tell me">
            <Select
              options={CHANNELS}
              value={channel}
              onChange={(event) => setChannel(event.currentTarget.value as LoadChannel)}
            />
          </Field>
        )}
      </div>
      <Field label="Note for the broker" optional error={errors.note}>
        <Input maxLength={300} value={note} onChange={(event) => setNote(event.currentTarget.value)} />
      </Field>
      <div className="flex justify-end gap-2">
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
        <Button type="submit" variant="primary" busy={busy}>
          {truck ? 'Save truck' : 'Post truck'}
        </Button>
      </div>
    </form>
  );
}
