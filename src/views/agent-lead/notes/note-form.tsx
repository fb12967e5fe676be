import { useApolloClient } from '@apollo/client/react';
import { AddLeadNoteDocument, type CallOutcome, EditLeadNoteDocument } from '#src/generated/graphql/graphql.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Checkbox } from '#src/views/ui/checkbox.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { mutate } from '#src/views/ui/mutate.ts';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { Select } from '#src/views/ui/select.tsx';
import { type Mention, mentionedIn } from '#src/views/ui/mention-textarea.tsx';
import { useDraft } from '#src/views/ui/use-draft.ts';
import { useSendKey } from '#src/views/ui/use-send-key.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';
import { type LeadNote, OUTCOME_NAMES, OUTCOMES } from './note-names.ts';
import { NoteText } from './note-text.tsx';

interface NoteFormProps {
  leadId: string;
  /** The note to correct; omitted for a new one. */
  note?: LeadNote;
  onClose: () => void;
}

interface Draft {
  text: string;
  mentions: Mention[];
  outcome: CallOutcome | null;
  isPinned: boolean;
}

/** Drafts from before mentions have a different shape. */
const KEPT_SHAPE = 2;

/** A new note, or the correction of a note or a call. The draft is kept on this device until it is saved. */
export default function NoteForm({ leadId, note, onClose }: NoteFormProps) {
  const client = useApolloClient();
  const notify = useNotify();
  const { text: before = '', mentions: named = [], outcome: outcomeBefore = null } = note ?? {};
  const [kept, keep] = useDraft<Draft>(`lead-note.${note?.id ?? leadId}`, KEPT_SHAPE);
  const draft = kept ?? { text: before, mentions: [...named], outcome: outcomeBefore, isPinned: false };
  const isCall = note?.kind === 'call';
  const text = draft.text.trim();
  const mentions = mentionedIn(text, draft.mentions).map(({ id: of }) => of);
  const key = useSendKey({ leadId, ...draft, text, version: note?.version });
  const id = note ? `note-${note.id}` : 'new-note';
  const form = useSubmit({
    errors: { [id]: !isCall && text === '' && 'Write a note first.' },
    send: async () => {
      if (note)
        await mutate({ client, key }, EditLeadNoteDocument, {
          leadId,
          id: note.id,
          version: note.version,
          text: text || null,
          mentions,
          ...(isCall && { outcome: draft.outcome }),
        });
      else
        await mutate({ client, key }, AddLeadNoteDocument, {
          leadId,
          input: { kind: 'note', text, mentions, isPinned: draft.isPinned },
        });
    },
    done: () => {
      keep(null);
      notify.done(note ? 'Changes saved' : 'Note added');
      onClose();
    },
    fallback: 'Couldn’t save the note. Try again.',
    names: { text: id },
  });
  return (
    <form noValidate className="space-y-3" onSubmit={(event) => void form.submit(event)}>
      {form.problem && <Callout color="red" title={form.problem} />}
      {isCall && (
        <Field label="How did it end?" id={`${id}-outcome`}>
          <Select
            options={OUTCOMES.map((value) => ({ value, label: OUTCOME_NAMES[value] }))}
            value={draft.outcome ?? ''}
            onChange={(event) => keep({ ...draft, outcome: event.currentTarget.value as CallOutcome })}
          />
        </Field>
      )}
      <Field
        label={isCall ? 'Notes' : note ? 'Note' : 'New note'}
        id={id}
        error={form.errors[id]}
        help={note ? 'The earlier wording stays readable.' : 'For agents only. Type @ to mention a colleague.'}
      >
        <NoteText
          takesFocus
          value={draft.text}
          mentions={draft.mentions}
          onChange={(written, people) => keep({ ...draft, text: written, mentions: people })}
        />
      </Field>
      {!note && (
        <Checkbox
          label="Pin to the top"
          checked={draft.isPinned}
          onChange={(event) => keep({ ...draft, isPinned: event.currentTarget.checked })}
        />
      )}
      <div className="flex gap-2">
        <Button type="submit" size="sm" variant="primary" busy={form.busy}>
          {note ? 'Save changes' : 'Save note'}
        </Button>
        <Button
          size="sm"
          variant="ghost"
          onClick={() => {
            keep(null);
            onClose();
          }}
        >
          Cancel
        </Button>
      </div>
    </form>
  );
}
