import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { ChooseTopCitiesDocument, type MapCityFragment } from '#src/generated/graphql/graphql.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { SearchInput } from '#src/views/ui/search-input.tsx';
import { Select } from '#src/views/ui/select.tsx';
import { Bone } from '#src/views/ui/skeleton.tsx';
import { useDraft } from '#src/views/ui/use-draft.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';
import { AreaLeads } from './area-leads.tsx';
import { ChosenChips } from './chosen-chips.tsx';
import {
  type CityDraft,
  cityDraft,
  cityKey,
  countText,
  draftOf,
  MOST_CITIES,
  RADII,
  type StoredPlaces,
  toggleCity,
  toggleState,
  toggleWholeState,
} from './cities-draft.ts';
import { CityList } from './city-list.tsx';
import { CitySearch } from './city-search.tsx';
import { StatePicker } from './state-picker.tsx';
import { useFoundCities } from './use-found-cities.ts';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';

const CityMap = lazy(() => import('./city-map.tsx'));

interface TopCitiesProps {
  states: readonly { code: string; name: string; cities: number }[];
  stored: StoredPlaces;
  /** Whose selection this is, for its draft. */
  personId: string;
  /** The label of the save button. */
  confirm?: string;
  onChosen: () => void;
  /** Leaves the stored selection unchanged; only if there is one. */
  onCancel?: (() => void) | undefined;
}

/** Where a business works: whole states, and cities chosen from a list or on the map, with a radius around each. */
export function TopCities({ states, stored, personId, confirm = 'Save my area', onChosen, onCancel }: TopCitiesProps) {
  const client = useApolloClient();
  const [kept, setKept] = useDraft<CityDraft>(...cityDraft(personId));
  const draft = kept ?? draftOf(stored);
  const [typed, setTyped] = useState('');
  const [view, setView] = useState<'list' | 'map'>('list');
  const { found, failed, retry } = useFoundCities(draft.states, typed);
  const chosen = countText(draft);
  const { busy, attempt, errors, problem, submit } = useSubmit({
    errors: { places: chosen === '' && 'Choose at least one state or city.' },
    send: () =>
      client.mutate({
        mutation: ChooseTopCitiesDocument,
        variables: {
          cities: draft.cities.map(({ city, state }) => ({ city, state })),
          states: [...draft.wholeStates],
          radiusMiles: draft.radiusMiles,
        },
      }),
    done: () => {
      setKept(null);
      onChosen();
    },
    fallback: 'Couldn’t save your choice. Try again.',
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
          <CitySearch draft={draft} onAdd={(city) => setKept(toggleCity(draft, city))} />
          <StatePicker
            label="Whole states"
            help="You get every lead that starts in the state."
            placeholder="Add a whole state"
            states={states}
            chosen={draft.wholeStates}
            chipsLabel="Chosen states"
            onState={(code) => setKept(toggleWholeState(draft, code))}
          />
          <StatePicker
            label="Cities in"
            help="Shows all cities of a state, as a list and on the map."
            placeholder="Show the cities of a state"
            states={states}
            chosen={draft.states}
            chipsLabel="Cities are shown of"
            onState={onState}
          />
          {draft.states.length > 0 && (
            <>
              <Field label="Search these states" help="City, or ZIP code to see what’s nearby.">
                <SearchInput autoComplete="off" maxLength={60} value={typed} onChange={setTyped} />
              </Field>
              {failed ? (
                <FailedState title="The cities could not be loaded" onRetry={retry} />
              ) : found === undefined ? (
                <Bone className="h-80" />
              ) : found.length === 0 ? (
                <p role="status" className="text-gray-600">
                  No matching city in these states.
                </p>
              ) : (
                <CityList draft={draft} found={found} onCity={onCity} />
              )}
            </>
          )}
        </div>
        <div className={view === 'map' ? undefined : 'max-lg:hidden'}>
          <LazyBoundary fallback={<Bone className="aspect-[8/5] w-full" />}>
            <CityMap draft={draft} found={found ?? []} onState={onState} onCity={onCity} />
          </LazyBoundary>
        </div>
      </div>
      <div className="mt-6 space-y-4 border-t border-gray-200 pt-6">
        <h2 className="font-semibold" role="status">
          {chosen === '' ? 'Nothing chosen yet' : `${chosen} chosen`}
          {draft.cities.length === MOST_CITIES && `. You can choose ${MOST_CITIES} cities.`}
        </h2>
        <AreaLeads draft={draft} />
        <ChosenChips
          label="Chosen cities"
          chips={draft.cities.map((city) => ({ id: cityKey(city), label: cityKey(city) }))}
          onRemove={(id) => setKept({ ...draft, cities: draft.cities.filter((city) => cityKey(city) !== id) })}
        />
        {draft.cities.length > 0 && (
          <Field label="Radius around each city" className="max-w-60" help="You get leads that start within it.">
            <Select
              value={String(draft.radiusMiles)}
              options={RADII.map((miles) => ({ value: String(miles), label: `${miles} miles` }))}
              onChange={(event) => setKept({ ...draft, radiusMiles: Number(event.currentTarget.value) })}
            />
          </Field>
        )}
        {(problem ?? (attempt > 0 && errors.places)) && <Callout color="red" title={problem ?? errors.places} />}
        <div className="flex gap-2">
          <Button type="submit" variant="primary" busy={busy}>
            {confirm}
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
