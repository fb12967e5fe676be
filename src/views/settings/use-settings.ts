import { useQuery } from '@apollo/client/react';
import { SettingsDocument, type SettingsFragment } from '#src/generated/graphql/graphql.ts';
import { useLive } from '#src/views/ui/live-context.ts';

/** The settings as they are now, read again when somebody changes them. */
export function useSettings() {
  const { data, error, refetch } = useQuery(SettingsDocument, { fetchPolicy: 'cache-and-network' });
  useLive('settings', () => void refetch().catch(() => {}));
  return {
    settings: data?.settings,
    error,
    readAgain: async (): Promise<SettingsFragment> => (await refetch()).data!.settings,
  };
}

/** What every form of a section is given. */
export interface SectionProps {
  settings: SettingsFragment;
  readAgain: () => Promise<SettingsFragment>;
}
