import { useApolloClient, useQuery } from '@apollo/client/react';
import { PencilIcon, TrashIcon } from '@heroicons/react/24/outline';
import { useState } from 'react';
import {
  AddStateLeadNoteDocument,
  DeleteStateLeadNoteDocument,
  EditStateLeadNoteDocument,
  StateLeadNotesDocument,
} from '#src/generated/graphql/graphql.ts';
import { Button, IconButton } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { useLive } from '#src/views/ui/live-context.ts';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { useWrite } from '#src/views/ui/use-write.ts';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { Textarea } from '#src/views/ui/textarea.tsx';
import { useDraft } from '#src/views/ui/use-draft.ts';
import { useSendKey } from '#src/views/ui/use-send-key.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';
import type { StateNote } from './state-lead-names.ts';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';

const ConfirmDialog = lazy(() =>
  import('#src/views/ui/confirm-dialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

/** The notes of the mover and the assistants about a lead. */
export function StateLeadNotes({ leadId, reader }: { leadId: string; reader: string }) {
  const client = useApolloClient();
  const { data, error, refetch } = useQuery(StateLeadNotesDocument, { variables: { leadId } });
  const again = () => void refetch().catch(() => {});
  useLive('state-lead', again, leadId);
  const [editing, setEditing] = useState<string | null>(null);
  const [asked, setAsked] = useState<StateNote | null>(null);
  const notify = useNotify();
  const { busy, write } = useWrite();
  const notes = data?.stateLeadNotes;
  /** Every response contains the whole list. */
  const show = (now: StateNote[] | undefined) =>
    now &&
    client.writeQuery({
      query: StateLeadNotesDocument,
      variables: { leadId },
      data: { __typename: 'Query', stateLeadNotes: now },
    });

  const remove = ({ id }: StateNote) =>
    write({
      send: () => client.mutate({ mutation: DeleteStateLeadNoteDocument, variables: { id } }),
      done({ data: after }) {
        show(after!.deleteStateLeadNote);
        notify.done('Note deleted');
      },
      failed: 'Couldn’t delete the note. Try again.',
    }).then(() => setAsked(null));

  return (
    <div className="space-y-3">
      <NoteForm leadId={leadId} reader={reader} onSaved={show} />
      {error && !notes && <FailedState title="The notes could not be loaded" onRetry={again} />}
      {!error && !notes && (
        <Loading label="Loading the notes…">
          <TextBones lines={3} />
        </Loading>
      )}
      {notes && notes.length > 0 && (
        <ul aria-label="Notes" className="divide-y divide-gray-100 border-t border-gray-100">
          {notes.map((note) =>
            editing === note.id ? (
              <li key={note.id} className="py-2.5">
                <NoteForm
                  leadId={leadId}
                  reader={reader}
                  note={note}
                  onSaved={(now) => {
                    show(now);
                    setEditing(null);
                  }}
                  onCancel={() => setEditing(null)}
                />
              </li>
            ) : (
              <li key={note.id} className="flex items-start gap-1 py-2.5">
                <div className="min-w-0 flex-1">
                  <p className="whitespace-pre-line wrap-anywhere">{note.text}</p>
                  <p className="text-gray-500">
                    {note.author} · <RelativeTime instant={note.createdAt} />
                    {note.editedAt && ' · edited'}
                  </p>
                </div>
                {note.isOwn && (
                  <>
                    <IconButton
                      label={`Edit the note: ${note.text.slice(0, 40)}`}
                      size="sm"
                      icon={<PencilIcon />}
                      onClick={() => setEditing(note.id)}
                    />
                    <IconButton
                      label={`Delete the note: ${note.text.slice(0, 40)}`}
                      size="sm"
                      icon={<TrashIcon />}
                      onClick={() => setAsked(note)}
                    />
                  </>
                )}
              </li>
            ),
          )}
        </ul>
      )}
      {asked && (
        <LazyBoundary>
          <ConfirmDialog
            open
            onClose={() => setAsked(null)}
            title="Delete this note?"
            confirm="Delete note"
            busy={busy !== null}
            onConfirm={() => void remove(asked)}
          >
            The text is removed for everyone in your company.
          </ConfirmDialog>
        </LazyBoundary>
      )}
    </div>
  );
}

interface NoteFormProps {
  leadId: string;
  /** The owner of the unsaved note on this device. */
  reader: string;
  note?: StateNote;
  onSaved: (notes: StateNote[] | undefined) => void;
  onCancel?: () => void;
}

function NoteForm({ leadId, reader, note, onSaved, onCancel }: NoteFormProps) {
  const client = useApolloClient();
  const notify = useNotify();
  const [draft, keep] = useDraft<{ text: string }>(`state-note.${reader}.${note?.id ?? leadId}`);
  const text = draft?.text ?? note?.text ?? '';
  const key = useSendKey({ leadId, text: text.trim() });
  const id = note ? `note-${note.id}` : 'note';
  const form = useSubmit({
    errors: { [id]: text.trim() === '' && 'Write a note first.' },
    send: async () => {
      const context = { headers: { 'idempotency-key': key } };
      if (!note) {
        const variables = { leadId, text: text.trim() };
        const { data } = await client.mutate({
          mutation: AddStateLeadNoteDocument,
          variables,
          context,
          // A note creates a new version of the lead, which the author's next action must name.
          refetchQueries: ['StateLead'],
          awaitRefetchQueries: true,
        });
        return data!.addStateLeadNote;
      }
      return (
        await client.mutate({
          mutation: EditStateLeadNoteDocument,
          variables: { id: note.id, text: text.trim() },
          context,
        })
      ).data!.editStateLeadNote;
    },
    done: (notes) => {
      keep(null);
      notify.done(note ? 'Note changed' : 'Note added');
      onSaved(notes);
    },
    fallback: 'Couldn’t save the note. Try again.',
    names: { text: id },
  });
  return (
    <form noValidate className="space-y-2" onSubmit={(event) => void form.submit(event)}>
      {form.problem && <Callout color="red" title={form.problem} />}
      <Field label={note ? 'Note' : 'New note'} id={id} error={form.errors[id]}>
        <Textarea
          rows={2}
          maxLength={5000}
          value={text}
          onChange={(event) => keep({ text: event.currentTarget.value })}
        />
      </Field>
      <div className="flex gap-2">
        <Button type="submit" size="sm" busy={form.busy}>
          {note ? 'Save note' : 'Add note'}
        </Button>
        {onCancel && (
          <Button
            size="sm"
            variant="ghost"
            onClick={() => {
              keep(null);
              onCancel();
            }}
          >
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
