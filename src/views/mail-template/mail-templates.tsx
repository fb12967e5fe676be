import { useApolloClient, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import {
  type MailTemplateFragment,
  MailTemplatesDocument,
  RemoveMailTemplateDocument,
} from '#src/generated/graphql/graphql.ts';
import { Button } from '#src/views/ui/button.tsx';
import { ConfirmDialog } from '#src/views/ui/confirm-dialog.tsx';
import { drawThenFocus } from '#src/views/ui/draw-then-focus.ts';
import { dropDraft } from '#src/views/ui/draft-storage.ts';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { useLive } from '#src/views/ui/live-context.ts';
import { mutate } from '#src/views/ui/mutate.ts';
import { useWrite } from '#src/views/ui/use-write.ts';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { MailTemplateForm, type TemplateWords } from './mail-template-form.tsx';
import { MailTemplateHistory } from './mail-template-history.tsx';

const byId = (id: string) => () => document.getElementById(id);

/** Which form is open: that of a template, or of a new one. */
interface Opened {
  template: MailTemplateFragment | null;
  from?: TemplateWords;
}

/** Templates for agents' emails to clients: added, edited, removed; every version is kept. */
export default function MailTemplates() {
  const client = useApolloClient();
  const { data, error, refetch } = useQuery(MailTemplatesDocument, { fetchPolicy: 'cache-and-network' });
  const readAgain = () => void refetch().catch(() => {});
  useLive('settings', readAgain);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [asked, setAsked] = useState<MailTemplateFragment | null>(null);
  const { busy, write } = useWrite();
  const [showsHistory, setShowsHistory] = useState(false);
  const templates = data?.mailTemplates;
  if (error && !templates) return <FailedState title="The templates could not be loaded" onRetry={readAgain} />;
  if (!templates) {
    return (
      <Loading label="Loading the templates…">
        <TextBones lines={3} />
      </Loading>
    );
  }

  const remove = ({ id, version, name }: MailTemplateFragment) =>
    write({
      send: () => mutate({ client, key: crypto.randomUUID() }, RemoveMailTemplateDocument, { id, version }),
      done: `“${name}” removed`,
      failed: 'The template could not be removed. Try again.',
    }).then(() => {
      readAgain();
      setAsked(null);
    });
  const open = (next: Opened) =>
    drawThenFocus(() => setOpened(next), byId(`template-${next.template?.id ?? 'new'}-name`));
  const close = () =>
    drawThenFocus(
      () => setOpened(null),
      byId(opened?.template ? `edit-template-${opened.template.id}` : 'add-template'),
    );
  const startFrom = (templateId: string, words: TemplateWords) => {
    const template = templates.find(({ id }) => id === templateId) ?? null;
    dropDraft(`mail-template.${template?.id ?? 'new'}`);
    open({ template, from: words });
  };
  const form = opened && (
    <MailTemplateForm
      key={JSON.stringify(opened.from ?? null)}
      template={templates.find(({ id }) => id === opened.template?.id) ?? opened.template}
      from={opened.from}
      readAgain={async (id) => {
        const now = await refetch();
        return now.data?.mailTemplates.find((one) => one.id === id) ?? opened.template!;
      }}
      onClose={close}
      onSaved={() => {
        close();
        readAgain();
      }}
    />
  );

  return (
    <div className="max-w-160 space-y-4">
      {templates.length === 0 && !opened && (
        <p className="text-gray-600">No templates yet. Agents write each email themselves.</p>
      )}
      {templates.length > 0 && (
        <ul aria-label="Email templates" className="divide-y divide-gray-100 rounded-lg border border-gray-200">
          {templates.map((one) =>
            opened?.template?.id === one.id ? (
              <li key={one.id} className="px-4 py-4">
                {form}
              </li>
            ) : (
              <li key={one.id} className="flex flex-wrap items-center justify-between gap-x-3 px-4 py-2.5">
                <div className="min-w-0">
                  <p className="font-medium wrap-anywhere">{one.name}</p>
                  <p className="text-gray-600 wrap-anywhere">
                    {one.subject}
                    <span className="text-gray-500">
                      {' '}
                      · <RelativeTime instant={one.updatedAt} />
                    </span>
                  </p>
                </div>
                <div className="flex gap-2">
                  <Button
                    size="sm"
                    id={`edit-template-${one.id}`}
                    aria-label={`Edit ${one.name}`}
                    onClick={() => open({ template: one })}
                  >
                    Edit
                  </Button>
                  <Button size="sm" variant="ghost" aria-label={`Remove ${one.name}`} onClick={() => setAsked(one)}>
                    Remove
                  </Button>
                </div>
              </li>
            ),
          )}
        </ul>
      )}
      {opened && !opened.template ? (
        <div className="rounded-lg border border-gray-200 p-4">{form}</div>
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button id="add-template" onClick={() => open({ template: null })}>
            Add a template
          </Button>
          <Button variant="ghost" aria-expanded={showsHistory} onClick={() => setShowsHistory(!showsHistory)}>
            History
          </Button>
        </div>
      )}
      {showsHistory && <MailTemplateHistory onStartFrom={startFrom} />}
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={`Remove “${asked?.name ?? ''}”?`}
        confirm="Remove"
        busy={busy !== null}
        onConfirm={() => void remove(asked!)}
      >
        Agents can no longer choose it. Emails that were sent stay, and its words stay in the history.
      </ConfirmDialog>
    </div>
  );
}
