import { useApolloClient } from '@apollo/client/react';
import { EditAttachmentDocument, type LeadFilesFragment } from '#src/generated/graphql/graphql.ts';
import { Callout } from '#src/views/ui/callout.tsx';
import { Checkbox } from '#src/views/ui/checkbox.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { FormDialog } from '#src/views/ui/form-dialog.tsx';
import { FormErrors } from '#src/views/ui/form-errors.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { mutate } from '#src/views/ui/mutate.ts';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { problemOf } from '#src/views/ui/problem.ts';
import { Textarea } from '#src/views/ui/textarea.tsx';
import { useDraft } from '#src/views/ui/use-draft.ts';
import { useSendKey } from '#src/views/ui/use-send-key.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';

export type Attachment = LeadFilesFragment['attachments'][number];

interface Details {
  name: string;
  note: string;
  isVisibleToCarriers: boolean;
}
/** The edited details, and the version and details that they started from. */
type Draft = Details & { base: Details & { version: number } };

const detailsOf = ({ name, note, isVisibleToCarriers }: Attachment): Details => ({
  name,
  note: note ?? '',
  isVisibleToCarriers,
});

/** The file as a colleague has left it, in words. */
const nowText = ({ name, note, isVisibleToCarriers }: Details): string =>
  [`“${name}”`, note ? `with the note “${note}”` : 'without a note', isVisibleToCarriers && 'shown to carriers']
    .filter(Boolean)
    .join(', ');

interface FileDialogProps {
  /** As it is now: a colleague may change it while the dialog is open. */
  attachment: Attachment;
  onClose: () => void;
  /** The file was changed since it was loaded. */
  onStale: () => void;
}

/** Renames a file, annotates it, and sets who sees it. What was typed is kept until it is saved or canceled. */
export function FileDialog({ attachment, onClose, onStale }: FileDialogProps) {
  const client = useApolloClient();
  const notify = useNotify();
  const [kept, keep] = useDraft<Draft>(`file.${attachment.id}`);
  const now = detailsOf(attachment);
  const draft = kept ?? { ...now, base: { ...now, version: attachment.version } };
  const { base } = draft;
  const edit = (part: Partial<Details>) => keep({ ...draft, ...part });
  const name = draft.name.trim();
  const note = draft.note.trim();
  // Only what was edited is sent, so that a colleague's other changes stay.
  const changes = {
    ...(name !== base.name && { name }),
    ...(note !== base.note && { note: note || null }),
    ...(draft.isVisibleToCarriers !== base.isVisibleToCarriers && { isVisibleToCarriers: draft.isVisibleToCarriers }),
  };
  const sent = { id: attachment.id, version: attachment.version, ...changes };
  const key = useSendKey(sent);
  const form = useSubmit({
    errors: { 'file-name': name === '' && 'Give the file a name.' },
    send: () => mutate({ client, key }, EditAttachmentDocument, sent),
    done: () => {
      keep(null);
      notify.done('Changes saved');
      onClose();
    },
    fallback: 'Couldn’t change the file. Try again.',
    names: { name: 'file-name', note: 'file-note' },
    refused: (error) => {
      if (problemOf(error).status === 409) onStale();
      return false;
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      onCancel={() => {
        keep(null);
        onClose();
      }}
      title={`Edit ${attachment.name}`}
      size="sm"
      verb="Save"
      busy={form.busy}
      disabled={Object.keys(changes).length === 0}
      onSubmit={(event) => void form.submit(event)}
    >
      <FormErrors errors={form.errors} attempt={form.attempt} />
      {base.version === attachment.version
        ? form.problem && <Callout color="red" title={form.problem} />
        : kept && (
            <Callout color="amber" title="Someone changed this file after you started">
              It is now {nowText(now)}. Saving replaces only what you’ve changed.
            </Callout>
          )}
      <Field label="Name" id="file-name" error={form.errors['file-name']}>
        <Input value={draft.name} maxLength={150} onChange={(event) => edit({ name: event.currentTarget.value })} />
      </Field>
      <Field label="Note" id="file-note" optional error={form.errors['file-note']}>
        <Textarea
          value={draft.note}
          maxLength={1000}
          rows={3}
          onChange={(event) => edit({ note: event.currentTarget.value })}
        />
      </Field>
      <Checkbox
        label="Show to carriers on the load board"
        checked={draft.isVisibleToCarriers}
        onChange={(event) => edit({ isVisibleToCarriers: event.currentTarget.checked })}
      />
    </FormDialog>
  );
}
