import { WebhookHistoryDocument } from '#src/generated/graphql/graphql.ts';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';
import { ChangedValues, SettingsVersions } from '#src/views/ui/settings-versions.tsx';

const FIELD_NAMES: Record<string, string> = { url: 'Address', events: 'Events', is_enabled: 'On' };

const show = (value: string | null, field: string): string => {
  if (field === 'is_enabled') return value === 'true' ? 'yes' : 'no';
  return (value ?? 'nothing').replaceAll('\n', ', ');
};

/** Who created, changed, and removed webhooks; newest first. */
export const WebhookHistory = () => (
  <SettingsVersions document={WebhookHistoryDocument}>
    {({ webhookHistory: versions }) =>
      versions.length === 0 ? (
        <p className="text-gray-600">No changes yet.</p>
      ) : (
        <ol aria-label="History of webhooks" className="divide-y divide-gray-100">
          {versions.map(({ webhookId, version, act, url, at, actorName, changes }) => (
            <li key={`${webhookId} ${version}`} className="py-2.5">
              <p className="wrap-anywhere">
                <span className="font-medium">{actorName}</span> {act} {url}{' '}
                <span className="text-gray-500">
                  · <RelativeTime instant={at} />
                </span>
              </p>
              <ChangedValues changes={changes} nameOf={(field) => FIELD_NAMES[field] ?? field} show={show} />
            </li>
          ))}
        </ol>
      )
    }
  </SettingsVersions>
);
