import { useQuery } from '@apollo/client/react';
import { MailTemplateHistoryDocument } from '#src/generated/graphql/graphql.ts';
import { Button } from '#src/views/ui/button.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { useLive } from '#src/views/ui/live-context.ts';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import type { TemplateWords } from './mail-template-form.tsx';

interface MailTemplateHistoryProps {
  /** Begins a draft with what a version said: of its template, or of a new one where that is gone. */
  onStartFrom: (templateId: string, words: TemplateWords) => void;
}

/** Who saved and removed templates; newest first. */
export function MailTemplateHistory({ onStartFrom }: MailTemplateHistoryProps) {
  const { data, error, refetch } = useQuery(MailTemplateHistoryDocument, { fetchPolicy: 'cache-and-network' });
  const readAgain = () => void refetch().catch(() => {});
  useLive('settings', readAgain);
  const versions = data?.mailTemplateHistory;
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
            aria-label={`Start from version ${version} of ${name}`}
            onClick={() => onStartFrom(templateId, { name, subject, text })}
          >
            Start from it
          </Button>
        </li>
      ))}
    </ol>
  );
}
