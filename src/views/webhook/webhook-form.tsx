import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { ChangeWebhookDocument, MakeWebhookDocument, type WebhookFragment } from '#src/generated/graphql/graphql.ts';
import { AGENT_LEAD_NEWS, newsLabel } from '#src/machines/agent-lead/agent-lead.moves.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Checkbox } from '#src/views/ui/checkbox.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { MergeConflict } from '#src/views/ui/merge-conflict.tsx';
import { isEqual } from '#src/machines/draft/merge-draft.ts';
import { mutate } from '#src/views/ui/mutate.ts';
import { isConflict, saveMerged, type Typed, useMergedDraft } from '#src/views/ui/use-merged-draft.ts';
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

/** A new webhook; the response contains its secret, which is never shown again. */
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
  /** The webhook as saved now. */
  webhook: WebhookFragment;
  readAgain: () => Promise<WebhookFragment>;
  onSaved: () => void;
  onCancel: () => void;
}

/** Changes the URL and the events. The secret stays; turning it on and off is a button in the list. */
export function EditWebhook({ webhook, readAgain, onSaved, onCancel }: EditWebhookProps) {
  const client = useApolloClient();
  const { id, version } = webhook;
  return (
    <WebhookForm
      id={`webhook-${id}`}
      first={webhook}
      verb="Save webhook"
      fallback="The webhook could not be changed. Try again."
      send={async ({ url, events }, key) => {
        const saved = tickedOf(webhook);
        let { isEnabled } = webhook;
        await saveMerged({
          version,
          write: (against, isAgain) =>
            mutate({ client, key: isAgain ? crypto.randomUUID() : key }, ChangeWebhookDocument, {
              id,
              version: against,
              url,
              events: [...events],
              isEnabled,
            }),
          async readAgain() {
            const now = await readAgain();
            ({ isEnabled } = now);
            return now;
          },
          isUntouched: (now) => isEqual(tickedOf(now), saved),
        });
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

/** Each event by itself, so that two people can each select one. Paths are split at dots. */
interface Ticked {
  url: string;
  events: Record<string, boolean>;
}
const keyOf = (type: string) => type.replaceAll('.', '/');
const tickedOf = ({ url, events }: Fields): Ticked => ({
  url,
  events: Object.fromEntries(AGENT_LEAD_NEWS.map((type) => [keyOf(type), events.includes(type)])),
});
const nameOf = (path: string) => {
  const type = AGENT_LEAD_NEWS.find((one) => path === `events.${keyOf(one)}`);
  return type ? newsLabel(type) : 'Address';
};

function WebhookForm({ id, first, verb, fallback, send, onCancel }: WebhookFormProps) {
  const merged = useMergedDraft(tickedOf(first), useState<Typed<Ticked> | null>(null));
  const { url, events: ticked } = merged.values;
  const events = AGENT_LEAD_NEWS.filter((type) => ticked[keyOf(type)]);
  const key = useSendKey({ url, events });
  const [urlId, eventsId] = [`${id}-url`, `${id}-events`];
  const { busy, attempt, errors, problem, submit } = useSubmit({
    errors: {
      [urlId]: !URL.canParse(url.trim()) && 'Give a whole address, such as https://example.com/hooks.',
      [eventsId]: events.length === 0 && 'Choose at least one event.',
    },
    names: { url: urlId, events: eventsId },
    send: () => send({ url: url.trim(), events }, key),
    done: merged.drop,
    fallback,
    refused: isConflict,
  });
  const shown = attempt > 0 ? errors : {};
  return (
    <form noValidate className="space-y-4" onSubmit={(event) => void submit(event)}>
      <MergeConflict
        what="this webhook"
        attempt={attempt}
        taken={merged.taken}
        conflicts={merged.conflicts}
        nameOf={nameOf}
        show={String}
        onChoose={merged.choose}
      />
      {problem && <Callout color="red" role="alert" title={problem} />}
      <Field label="Address" id={urlId} error={errors[urlId]} help="It must begin with https://.">
        <Input
          type="url"
          maxLength={500}
          autoComplete="off"
          value={url}
          onChange={(event) => merged.change({ url: event.currentTarget.value })}
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
              onChange={(event) => merged.change({ events: { ...ticked, [keyOf(type)]: event.currentTarget.checked } })}
            />
          ))}
        </div>
      </fieldset>
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={busy} disabled={merged.conflicts.length > 0}>
          {verb}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
