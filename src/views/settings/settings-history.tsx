import { useQuery } from '@apollo/client/react';
import { SettingsHistoryDocument } from '#src/generated/graphql/graphql.ts';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { useLive } from '#src/views/ui/live-context.ts';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { nameOfField, type Section, showSetting } from './setting-names.ts';

/** Who changed what of a section, and when; newest first. */
export function SettingsHistory({ section }: { section: Section }) {
  const { data, error, refetch } = useQuery(SettingsHistoryDocument, {
    variables: { section },
    fetchPolicy: 'cache-and-network',
  });
  const readAgain = () => void refetch().catch(() => {});
  useLive('settings', readAgain);
  const versions = data?.settingsHistory;
  if (error && !versions) return <FailedState title="The history could not be loaded" onRetry={readAgain} />;
  if (!versions) {
    return (
      <Loading label="Loading the history…">
        <TextBones lines={3} />
      </Loading>
    );
  }
  return (
    <ol className="max-w-160 divide-y divide-gray-100">
      {versions.map(({ version, at, actorName, changes }) => (
        <li key={version} className="py-2.5">
          <p className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="font-medium">{actorName ?? (changes.length === 0 ? 'First values' : 'The set-up')}</span>
            <span className="text-gray-500">
              Version {version} · <RelativeTime instant={at} />
            </span>
          </p>
          {changes.length > 0 && (
            <ul className="mt-1 space-y-1 text-gray-700">
              {changes.map(({ field, before, after }) => (
                <li key={field} className="wrap-anywhere">
                  {nameOfField(section, field)}: <s className="text-gray-500">{showSetting(before, field)}</s>{' '}
                  <span aria-hidden>→</span>
                  <span className="sr-only">is now</span> {showSetting(after, field)}
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}
