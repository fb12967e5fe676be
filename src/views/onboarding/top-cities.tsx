import { useApolloClient } from '@apollo/client/react';
import { lazy, Suspense, useState } from 'react';
import { ChooseTopCitiesDocument, type MapCityFragment } from '#src/generated/graphql/graphql.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { Select } from '#src/views/ui/select.tsx';
import { Bone } from '#src/views/ui/skeleton.tsx';
import { US_STATES } from '#src/machines/place/us-states.ts';
import { useDraft } from '#src/views/ui/use-draft.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';
import { ChosenChips } from './chosen-chips.tsx';
import { type CityDraft, cityKey, draftOf, MOST_CITIES, RADII, toggleCity, toggleState } from './cities-draft.ts';
import { CityList } from './city-list.tsx';
import { StatePicker } from './state-picker.tsx';
import { useFoundCities } from './use-found-cities.ts';

const CityMap = lazy(() => import('./city-map.tsx'));

interface TopCitiesProps {
  states: readonly { code: string; name: string; cities: number }[];
  stored: { cities: readonly MapCityFragment[]; radiusMiles?: number | null };
  /** Whose choice this is, for its draft. */
  personId: string;
  onChosen: () => void;
  /** Leaves everything as it is stored; only where something is. */
  onCancel?: () => void;
}

/** In which cities a business works, chosen from a list or on the map, with the radius around each. */
export function TopCities({ states, stored, personId, onChosen, onCancel }: TopCitiesProps) {
  const client = useApolloClient();
  const [kept, setKept] = useDraft<CityDraft>(`top-cities:${personId}`);
  const draft = kept ?? draftOf(stored);
  const [typed, setTyped] = useState('');
  const [view, setView] = useState<'list' | 'map'>('list');
  const { found, failed, retry } = useFoundCities(draft.states, typed);
  const count = draft.cities.length;
  const { busy, attempt, errors, problem, submit } = useSubmit({
    errors: { cities: count === 0 && 'Choose at least one city.' },
    send: () =>
      client.mutate({
        mutation: ChooseTopCitiesDocument,
        variables: { cities: draft.cities.map(({ city, state }) => ({ city, state })), radiusMiles: draft.radiusMiles },
      }),
    done: () => {
      setKept(null);
      onChosen();
    },
    fallback: 'Your cities could not be saved. Try again.',
  });
  const onState = (code: string) => setKept(toggleState(draft, code));
  const onCity = (city: MapCityFragment) => setKept(toggleCity(draft, city));

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <div role="group" aria-label="Show" className="tray mb-4 w-full lg:hidden">
        {(['list', 'map'] as const).map((one) => (
          <button key={one} type="button" aria-pressed={view === one} onClick={() => setView(one)}>
            {one === 'list' ? 'List' : 'Map'}
          </button>
        ))}
      </div>
      <div className="grid gap-6 lg:grid-cols-2">
        <div className={view === 'list' ? 'space-y-4' : 'space-y-4 max-lg:hidden'}>
          <StatePicker states={states} chosen={draft.states} onState={onState} />
          {draft.states.length > 0 && (
            <>
              <ChosenChips
                label="Chosen states"
                chips={draft.states.map((code) => ({ id: code, label: US_STATES[code] ?? code }))}
                onRemove={onState}
              />
              <Field label="Search these states" help="A city, or a ZIP code to see what is near.">
                <Input
                  type="search"
                  autoComplete="off"
                  maxLength={60}
                  value={typed}
                  onChange={(event) => setTyped(event.currentTarget.value)}
                />
              </Field>
              {failed ? (
                <FailedState title="The cities could not be loaded" onRetry={retry} />
              ) : found === undefined ? (
                <Bone className="h-80" />
              ) : found.length === 0 ? (
                <p role="status" className="text-gray-600">
                  No city of these states is called that.
                </p>
              ) : (
                <CityList draft={draft} found={found} onCity={onCity} />
              )}
            </>
          )}
        </div>
        <div className={view === 'map' ? undefined : 'max-lg:hidden'}>
          <Suspense fallback={<Bone className="aspect-[8/5] w-full" />}>
            <CityMap draft={draft} found={found ?? []} onState={onState} onCity={onCity} />
          </Suspense>
        </div>
      </div>
      <div className="mt-6 space-y-4 border-t border-gray-200 pt-6">
        <h2 className="font-semibold" role="status">
          {count === 0 ? 'No city chosen yet' : count === 1 ? '1 city chosen' : `${count} cities chosen`}
          {count === MOST_CITIES && ', which is all you can choose'}
        </h2>
        <ChosenChips
          label="Chosen cities"
          chips={draft.cities.map((city) => ({ id: cityKey(city), label: cityKey(city) }))}
          onRemove={(id) => setKept({ ...draft, cities: draft.cities.filter((city) => cityKey(city) !== id) })}
        />
        <Field label="Radius around each city" className="max-w-60" help="Leads that start within it are yours to see.">
          <Select
            value={String(draft.radiusMiles)}
            options={RADII.map((miles) => ({ value: String(miles), label: `${miles} miles` }))}
            onChange={(event) => setKept({ ...draft, radiusMiles: Number(event.currentTarget.value) })}
          />
        </Field>
        {(problem ?? (attempt > 0 && errors.cities)) && <Callout color="red" title={problem ?? errors.cities} />}
        <div className="flex gap-2">
          <Button type="submit" variant="primary" busy={busy}>
            Save my cities
          </Button>
          {onCancel && (
            <Button
              variant="ghost"
              onClick={() => {
                setKept(null);
                onCancel();
              }}
            >
              Discard changes
            </Button>
          )}
        </div>
      </div>
    </form>
  );
}
