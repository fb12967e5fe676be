import { useQuery } from '@apollo/client/react';
import { type MapCityFragment, TopCitiesDocument } from '#src/generated/graphql/graphql.ts';
import { TopCities } from '#src/views/onboarding/top-cities.tsx';
import { useSession, useUser } from '#src/views/session/session-context.ts';
import { DefaultLayout } from '#src/views/ui/default-layout.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { PageHeader } from '#src/views/ui/page-header.tsx';
import { Bone, Loading } from '#src/views/ui/skeleton.tsx';
import { useTitle } from '#src/views/ui/use-title.ts';

/** The second gate of a business: in which cities it works. */
export default function TopCitiesPage() {
  useTitle('Your cities');
  const session = useSession();
  const user = useUser();
  const { data, error, refetch } = useQuery(TopCitiesDocument, { fetchPolicy: 'network-only' });
  return (
    <DefaultLayout>
      <PageHeader title="Where do you work?" below="You see the leads that start in these cities. You can change them later in the settings." />
      {error && !data && <FailedState title="The states could not be loaded" onRetry={() => void refetch()} />}
      {!error && !data && (
        <Loading>
          <div className="grid gap-6 lg:grid-cols-2">
            <Bone className="h-9" />
            <Bone className="aspect-[8/5]" />
          </div>
        </Loading>
      )}
      {data && (
        <TopCities
          states={data.availableStates}
          stored={{ cities: data.topCities.cities as unknown as MapCityFragment[], radiusMiles: data.topCities.radiusMiles ?? null }}
          personId={user.id}
          onChosen={() => session.send({ type: 'user.changed' })}
        />
      )}
      <button type="button" className="link mt-8" onClick={() => session.send({ type: 'sign-out.asked' })}>
        Sign out
      </button>
    </DefaultLayout>
  );
}
