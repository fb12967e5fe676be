import { MailTemplateHistoryDocument } from '#src/generated/graphql/graphql.ts';
import { Button } from '#src/views/ui/button.tsx';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';
import { SettingsVersions } from '#src/views/ui/settings-versions.tsx';
import type { TemplateWords } from './mail-template-form.tsx';

interface MailTemplateHistoryProps {
  /** Starts a draft with the text of an earlier version: for its template, or for a new one if that was removed. */
  onStartFrom: (templateId: string, words: TemplateWords) => void;
}

/** Who saved and removed templates; newest first. */
export const MailTemplateHistory = ({ onStartFrom }: MailTemplateHistoryProps) => (
  <SettingsVersions document={MailTemplateHistoryDocument}>
    {({ mailTemplateHistory: versions }) =>
      versions.length === 0 ? (
        <p className="text-gray-600">No changes yet.</p>
      ) : (
        <ol aria-label="History of email templates" className="divide-y divide-gray-100">
          {versions.map(({ templateId, version, name, subject, text, isRemoval, at, actorName }) => (
            <li key={`${templateId} ${version}`} className="flex flex-wrap items-center justify-between gap-x-3 py-2.5">
              <span className="min-w-0 wrap-anywhere">
                <span className="font-medium">{actorName}</span>{' '}
                {isRemoval ? 'removed' : version === 1 ? 'added' : `saved version ${version} of`} “{name}”{' '}
                <span className="text-gray-500">
                  · <RelativeTime instant={at} />
                </span>
              </span>
              <Button
                size="sm"
                aria-label={`Start from it: version ${version} of ${name}`}
                onClick={() => onStartFrom(templateId, { name, subject, text })}
              >
                Start from it
              </Button>
            </li>
          ))}
        </ol>
      )
    }
  </SettingsVersions>
);
