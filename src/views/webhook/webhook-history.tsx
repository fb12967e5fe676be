import { useQuery } from '@apollo/client/react';
import { WebhookHistoryDocument, type WebhookHistoryQuery } from '#src/generated/graphql/graphql.ts';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { useLive } from '#src/views/ui/live-context.ts';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';

const FIELD_NAMES: Record<string, string> = { url: 'Address', events: 'Events', is_enabled: 'On' };

const show = (field: string, value: string | null): string => {
  if (field === 'is_enabled') return value === 'true' ? 'yes' : 'no';
  return (value ?? 'nothing').replaceAll('\n', ', ');
};

/** Who made, changed and removed webhooks; newest first. */
export function WebhookHistory() {
  const { data, error, refetch } = useQuery(WebhookHistoryDocument, { fetchPolicy: 'cache-and-network' });
  const readAgain = () => void refetch().catch(() => {});
  useLive('settings', readAgain);
  const versions: WebhookHistoryQuery['webhookHistory'] | undefined = data?.webhookHistory;
  if (error && !versions) return <FailedState title="The history could not be loaded" onRetry={readAgain} />;
  if (!versions) {
    return (
      <Loading label="Loading the history…">
        <TextBones lines={3} />
      </Loading>
    );
  }
  if (versions.length === 0) return <p className="text-gray-600">No changes yet.</p>;
  return (
    <ol aria-label="History of webhooks" className="divide-y divide-gray-100">
      {versions.map(({ webhookId, version, act, url, at, actorName, changes }) => (
        <li key={`${webhookId} ${version}`} className="py-2.5">
          <p className="wrap-anywhere">
            <span className="font-medium">{actorName}</span> {act} {url}{' '}
            <span className="text-gray-500">
              · <RelativeTime instant={at} />
            </span>
          </p>
          {changes.length > 0 && (
            <ul className="mt-1 space-y-1 text-gray-700">
              {changes.map(({ field, before, after }) => (
                <li key={field} className="wrap-anywhere">
                  {FIELD_NAMES[field] ?? field}: <s className="text-gray-500">{show(field, before)}</s>{' '}
                  <span aria-hidden>→</span>
                  <span className="sr-only">is now</span> {show(field, after)}
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}
