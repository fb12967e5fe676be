import { useApolloClient, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { SaveStateLeadTextsDocument, StateLeadTextsDocument } from '#src/generated/graphql/graphql.ts';
import {
  fillText,
  MOST_TEXTS,
  TEXT_BLANKS,
  TEXT_LENGTH,
  TEXT_NAME_LENGTH,
  type StateLeadText,
  unknownBlanks,
} from '#src/machines/state-lead/texts.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { FormErrors } from '#src/views/ui/form-errors.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { MergeConflict } from '#src/views/ui/merge-conflict.tsx';
import { isEqual } from '#src/machines/draft/merge-draft.ts';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { Textarea } from '#src/views/ui/textarea.tsx';
import { useDraft } from '#src/views/ui/use-draft.ts';
import { isConflict, saveMerged, type Typed, useMergedDraft } from '#src/views/ui/use-merged-draft.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';

/** The text messages of a business; the draft is kept until it is saved or discarded. */
export default function TextsForm() {
  const { data, error, refetch } = useQuery(StateLeadTextsDocument, { fetchPolicy: 'cache-and-network' });
  const saved = data?.stateLeadTexts;
  if (error && !saved)
    return <FailedState title="Your texts could not be loaded" onRetry={() => void refetch().catch(() => {})} />;
  if (!saved) {
    return (
      <Loading label="Loading your texts…">
        <TextBones lines={6} />
      </Loading>
    );
  }
  return <Texts saved={saved} readAgain={async () => (await refetch()).data?.stateLeadTexts ?? saved} />;
}

interface Saved {
  business: string;
  texts: readonly StateLeadText[];
  version: number;
}

interface Fields {
  texts: readonly StateLeadText[];
}
const fieldsOf = (saved: Saved): Fields => ({ texts: saved.texts.map(({ name, text }) => ({ name, text })) });

/** "Text 2, name", or all of them if one was added or removed. */
const nameOf = (path: string) => {
  const [, index, part] = path.split('.');
  return index === undefined ? 'Texts' : `Text ${Number(index) + 1}${part === 'name' ? ', name' : ''}`;
};
const show = (value: unknown) =>
  typeof value === 'string'
    ? value || 'nothing'
    : (value as readonly StateLeadText[]).map(({ name, text }) => `${name}: ${text}`).join('\n\n') || 'no texts';

function Texts({ saved, readAgain }: { saved: Saved; readAgain: () => Promise<Saved> }) {
  const client = useApolloClient();
  const notify = useNotify();
  const draft = useDraft<Typed<Fields>>('state-lead-texts', 2);
  const merged = useMergedDraft(fieldsOf(saved), draft);
  const { texts } = merged.values;
  const [focused, setFocused] = useState<number | null>(null);
  const change = (next: readonly StateLeadText[]) => merged.change({ texts: next });
  const edit = (index: number, part: Partial<StateLeadText>) =>
    change(texts.map((one, at) => (at === index ? { ...one, ...part } : one)));
  const { busy, attempt, errors, problem, submit } = useSubmit({
    errors: Object.fromEntries(
      texts.flatMap(({ name, text }, index) => {
        const [blank] = unknownBlanks(text);
        return [
          [`text-name-${index}`, !name.trim() && 'Enter a name.'],
          [
            `text-${index}`,
            !text.trim()
              ? 'Write the text.'
              : blank !== undefined && `{${blank}} is not a blank. Use one of those above.`,
          ],
        ];
      }),
    ),
    send: () =>
      saveMerged({
        version: saved.version,
        write: (version) =>
          client.mutate({ mutation: SaveStateLeadTextsDocument, variables: { texts: [...texts], version } }),
        readAgain,
        isUntouched: (now) => isEqual(fieldsOf(now), fieldsOf(saved)),
      }),
    done: () => {
      merged.drop();
      notify.done('Texts saved');
      void readAgain().catch(() => {});
    },
    refused: isConflict,
    fallback: 'Couldn’t save the texts. Try again.',
    names: Object.fromEntries(
      texts.flatMap((_, index) => [
        [`texts.${index}.name`, `text-name-${index}`],
        [`texts.${index}.text`, `text-${index}`],
      ]),
    ),
  });
  const example = {
    name: 'Casey',
    route: 'Columbus, OH to Chicago, IL',
    date: 'Fri, Dec 4',
    business: saved.business,
    me: 'you',
  };
  return (
    <form noValidate className="max-w-160 space-y-4" onSubmit={(event) => void submit(event)}>
      <MergeConflict
        what="your texts"
        attempt={attempt}
        taken={merged.taken}
        conflicts={merged.conflicts}
        nameOf={nameOf}
        show={show}
        onChoose={merged.choose}
      />
      {problem && <Callout color="red" title={problem} />}
      <FormErrors errors={errors} attempt={attempt} />
      <p className="text-gray-600">
        Blanks are filled in for each lead:{' '}
        {Object.entries(TEXT_BLANKS)
          .map(([blank, means]) => `{${blank}} ${means}`)
          .join(', ')}
        .
      </p>
      {texts.map(({ name, text }, index) => (
        <fieldset
          // Texts have no identifier that would survive editing.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          aria-label={name || `Text ${index + 1}`}
          className="space-y-4 rounded-md border border-gray-200 p-4"
        >
          <Field label="Name" id={`text-name-${index}`} error={errors[`text-name-${index}`]}>
            <Input
              maxLength={TEXT_NAME_LENGTH}
              value={name}
              onChange={(event) => edit(index, { name: event.currentTarget.value })}
            />
          </Field>
          <Field
            label="Text"
            id={`text-${index}`}
            error={errors[`text-${index}`]}
            help={focused === index ? `Reads: ${fillText(text, example)}` : undefined}
          >
            <Textarea
              rows={3}
              maxLength={TEXT_LENGTH}
              value={text}
              onFocus={() => setFocused(index)}
              onChange={(event) => edit(index, { text: event.currentTarget.value })}
            />
          </Field>
          <Button size="sm" onClick={() => change(texts.filter((_, at) => at !== index))}>
            Remove
          </Button>
        </fieldset>
      ))}
      <div className="flex flex-wrap gap-2">
        {texts.length < MOST_TEXTS && (
          <Button onClick={() => change([...texts, { name: '', text: '' }])}>Add a text</Button>
        )}
        {merged.isChanged && (
          <>
            <Button onClick={merged.drop}>Discard changes</Button>
            <Button variant="primary" type="submit" busy={busy} disabled={merged.conflicts.length > 0}>
              Save texts
            </Button>
          </>
        )}
      </div>
    </form>
  );
}
