import { useApolloClient } from '@apollo/client/react';
import {
  AddMailTemplateDocument,
  ChangeMailTemplateDocument,
  type MailTemplateFragment,
} from '#src/generated/graphql/graphql.ts';
import {
  fillBlanks,
  MAIL_BLANKS,
  MAIL_NAME_LENGTH,
  MAIL_SUBJECT_LENGTH,
  MAIL_TEXT_LENGTH,
  wrongBlanks,
} from '#src/machines/mail-template/mail-blanks.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { FormErrors } from '#src/views/ui/form-errors.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { MergeConflict } from '#src/views/ui/merge-conflict.tsx';
import { isEqual } from '#src/machines/draft/merge-draft.ts';
import { mutate } from '#src/views/ui/mutate.ts';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { Textarea } from '#src/views/ui/textarea.tsx';
import { useDraft } from '#src/views/ui/use-draft.ts';
import { isConflict, saveMerged, type Typed, useMergedDraft } from '#src/views/ui/use-merged-draft.ts';
import { useSendKey } from '#src/views/ui/use-send-key.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';

export type TemplateWords = Pick<MailTemplateFragment, 'name' | 'subject' | 'text'>;

interface MailTemplateFormProps {
  /** The template as saved now; null for a new one. */
  template: MailTemplateFragment | null;
  /** The initial text, if it is an earlier version. */
  from?: TemplateWords | undefined;
  readAgain: (id: string) => Promise<MailTemplateFragment>;
  onClose: () => void;
  onSaved: () => void;
}

const EMPTY: TemplateWords = { name: '', subject: '', text: '' };
const NAMES: Record<string, string> = { name: 'Name', subject: 'Subject', text: 'Message' };

/** The text of a template. The draft is kept on this device until it is saved. */
export function MailTemplateForm({ template, from, readAgain, onClose, onSaved }: MailTemplateFormProps) {
  const client = useApolloClient();
  const notify = useNotify();
  const saved = template ? pick(template) : EMPTY;
  const [kept, keep] = useDraft<Typed<TemplateWords>>(`mail-template.${template?.id ?? 'new'}`, 2);
  const merged = useMergedDraft(saved, [kept ?? (from ? { base: saved, fields: from } : null), keep]);
  const { values: draft, conflicts, taken, change } = merged;
  const id = `template-${template?.id ?? 'new'}`;
  const ids = { name: `${id}-name`, subject: `${id}-subject`, text: `${id}-text` };
  const key = useSendKey({ id, version: template?.version, ...draft });
  const form = useSubmit({
    errors: {
      [ids.name]: draft.name.trim() === '' && 'Give the template a name.',
      [ids.subject]: draft.subject.trim() === '' ? 'Enter a subject.' : wrongBlanks(draft.subject)[0],
      [ids.text]: draft.text.trim() === '' ? 'Write the email first.' : wrongBlanks(draft.text)[0],
    },
    send: () =>
      template
        ? saveMerged({
            version: template.version,
            write: (version, isAgain) =>
              mutate({ client, key: isAgain ? crypto.randomUUID() : key }, ChangeMailTemplateDocument, {
                id: template.id,
                version,
                ...draft,
              }),
            readAgain: () => readAgain(template.id),
            isUntouched: (now) => isEqual(pick(now), saved),
          })
        : mutate({ client, key }, AddMailTemplateDocument, draft),
    done: () => {
      merged.drop();
      notify.done('Template saved');
      onSaved();
    },
    fallback: 'The template could not be saved. It is kept; try again.',
    names: ids,
    refused: isConflict,
  });
  return (
    <form noValidate className="space-y-4" onSubmit={(event) => void form.submit(event)}>
      <MergeConflict
        what="this template"
        attempt={form.attempt}
        taken={taken}
        conflicts={conflicts}
        nameOf={(path) => NAMES[path]!}
        show={(value) => (value as string) || 'nothing'}
        onChoose={merged.choose}
      />
      <FormErrors errors={form.errors} attempt={form.attempt} />
      {form.problem && <Callout color="red" role="alert" title={form.problem} />}
      <Field label="Name" id={ids.name} error={form.errors[ids.name]} help="Only your team sees it.">
        <Input
          maxLength={MAIL_NAME_LENGTH}
          value={draft.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
      </Field>
      <Field label="Subject" id={ids.subject} error={form.errors[ids.subject]}>
        <Input
          maxLength={MAIL_SUBJECT_LENGTH}
          value={draft.subject}
          onChange={(event) => change({ subject: event.currentTarget.value })}
        />
      </Field>
      <Field
        label="Message"
        id={ids.text}
        error={form.errors[ids.text]}
        help="Write blanks such as {{client first name}}. An empty line begins a new paragraph."
      >
        <Textarea
          rows={8}
          maxLength={MAIL_TEXT_LENGTH}
          value={draft.text}
          onChange={(event) => change({ text: event.currentTarget.value })}
        />
      </Field>
      <Sample {...draft} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={form.busy} disabled={conflicts.length > 0}>
          Save template
        </Button>
        <Button
          variant="ghost"
          onClick={() => {
            merged.drop();
            onClose();
          }}
        >
          {kept ? 'Discard changes' : 'Cancel'}
        </Button>
      </div>
    </form>
  );
}

const pick = ({ name, subject, text }: MailTemplateFragment): TemplateWords => ({ name, subject, text });

/** The blanks with sample values, and the template as a recipient would read it. */
function Sample({ subject, text }: TemplateWords) {
  return (
    <details className="text-gray-600">
      <summary className="font-medium">Blanks and a sample</summary>
      <ul className="mt-2 space-y-1">
        {Object.entries(MAIL_BLANKS).map(([name, sample]) => (
          <li key={name} className="wrap-anywhere">
            <span className="font-mono text-gray-900">{`{{${name}}}`}</span> {sample}
          </li>
        ))}
      </ul>
      <p className="mt-3 rounded-lg border border-gray-200 bg-gray-50 px-4 py-3 whitespace-pre-line wrap-anywhere">
        <span className="font-medium">{fillBlanks(subject, MAIL_BLANKS).text}</span>
        {'\n\n'}
        {fillBlanks(text, MAIL_BLANKS).text}
      </p>
    </details>
  );
}
