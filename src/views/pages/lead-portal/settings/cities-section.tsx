import { useState } from 'react';
import { cityDraft, stateName } from '#src/views/onboarding/cities-draft.ts';
import { LoadTopCities } from '#src/views/onboarding/load-top-cities.tsx';
import { Button } from '#src/views/ui/button.tsx';
import { Section } from '#src/views/ui/card.tsx';
import { readDraft } from '#src/views/ui/draft-storage.ts';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { Bone } from '#src/views/ui/skeleton.tsx';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';

const TopCities = lazy(() =>
  import('#src/views/onboarding/top-cities.tsx').then((module) => ({ default: module.TopCities })),
);

/** Where the business works: shown in one line, edited in place. */
export function CitiesSection({ personId }: { personId: string }) {
  const notify = useNotify();
  // A choice that was begun and not saved is continued after a reload.
  const [isOpen, setOpen] = useState(() => readDraft(...cityDraft(personId)) !== null);
  return (
    <Section title="Where you work" description="You see leads that start there.">
      <LoadTopCities>
        {(chosen, readAgain) =>
          isOpen ? (
            <LazyBoundary fallback={<Bone className="h-80" />}>
              <TopCities
                {...chosen}
                personId={personId}
                onChosen={() => {
                  setOpen(false);
                  notify.done('Your area is saved');
                  readAgain();
                }}
                onCancel={() => setOpen(false)}
              />
            </LazyBoundary>
          ) : (
            <>
              {chosen.stored.states.length > 0 && (
                <p className="max-w-160">
                  {chosen.stored.states.map(stateName).join(' · ')}
                  <span className="text-gray-600"> as a whole</span>
                </p>
              )}
              <p className="max-w-160">
                {chosen.stored.cities.map(({ city, state }) => `${city}, ${state}`).join(' · ')}
                {chosen.stored.radiusMiles !== null && (
                  <span className="text-gray-600"> within {chosen.stored.radiusMiles} miles</span>
                )}
              </p>
              <Button className="mt-4" onClick={() => setOpen(true)}>
                Change
              </Button>
            </>
          )
        }
      </LoadTopCities>
    </Section>
  );
}
