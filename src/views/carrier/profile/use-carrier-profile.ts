import { useApolloClient, useQuery } from '@apollo/client/react';
import { CarrierProfileDocument, type CarrierProfileQuery } from '#src/generated/graphql/graphql.ts';
import { useLive } from '#src/views/ui/live-context.ts';

export type Profile = CarrierProfileQuery['carrierProfile'];

/** Whether a cover has a gap that no policy on record is about to close. */
export const needsPolicy = ({ coverGaps, compliance }: Profile): boolean =>
  coverGaps.length > compliance.filter(({ starts }) => starts).length;

/**
 * The signed-in carrier's own company. `readAgain` resolves to its current data, and rejects if that cannot be loaded.
 */
export function useCarrierProfile() {
  const client = useApolloClient();
  const { data, error, refetch } = useQuery(CarrierProfileDocument, { fetchPolicy: 'cache-and-network' });
  useLive('carrier', () => void refetch().catch(() => {}));

  async function readAgain(): Promise<Profile> {
    const { data: now } = await client.query({ query: CarrierProfileDocument, fetchPolicy: 'network-only' });
    if (!now) throw new Error('the profile was not answered');
    return now.carrierProfile;
  }
  return {
    profile: data?.carrierProfile,
    failed: error !== undefined && data === undefined,
    again: () => void refetch().catch(() => {}),
    readAgain,
  };
}
