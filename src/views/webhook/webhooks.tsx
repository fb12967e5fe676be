import { useApolloClient, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import {
  ChangeWebhookDocument,
  RemoveWebhookDocument,
  type WebhookFragment,
  WebhooksDocument,
} from '#src/generated/graphql/graphql.ts';
import { Badge } from '#src/views/ui/badge.tsx';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { ConfirmDialog } from '#src/views/ui/confirm-dialog.tsx';
import { drawThenFocus } from '#src/views/ui/draw-then-focus.ts';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { useLive } from '#src/views/ui/live-context.ts';
import { useWrite } from '#src/views/ui/use-write.ts';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { WebhookDeliveries } from './webhook-deliveries.tsx';
import { AddWebhook, EditWebhook } from './webhook-form.tsx';
import { WebhookHistory } from './webhook-history.tsx';

const byId = (id: string) => () => document.getElementById(id);

/** URLs that are notified of what happens to leads: created, edited, turned off, inspected, removed. */
export default function Webhooks() {
  const client = useApolloClient();
  const { data, error, refetch } = useQuery(WebhooksDocument, { fetchPolicy: 'cache-and-network' });
  const readAgain = () => void refetch().catch(() => {});
  useLive('settings', readAgain);
  const [made, setMade] = useState<{ url: string; secret: string } | null>(null);
  const [isAdding, setAdding] = useState(false);
  const [opened, setOpened] = useState<string | null>(null);
  const [edited, setEdited] = useState<string | null>(null);
  const [showsHistory, setShowsHistory] = useState(false);
  const [asked, setAsked] = useState<WebhookFragment | null>(null);
  const { busy, write } = useWrite();
  const webhooks = data?.webhooks;
  if (error && !webhooks) return <FailedState title="The webhooks could not be loaded" onRetry={readAgain} />;
  if (!webhooks) {
    return (
      <Loading label="Loading the webhooks…">
        <TextBones lines={2} />
      </Loading>
    );
  }

  const settled = () => {
    readAgain();
    setAsked(null);
  };
  const toggle = ({ id, version, url, events, isEnabled }: WebhookFragment) =>
    write({
      name: id,
      send: () =>
        client.mutate({
          mutation: ChangeWebhookDocument,
          variables: { id, version, url, events, isEnabled: !isEnabled },
        }),
      done: isEnabled ? 'The webhook is off' : 'The webhook is on',
      failed: 'The webhook could not be changed. Try again.',
    }).then(settled);

  const closeForm = ({ id }: WebhookFragment) => drawThenFocus(() => setEdited(null), byId(`edit-${id}`));

  return (
    <div className="max-w-160 space-y-4">
      {made && (
        <Callout
          color="green"
          role="status"
          title={`The secret of ${made.url}. Copy it now; it won’t be shown again`}
          action={
            <Button size="sm" onClick={() => setMade(null)}>
              Done
            </Button>
          }
        >
          <code className="block py-1 wrap-anywhere select-all">{made.secret}</code>
        </Callout>
      )}
      {webhooks.length === 0 && <p className="text-gray-600">No webhooks yet.</p>}
      {webhooks.length > 0 && (
        <ul aria-label="Webhooks" className="divide-y divide-gray-100 rounded-lg border border-gray-200">
          {webhooks.map((one) =>
            edited === one.id ? (
              <li key={one.id} className="px-4 py-4">
                <EditWebhook
                  webhook={one}
                  readAgain={async () => {
                    const now = await refetch();
                    return now.data?.webhooks.find(({ id }) => id === one.id) ?? one;
                  }}
                  onCancel={() => closeForm(one)}
                  onSaved={() => {
                    closeForm(one);
                    readAgain();
                  }}
                />
              </li>
            ) : (
              <li key={one.id} className="px-4 py-2.5">
                <p className="flex flex-wrap items-center gap-x-2 font-medium wrap-anywhere">
                  {one.url} {!one.isEnabled && <Badge tone="gray">Off</Badge>}
                  {one.failed > 0 && <Badge tone="red">{one.failed} failed</Badge>}
                  {one.waiting > 0 && <Badge tone="amber">{one.waiting} waiting</Badge>}
                </p>
                <p className="text-gray-600 wrap-anywhere">
                  {one.events.join(', ')} · created by {one.madeBy}
                </p>
                <div className="mt-1 flex flex-wrap gap-2">
                  <Button
                    size="sm"
                    aria-expanded={opened === one.id}
                    aria-label={`Log of ${one.url}`}
                    onClick={() => setOpened(opened === one.id ? null : one.id)}
                  >
                    Log
                  </Button>
                  <Button
                    size="sm"
                    busy={busy === one.id}
                    aria-label={`Turn ${one.isEnabled ? 'off' : 'on'} ${one.url}`}
                    onClick={() => void toggle(one)}
                  >
                    Turn {one.isEnabled ? 'off' : 'on'}
                  </Button>
                  <Button
                    size="sm"
                    id={`edit-${one.id}`}
                    aria-label={`Edit ${one.url}`}
                    onClick={() => drawThenFocus(() => setEdited(one.id), byId(`webhook-${one.id}-url`))}
                  >
                    Edit
                  </Button>
                  <Button size="sm" variant="ghost" aria-label={`Remove ${one.url}`} onClick={() => setAsked(one)}>
                    Remove
                  </Button>
                </div>
                {opened === one.id && <WebhookDeliveries id={one.id} isEnabled={one.isEnabled} />}
              </li>
            ),
          )}
        </ul>
      )}
      {isAdding ? (
        <AddWebhook
          onCancel={() => drawThenFocus(() => setAdding(false), byId('add-webhook'))}
          onMade={(webhook) => {
            setMade(webhook);
            setAdding(false);
            readAgain();
          }}
        />
      ) : (
        <div className="flex gap-2">
          <Button id="add-webhook" onClick={() => drawThenFocus(() => setAdding(true), byId('webhook-url'))}>
            Add a webhook
          </Button>
          <Button variant="ghost" aria-expanded={showsHistory} onClick={() => setShowsHistory(!showsHistory)}>
            History of webhooks
          </Button>
        </div>
      )}
      {showsHistory && <WebhookHistory />}
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={`Remove ${asked?.url ?? ''}?`}
        confirm="Remove"
        busy={busy !== null}
        onConfirm={() =>
          void write({
            name: asked!.id,
            send: () => client.mutate({ mutation: RemoveWebhookDocument, variables: { id: asked!.id } }),
            done: 'The webhook is removed',
            failed: 'The webhook could not be removed. Try again.',
          }).then(settled)
        }
      >
        It gets no more messages. Its log and secret are deleted, too.
      </ConfirmDialog>
    </div>
  );
}
