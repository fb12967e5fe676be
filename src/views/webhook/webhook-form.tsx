import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { ChangeWebhookDocument, MakeWebhookDocument, type WebhookFragment } from '#src/generated/graphql/graphql.ts';
import { AGENT_LEAD_NEWS, newsLabel } from '#src/machines/agent-lead/agent-lead.moves.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Checkbox } from '#src/views/ui/checkbox.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { mutate } from '#src/views/ui/mutate.ts';
import { useSendKey } from '#src/views/ui/use-send-key.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';

interface Fields {
  url: string;
  events: readonly string[];
}

interface AddWebhookProps {
  onMade: (webhook: { url: string; secret: string }) => void;
  onCancel: () => void;
}

/** A new webhook; its secret comes with the answer, and never again. */
export function AddWebhook({ onMade, onCancel }: AddWebhookProps) {
  const client = useApolloClient();
  return (
    <WebhookForm
      id="webhook"
      first={{ url: '', events: ['contract.signed', 'contract.closed'] }}
      verb="Add webhook"
      fallback="Couldn’t create the webhook. Try again."
      send={async ({ url, events }, key) => {
        const answer = await mutate({ client, key }, MakeWebhookDocument, { url, events: [...events] }, 'no-cache');
        const { makeWebhook } = answer.data as { makeWebhook: { secret: string } };
        onMade({ url, secret: makeWebhook.secret });
      }}
      onCancel={onCancel}
    />
  );
}

interface EditWebhookProps {
  webhook: WebhookFragment;
  onSaved: () => void;
  onCancel: () => void;
}

/** Another address, other events. The secret stays; on and off is a button of the list. */
export function EditWebhook({ webhook, onSaved, onCancel }: EditWebhookProps) {
  const client = useApolloClient();
  const { id, version, isEnabled } = webhook;
  return (
    <WebhookForm
      id={`webhook-${id}`}
      first={webhook}
      verb="Save webhook"
      fallback="The webhook could not be changed. Try again."
      send={async ({ url, events }, key) => {
        await mutate({ client, key }, ChangeWebhookDocument, { id, version, url, events: [...events], isEnabled });
        onSaved();
      }}
      onCancel={onCancel}
    />
  );
}

interface WebhookFormProps {
  id: string;
  first: Fields;
  verb: string;
  fallback: string;
  send: (fields: Fields, key: string) => Promise<void>;
  onCancel: () => void;
}

function WebhookForm({ id, first, verb, fallback, send, onCancel }: WebhookFormProps) {
  const [url, setUrl] = useState(first.url);
  const [events, setEvents] = useState(first.events);
  const key = useSendKey({ url, events });
  const [urlId, eventsId] = [`${id}-url`, `${id}-events`];
  const { busy, attempt, errors, problem, submit } = useSubmit({
    errors: {
      [urlId]: !URL.canParse(url.trim()) && 'Give a whole address, such as https://example.com/hooks.',
      [eventsId]: events.length === 0 && 'Choose at least one event.',
    },
    names: { url: urlId, events: eventsId },
    send: () => send({ url: url.trim(), events }, key),
    done: () => {},
    fallback,
  });
  const shown = attempt > 0 ? errors : {};
  return (
    <form noValidate className="space-y-4" onSubmit={(event) => void submit(event)}>
      {problem && <Callout color="red" role="alert" title={problem} />}
      <Field label="Address" id={urlId} error={errors[urlId]} help="It must begin with https://.">
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
        {shown[eventsId] && (
          <p role="alert" className="text-red-700">
            {shown[eventsId]}
          </p>
        )}
        <div className="mt-2 grid gap-x-4 gap-y-1 sm:grid-cols-2">
          {AGENT_LEAD_NEWS.map((type) => (
            <Checkbox
              key={type}
              id={`${id}-${type}`}
              label={`${type} · ${newsLabel(type)}`}
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
          {verb}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
