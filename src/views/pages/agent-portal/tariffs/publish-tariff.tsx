import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { PublishTariffDocument } from '#src/generated/graphql/graphql.ts';
import type { Tariff } from '#src/machines/tariff/tariff.ts';
import { Callout } from '#src/views/ui/callout.tsx';
import { FormDialog } from '#src/views/ui/form-dialog.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { mutate } from '#src/views/ui/mutate.ts';
import { problemOf } from '#src/views/ui/problem.ts';
import { useSendKey } from '#src/views/ui/use-send-key.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';
import { toWire } from './tariff-draft.ts';

interface PublishTariffProps {
  tariff: Tariff;
  /** The version that it replaces; 0 for none. */
  from: number;
  /** The suggested description of the change. */
  proposed?: string;
  onClose: () => void;
  onDone: () => void;
  /** Someone else published meanwhile. */
  onStale: () => void;
}

/** Asks for a description of the change, and publishes. */
export function PublishTariff({ tariff, from, proposed = '', onClose, onDone, onStale }: PublishTariffProps) {
  const client = useApolloClient();
  const [comment, setComment] = useState(proposed);
  const key = useSendKey({ tariff, from, comment });
  const { busy, errors, problem, submit } = useSubmit({
    errors: { 'publish-comment': comment.trim() === '' && 'Describe what changed.' },
    send: () =>
      mutate({ client, key }, PublishTariffDocument, {
        version: from,
        input: { comment: comment.trim(), rules: toWire(tariff) },
      }),
    done: onDone,
    fallback: 'Couldn’t publish the tariff. Your draft is kept; try again.',
    names: { comment: 'publish-comment' },
    refused(error) {
      const isStale = problemOf(error).status === 409;
      if (isStale) onStale();
      return isStale;
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      size="sm"
      title={`Publish version ${from + 1}?`}
      verb="Publish"
      busy={busy}
      onSubmit={(event) => void submit(event)}
    >
      {problem && <Callout color="red" title={problem} />}
      <p className="text-gray-600">
        New estimates use it right away. Saved estimates keep the version that priced them.
      </p>
      <Field label="What changed" id="publish-comment" error={errors['publish-comment']}>
        <Input
          data-autofocus
          value={comment}
          maxLength={500}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
      </Field>
    </FormDialog>
  );
}
