import { useApolloClient } from '@apollo/client/react';
import { EllipsisHorizontalIcon, PencilSquareIcon, PhoneIcon } from '@heroicons/react/24/outline';
import { type ReactNode, useState } from 'react';
import { DeleteLeadNoteDocument, EditLeadNoteDocument } from '#src/generated/graphql/graphql.ts';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';
import { Menu } from '#src/views/ui/menu.tsx';
import { mutate } from '#src/views/ui/mutate.ts';
import { useWrite } from '#src/views/ui/use-write.ts';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';
import { callText, type LeadNote, OUTCOME_NAMES, shortNote } from './note-names.ts';

const ConfirmDialog = lazy(() =>
  import('#src/views/ui/confirm-dialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);
const NoteForm = lazy(() => import('./note-form.tsx'));

interface NoteEntryProps {
  leadId: string;
  note: LeadNote;
  /** The person viewing it: only the author can change it. */
  readerId: string;
  /** Why nothing can be changed; null if it can. */
  offBecause: string | null;
}

/** Highlights mentions. */
function withNames(text: string, mentions: LeadNote['mentions']): ReactNode {
  const names = mentions.map(({ name }) => `@${name}`).toSorted((one, other) => other.length - one.length);
  if (names.length === 0) return text;
  const parts: ReactNode[] = [];
  for (let rest = text; rest !== '';) {
    const [name, at] = names
      .map((one) => [one, rest.indexOf(one)] as const)
      .filter(([, index]) => index >= 0)
      .toSorted((one, other) => one[1] - other[1])[0] ?? ['', rest.length];
    parts.push(rest.slice(0, at));
    if (name)
      parts.push(
        <span key={parts.length} className="font-medium text-primary-700">
          {name}
        </span>,
      );
    rest = rest.slice(at + name.length);
  }
  return parts;
}

/** A note or a call in the activity of a lead. */
export function NoteEntry({ leadId, note, readerId, offBecause }: NoteEntryProps) {
  const client = useApolloClient();
  const [open, setOpen] = useState<'edit' | 'delete' | 'earlier' | null>(null);
  const { busy, write: writeOnce } = useWrite();
  const { id, version, author, text, earlier, isPinned } = note;
  const isCall = note.kind === 'call';
  const thing = isCall ? 'call' : 'note';
  const notMine = author.id === readerId ? null : `Only ${author.name} can change it.`;

  const write = (done: string, send: () => Promise<unknown>, failed: string) =>
    writeOnce({ send, done, failed }).then(() => setOpen(null));
  const key = () => crypto.randomUUID();
  const pin = () =>
    void write(
      isPinned ? 'Unpinned' : 'Pinned to the top',
      () => mutate({ client, key: key() }, EditLeadNoteDocument, { leadId, id, version, isPinned: !isPinned }),
      'Couldn’t pin it. Try again.',
    );
  const remove = () =>
    void write(
      isCall ? 'Call deleted' : 'Note deleted',
      () => mutate({ client, key: key() }, DeleteLeadNoteDocument, { leadId, id, version }),
      `Couldn’t delete the ${thing}. Try again.`,
    );

  if (open === 'edit')
    return (
      <LazyBoundary>
        <NoteForm leadId={leadId} note={note} onClose={() => setOpen(null)} />
      </LazyBoundary>
    );
  return (
    <div className="flex items-start gap-3">
      <span className="mt-0.5 -mx-1 size-4 shrink-0 text-gray-500">
        {isCall ? <PhoneIcon /> : <PencilSquareIcon />}
      </span>
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">
          <span className="font-medium">{author.name}</span> {isCall ? callText(note.outcome) : 'wrote a note'}
        </p>
        {text && <p className="whitespace-pre-line wrap-anywhere">{withNames(text, note.mentions)}</p>}
        <p className="text-gray-500">
          <RelativeTime instant={note.createdAt} />
          {earlier.length > 0 && (
            <>
              {' · '}
              <button
                type="button"
                className="link"
                aria-expanded={open === 'earlier'}
                onClick={() => setOpen(open === 'earlier' ? null : 'earlier')}
              >
                {open === 'earlier' ? 'Hide earlier wording' : 'Edited'}
              </button>
            </>
          )}
        </p>
        {open === 'earlier' && (
          <ul aria-label="Earlier wording" className="mt-2 space-y-2 text-gray-600">
            {earlier.toReversed().map(({ text: was, outcome, until }) => (
              <li key={until}>
                <p className="whitespace-pre-line wrap-anywhere">
                  {[outcome && OUTCOME_NAMES[outcome], was].filter(Boolean).join(': ')}
                </p>
                <p className="text-gray-500">
                  until <RelativeTime instant={until} />
                </p>
              </li>
            ))}
          </ul>
        )}
      </div>
      <Menu
        label={`More for the ${thing} by ${author.name}: ${shortNote(note)}`}
        className="btn btn-ghost btn-sm btn-icon"
        items={[
          { label: isPinned ? 'Unpin' : 'Pin to the top', offBecause, onSelect: pin },
          { label: 'Edit', offBecause: offBecause ?? notMine, onSelect: () => setOpen('edit') },
          { label: 'Delete', danger: true, offBecause: offBecause ?? notMine, onSelect: () => setOpen('delete') },
        ]}
      >
        <EllipsisHorizontalIcon />
      </Menu>
      {open === 'delete' && (
        <LazyBoundary>
          <ConfirmDialog
            open
            onClose={() => setOpen(null)}
            title={`Delete this ${thing}?`}
            confirm={`Delete ${thing}`}
            busy={busy !== null}
            onConfirm={remove}
          >
            “{shortNote(note)}” is removed for everyone, earlier wording too. The activity keeps a record that you
            deleted it.
          </ConfirmDialog>
        </LazyBoundary>
      )}
    </div>
  );
}
