import { SettingsHistoryDocument } from '#src/generated/graphql/graphql.ts';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';
import { ChangedValues, SettingsVersions } from '#src/views/ui/settings-versions.tsx';
import { nameOfField, type Section, showSetting } from './setting-names.ts';

/** Who changed what in a section, and when; newest first. */
export const SettingsHistory = ({ section }: { section: Section }) => (
  <SettingsVersions document={SettingsHistoryDocument} variables={{ section }}>
    {({ settingsHistory }) => (
      <ol className="max-w-160 divide-y divide-gray-100">
        {settingsHistory.map(({ version, at, actorName, changes }) => (
          <li key={version} className="py-2.5">
            <p className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className="font-medium">{actorName ?? (changes.length === 0 ? 'Initial settings' : 'Setup')}</span>
              <span className="text-gray-500">
                Version {version} · <RelativeTime instant={at} />
              </span>
            </p>
            <ChangedValues changes={changes} nameOf={(field) => nameOfField(section, field)} show={showSetting} />
          </li>
        ))}
      </ol>
    )}
  </SettingsVersions>
);
