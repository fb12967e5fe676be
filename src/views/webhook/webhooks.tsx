import { useApolloClient, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import {
  ChangeWebhookDocument,
  MakeWebhookDocument,
  RemoveWebhookDocument,
  type WebhookFragment,
  WebhooksDocument,
} from '#src/generated/graphql/graphql.ts';
import { AGENT_LEAD_EVENT_TYPES, AGENT_LEAD_EVENTS } from '#src/machines/agent-lead/agent-lead.moves.ts';
import { Badge } from '#src/views/ui/badge.tsx';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Checkbox } from '#src/views/ui/checkbox.tsx';
import { ConfirmDialog } from '#src/views/ui/confirm-dialog.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { useLive } from '#src/views/ui/live-context.ts';
import { mutate } from '#src/views/ui/mutate.ts';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { useSendKey } from '#src/views/ui/use-send-key.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';
import { WebhookDeliveries } from './webhook-deliveries.tsx';

/** Addresses that are told of what happens to leads: made, switched off, looked at, removed. */
export default function Webhooks() {
  const client = useApolloClient();
  const notify = useNotify();
  const { data, error, refetch } = useQuery(WebhooksDocument, { fetchPolicy: 'cache-and-network' });
  const readAgain = () => void refetch().catch(() => {});
  useLive('settings', readAgain);
  const [made, setMade] = useState<{ url: string; secret: string } | null>(null);
  const [isAdding, setAdding] = useState(false);
  const [opened, setOpened] = useState<string | null>(null);
  const [asked, setAsked] = useState<WebhookFragment | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const webhooks = data?.webhooks;
  if (error && !webhooks) return <FailedState title="The webhooks could not be loaded" onRetry={readAgain} />;
  if (!webhooks) {
    return (
      <Loading label="Loading the webhooks…">
        <TextBones lines={2} />
      </Loading>
    );
  }

  async function run(id: string, act: () => Promise<unknown>, said: string, fallback: string): Promise<void> {
    setBusy(id);
    try {
      await act();
      notify.done(said);
    } catch (failure) {
      notify.failed(failure, fallback);
    } finally {
      readAgain();
      setBusy(null);
      setAsked(null);
    }
  }
  const toggle = ({ id, version, url, events, isEnabled }: WebhookFragment) =>
    run(
      id,
      () =>
        client.mutate({
          mutation: ChangeWebhookDocument,
          variables: { id, version, url, events, isEnabled: !isEnabled },
        }),
      isEnabled ? 'The webhook is off' : 'The webhook is on',
      'The webhook could not be changed. Try again.',
    );

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
      {webhooks.length === 0 && <p className="text-gray-600">Nobody is told yet.</p>}
      {webhooks.length > 0 && (
        <ul aria-label="Webhooks" className="divide-y divide-gray-100 rounded-lg border border-gray-200">
          {webhooks.map((one) => (
            <li key={one.id} className="px-4 py-2.5">
              <p className="flex flex-wrap items-center gap-x-2 font-medium wrap-anywhere">
                {one.url} {!one.isEnabled && <Badge tone="gray">Off</Badge>}
                {one.failed > 0 && <Badge tone="red">{one.failed} given up</Badge>}
                {one.waiting > 0 && <Badge tone="amber">{one.waiting} waiting</Badge>}
              </p>
              <p className="text-gray-600 wrap-anywhere">
                {one.events.join(', ')} · made by {one.madeBy}
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
                <Button size="sm" variant="ghost" aria-label={`Remove ${one.url}`} onClick={() => setAsked(one)}>
                  Remove
                </Button>
              </div>
              {opened === one.id && <WebhookDeliveries id={one.id} isEnabled={one.isEnabled} />}
            </li>
          ))}
        </ul>
      )}
      {isAdding ? (
        <AddWebhook
          onCancel={() => setAdding(false)}
          onMade={(webhook) => {
            setMade(webhook);
            setAdding(false);
            readAgain();
          }}
        />
      ) : (
        <Button onClick={() => setAdding(true)}>Add a webhook</Button>
      )}
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={`Remove ${asked?.url ?? ''}?`}
        confirm="Remove"
        busy={busy !== null}
        onConfirm={() =>
          void run(
            asked!.id,
            () => client.mutate({ mutation: RemoveWebhookDocument, variables: { id: asked!.id } }),
            'The webhook is removed',
            'The webhook could not be removed. Try again.',
          )
        }
      >
        It is told nothing more. Its log and its secret go, too.
      </ConfirmDialog>
    </div>
  );
}

interface AddWebhookProps {
  onMade: (webhook: { url: string; secret: string }) => void;
  onCancel: () => void;
}

function AddWebhook({ onMade, onCancel }: AddWebhookProps) {
  const client = useApolloClient();
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<readonly string[]>(['contract.signed', 'contract.closed']);
  const key = useSendKey({ url, events });
  const { busy, attempt, errors, problem, submit } = useSubmit({
    errors: {
      'webhook-url': !URL.canParse(url.trim()) && 'Give a whole address, such as https://example.com/hooks.',
      'webhook-events': events.length === 0 && 'Choose at least one event.',
    },
    names: { url: 'webhook-url', events: 'webhook-events' },
    send: () => mutate({ client, key }, MakeWebhookDocument, { url: url.trim(), events: [...events] }, 'no-cache'),
    done(answer) {
      const { makeWebhook } = answer.data as { makeWebhook: { secret: string } };
      onMade({ url: url.trim(), secret: makeWebhook.secret });
    },
    fallback: 'The webhook could not be made. Try again.',
  });
  const shown = attempt > 0 ? errors : {};
  return (
    <form noValidate className="space-y-4" onSubmit={(event) => void submit(event)}>
      {problem && <Callout color="red" role="alert" title={problem} />}
      <Field label="Address" id="webhook-url" error={errors['webhook-url']} help="It must begin with https://.">
        <Input
          type="url"
          maxLength={500}
          autoComplete="off"
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
      </Field>
      <fieldset>
        <legend className="font-medium">Events</legend>
        {shown['webhook-events'] && (
          <p role="alert" className="text-red-700">
            {shown['webhook-events']}
          </p>
        )}
        <div className="mt-2 grid gap-x-4 gap-y-1 sm:grid-cols-2">
          {AGENT_LEAD_EVENT_TYPES.map((type) => (
            <Checkbox
              key={type}
              id={`webhook-${type}`}
              label={`${type} · ${AGENT_LEAD_EVENTS[type].label}`}
              error={null}
              checked={events.includes(type)}
              onChange={(event) =>
                setEvents(event.currentTarget.checked ? [...events, type] : events.filter((one) => one !== type))
              }
            />
          ))}
        </div>
      </fieldset>
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={busy}>
          Add webhook
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
