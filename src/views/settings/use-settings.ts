import { useQuery } from '@apollo/client/react';
import { SettingsDocument, type SettingsFragment } from '#src/generated/graphql/graphql.ts';
import { useLive } from '#src/views/ui/live-context.ts';

/** The current settings, reloaded when someone changes them. */
export function useSettings() {
  const { data, error, refetch } = useQuery(SettingsDocument, { fetchPolicy: 'cache-and-network' });
  useLive('settings', () => void refetch().catch(() => {}));
  return {
    settings: data?.settings,
    error,
    readAgain: async (): Promise<SettingsFragment> => (await refetch()).data!.settings,
  };
}

/** The props of every form of a section. */
export interface SectionProps {
  settings: SettingsFragment;
  readAgain: () => Promise<SettingsFragment>;
}
