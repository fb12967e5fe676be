import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { SaveAssistantSettingsDocument, type SettingsFragment } from '#src/generated/graphql/graphql.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { mutate } from '#src/views/ui/mutate.ts';
import { useWrite } from '#src/views/ui/use-write.ts';
import { testAssistant, useServiceTest } from './service-test.tsx';
import { SettingsForm } from './settings-form.tsx';
import { NAMES, showSetting } from './setting-names.ts';
import type { SectionProps } from './use-settings.ts';

interface Fields {
  url: string | null;
  model: string | null;
}
const valuesOf = ({ assistant: { url, model } }: SettingsFragment): Fields => ({
  url: url ?? null,
  model: model ?? null,
});

/** The AI service that answers clients in the chat. */
export function AssistantForm({ settings, readAgain }: SectionProps) {
  const client = useApolloClient();
  const { assistant } = settings;
  const names = NAMES.assistant;
  return (
    <SettingsForm<Fields>
      section="assistant"
      saved={valuesOf(settings)}
      version={assistant.version}
      names={{ url: names.url, model: names.model }}
      show={showSetting}
      check={({ url, model }) => ({
        url: url !== null && !/^https?:\/\/[^\s/]/.test(url) && 'Address must start with https:// or http://.',
        model: url !== null && model === null && 'Enter the model.',
      })}
      write={(version, changed, key) => mutate({ client, key }, SaveAssistantSettingsDocument, { version, ...changed })}
      readAgain={async () => {
        const now = await readAgain();
        return { version: now.assistant.version, values: valuesOf(now) };
      }}
      done="AI service saved"
    >
      {({ values, change, of }) => (
        <>
          <Field
            label={names.url}
            optional
            help="Of a service that speaks the OpenAI protocol, such as https://api.example/v1. Without it, the scripted assistant answers. For another address, the key must be entered again."
            {...of('url')}
          >
            <Input
              type="url"
              maxLength={500}
              value={values.url ?? ''}
              onChange={(event) => change({ url: event.currentTarget.value.trim() || null })}
            />
          </Field>
          <Field label={names.model} {...of('model')}>
            <Input
              maxLength={200}
              autoComplete="off"
              value={values.model ?? ''}
              onChange={(event) => change({ model: event.currentTarget.value.trim() || null })}
            />
          </Field>
        </>
      )}
    </SettingsForm>
  );
}

/** The service's key is write-only, and not kept as a draft either. */
export function AssistantKey({ settings, readAgain }: SectionProps) {
  const client = useApolloClient();
  const { version, hasKey, url } = settings.assistant;
  const [key, setKey] = useState('');
  const { busy, write } = useWrite();
  const { busy: isTesting, said, run } = useServiceTest(testAssistant);

  const save = (next: string | null) =>
    write({
      name: next === null ? 'remove' : 'save',
      send: () => client.mutate({ mutation: SaveAssistantSettingsDocument, variables: { version, key: next } }),
      done: next === null ? 'Key removed' : 'Key saved',
      failed: 'Couldn’t save the key. Try again.',
      refused: () => void readAgain().catch(() => {}),
    }).then((isDone) => isDone && setKey(''));

  return (
    <form
      noValidate
      className="max-w-160 space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (key !== '' && busy === null) void save(key);
      }}
    >
      <Field
        label={NAMES.assistant.key}
        id="assistant-key"
        help={hasKey ? 'A key is saved. It’s never shown; a new one replaces it.' : 'No key is saved.'}
      >
        <Input
          type="password"
          autoComplete="off"
          maxLength={500}
          value={key}
          onChange={(event) => setKey(event.currentTarget.value.trim())}
        />
      </Field>
      {said && <Callout color={said.isRight ? 'green' : 'red'} role="status" title={said.says} />}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" busy={busy === 'save'} disabled={key === ''}>
          Save key
        </Button>
        {hasKey && (
          <Button variant="ghost" busy={busy === 'remove'} onClick={() => void save(null)}>
            Remove key
          </Button>
        )}
        <Button busy={isTesting} disabled={!url} onClick={run}>
          Test the service
        </Button>
      </div>
    </form>
  );
}
