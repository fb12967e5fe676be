import { useApolloClient } from '@apollo/client/react';
import { TrashIcon } from '@heroicons/react/24/outline';
import { useState } from 'react';
import {
  AddCarrierNoteDocument,
  type CarrierNotesFragment,
  DeleteCarrierNoteDocument,
} from '#src/generated/graphql/graphql.ts';
import { Button, IconButton } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Card } from '#src/views/ui/card.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { useWrite } from '#src/views/ui/use-write.ts';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';
import { Textarea } from '#src/views/ui/textarea.tsx';
import { useDraft } from '#src/views/ui/use-draft.ts';
import { useSendKey } from '#src/views/ui/use-send-key.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';

const ConfirmDialog = lazy(() =>
  import('#src/views/ui/confirm-dialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

type Note = CarrierNotesFragment['notes'][number];

/** Agents' notes about the carrier, which never sees them. */
export function CarrierNotes({ carrier: { id, notes } }: { carrier: CarrierNotesFragment }) {
  return (
    <Card title="Notes" flush>
      <AddNote carrierId={id} />
      {notes.length === 0 ? (
        <p className="px-4 py-3 text-gray-600">No notes yet.</p>
      ) : (
        <NoteList carrierId={id} notes={notes} />
      )}
    </Card>
  );
}

function AddNote({ carrierId }: { carrierId: string }) {
  const client = useApolloClient();
  const notify = useNotify();
  const [draft, keep] = useDraft<{ text: string }>(`carrier-note.${carrierId}`);
  const text = draft?.text ?? '';
  const key = useSendKey({ carrierId, text: text.trim() });
  const form = useSubmit({
    errors: { note: text.trim() === '' && 'Write a note first.' },
    send: () =>
      client.mutate({
        mutation: AddCarrierNoteDocument,
        variables: { carrierId, text: text.trim() },
        context: { headers: { 'idempotency-key': key } },
      }),
    done: () => {
      keep(null);
      notify.done('Note added');
    },
    fallback: 'Couldn’t add the note. Try again.',
    names: { text: 'note' },
  });
  return (
    <form noValidate className="space-y-3 border-b border-gray-100 p-4" onSubmit={(event) => void form.submit(event)}>
      {form.problem && <Callout color="red" title={form.problem} />}
      <Field label="New note" id="note" error={form.errors.note} help="For agents only. The carrier does not see it.">
        <Textarea
          rows={2}
          maxLength={2000}
          value={text}
          onChange={(event) => {
            form.reset();
            keep(event.currentTarget.value === '' ? null : { text: event.currentTarget.value });
          }}
        />
      </Field>
      <Button type="submit" busy={form.busy}>
        Add note
      </Button>
    </form>
  );
}

function NoteList({ carrierId, notes }: { carrierId: string; notes: readonly Note[] }) {
  const client = useApolloClient();
  const [asked, setAsked] = useState<Note | null>(null);
  const { busy, write } = useWrite();

  const remove = ({ id }: Note) =>
    write({
      send: () => client.mutate({ mutation: DeleteCarrierNoteDocument, variables: { carrierId, id } }),
      done: 'Note deleted',
      failed: 'Couldn’t delete the note. Try again.',
    }).then(() => setAsked(null));

  return (
    <>
      <ul aria-label="Notes" className="divide-y divide-gray-100">
        {notes.map((note) => (
          <li key={note.id} className="flex items-start gap-3 py-2.5 pr-2 pl-4">
            {note.deletedAt ? (
              <p className="min-w-0 flex-1 text-gray-500">
                {note.deletedBy} deleted a note by {note.deletedBy === note.author ? 'themselves' : note.author} ·{' '}
                <RelativeTime instant={note.deletedAt} />
              </p>
            ) : (
              <>
                <div className="min-w-0 flex-1">
                  <p className="whitespace-pre-line wrap-anywhere">{note.text}</p>
                  <p className="text-gray-500">
                    {note.author} · <RelativeTime instant={note.createdAt} />
                  </p>
                </div>
                <IconButton
                  label={`Delete the note by ${note.author}: ${note.text.slice(0, 40)}`}
                  size="sm"
                  icon={<TrashIcon />}
                  onClick={() => setAsked(note)}
                />
              </>
            )}
          </li>
        ))}
      </ul>
      {asked && (
        <LazyBoundary>
          <ConfirmDialog
            open
            onClose={() => setAsked(null)}
            title={`Delete the note by ${asked.author}?`}
            confirm="Delete note"
            busy={busy !== null}
            onConfirm={() => void remove(asked)}
          >
            The text is removed for everyone. The page keeps a record that you deleted it.
          </ConfirmDialog>
        </LazyBoundary>
      )}
    </>
  );
}
