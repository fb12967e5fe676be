import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { type MailTemplateChoicesQuery, MailTemplateChoicesDocument } from '#src/generated/graphql/graphql.ts';
import {
  MAIL_BLANKS,
  MAIL_SUBJECT_LENGTH,
  MAIL_TEXT_LENGTH,
  wrongBlanks,
} from '#src/machines/mail-template/mail-blanks.ts';
import { Field } from '#src/views/ui/field.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { Select } from '#src/views/ui/select.tsx';
import { Textarea } from '#src/views/ui/textarea.tsx';

export type MailTemplateChoice = MailTemplateChoicesQuery['mailTemplates'][number];

export interface MailDraft {
  subject: string;
  text: string;
}

export const SUBJECT_ID = 'lead-mail-subject';
export const TEXT_ID = 'lead-mail-text';

/** Errors by field. */
export const wrongWords = ({ subject, text }: MailDraft) => ({
  [SUBJECT_ID]: subject.trim() === '' ? 'Enter a subject.' : wrongBlanks(subject)[0],
  [TEXT_ID]: text.trim() === '' ? 'Write the email first.' : wrongBlanks(text)[0],
});

interface MailFieldsProps {
  draft: MailDraft;
  errors: Readonly<Record<string, string>>;
  onChange: (draft: MailDraft) => void;
  onTemplate: (template: MailTemplateChoice) => void;
  /** Below the text. */
  help: string;
}

/** Selects a template, or custom text. */
export function MailFields({ draft, errors, onChange, onTemplate, help }: MailFieldsProps) {
  const { data } = useQuery(MailTemplateChoicesDocument, { fetchPolicy: 'cache-and-network' });
  const [chosen, setChosen] = useState('');
  const templates = data?.mailTemplates ?? [];
  return (
    <div className="space-y-4">
      {templates.length > 0 && (
        <Field label="Template" optional>
          <Select
            options={[
              { value: '', label: 'None, write it yourself' },
              ...templates.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={chosen}
            onChange={(event) => {
              const id = event.currentTarget.value;
              setChosen(id);
              const template = templates.find((one) => one.id === id);
              if (template) onTemplate(template);
            }}
          />
        </Field>
      )}
      <Field label="Subject" id={SUBJECT_ID} error={errors[SUBJECT_ID]}>
        <Input
          maxLength={MAIL_SUBJECT_LENGTH}
          value={draft.subject}
          onChange={(event) => onChange({ ...draft, subject: event.currentTarget.value })}
        />
      </Field>
      <Field label="Message" id={TEXT_ID} error={errors[TEXT_ID]} help={help}>
        <Textarea
          rows={10}
          maxLength={MAIL_TEXT_LENGTH}
          value={draft.text}
          onChange={(event) => onChange({ ...draft, text: event.currentTarget.value })}
        />
      </Field>
      <details className="text-gray-600">
        <summary className="font-medium">Blanks you can use</summary>
        <ul className="mt-2 space-y-1">
          {Object.entries(MAIL_BLANKS).map(([name, sample]) => (
            <li key={name} className="wrap-anywhere">
              <span className="font-mono text-gray-900">{`{{${name}}}`}</span> {sample}
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}
