import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { ApplyChatDocument, ChatChangesDocument, type ChatChangesQuery } from '#src/generated/graphql/graphql.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Checkbox } from '#src/views/ui/checkbox.tsx';
import { showDate } from '#src/views/ui/dates.ts';
import { Dialog } from '#src/views/ui/dialog.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { useWrite } from '#src/views/ui/use-write.ts';
import { showPhone } from '#src/machines/phone/phone.ts';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import type { WriteChat } from './use-agent-chat.ts';

type Changes = ChatChangesQuery['chatChanges'];

interface ApplyDialogProps {
  chatId: string;
  write: WriteChat;
  onClose: () => void;
  onApplied: () => void;
}

const PHOTOS = 'photos';

/**
 * What would change in the lead, line by line; unwanted changes can be excluded. Nothing changes while it is being
 * read.
 */
export function ApplyDialog({ chatId, write: send, onClose, onApplied }: ApplyDialogProps) {
  const notify = useNotify();
  // Loaded when it opens, and again only if the lead has changed meanwhile.
  const { data, error, refetch, loading } = useQuery(ChatChangesDocument, {
    variables: { id: chatId },
    fetchPolicy: 'no-cache',
    notifyOnNetworkStatusChange: true,
  });
  const [left, setLeft] = useState<readonly string[]>([]);
  const { busy, problem: refusal, write } = useWrite({ inline: 'reasons' });
  const changes = data?.chatChanges;
  const rows = rowsOf(changes);
  const chosen = rows.filter(({ id, may }) => may && !left.includes(id));

  function apply(): void {
    if (!changes || chosen.length === 0) return;
    const details = chosen.flatMap(({ id }) => (id === PHOTOS ? [] : [id]));
    void write({
      send: () =>
        send(
          ApplyChatDocument,
          { id: chatId, leadVersion: changes.leadVersion!, details, photos: chosen.some(({ id }) => id === PHOTOS) },
          crypto.randomUUID(),
        ),
      done() {
        notify.done('The lead is up to date with the chat');
        onApplied();
        onClose();
      },
      failed: 'Nothing was applied. Try again.',
      refused: () => void refetch().catch(() => {}),
    });
  }

  return (
    <Dialog
      open
      onClose={() => !busy && onClose()}
      title="Apply to the lead"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={busy !== null || loading}
            aria-disabled={chosen.length === 0 || undefined}
            onClick={apply}
          >
            {chosen.length === 1 ? 'Apply one change' : `Apply ${chosen.length} changes`}
          </Button>
        </>
      }
    >
      {refusal && !loading && (
        <Callout color="amber" title={refusal} role="status" className="mb-4">
          Review the current values below.
        </Callout>
      )}
      {!changes && loading && (
        <Loading label="Comparing the chat with the lead…">
          <TextBones lines={6} />
        </Loading>
      )}
      {!changes && error && (
        <FailedState
          title="The chat could not be compared with the lead"
          onRetry={() => void refetch().catch(() => {})}
        />
      )}
      {changes && rows.length === 0 && <p className="text-gray-600">The lead already has all of this.</p>}
      <ul className="divide-y divide-gray-100">
        {rows.map(({ id, name, before, after, may }) => (
          <li key={id} className="py-2.5">
            <Checkbox
              checked={may && !left.includes(id)}
              disabled={!may}
              help={may ? undefined : 'The client signed this. Reopen the contract to change it.'}
              onChange={(event) =>
                setLeft(event.currentTarget.checked ? left.filter((other) => other !== id) : [...left, id])
              }
              label={
                <>
                  <span className="font-medium">{name}</span>
                  {before && (
                    <span className="block text-gray-500 line-through wrap-anywhere">
                      <span className="sr-only">Now: </span>
                      {before}
                    </span>
                  )}
                  <span className="block wrap-anywhere">
                    <span className="sr-only">Then: </span>
                    {after}
                  </span>
                </>
              }
            />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

interface Row {
  id: string;
  name: string;
  before: string | null;
  after: string;
  may: boolean;
}

function rowsOf(changes: Changes | undefined): Row[] {
  if (!changes) return [];
  const { photos } = changes;
  return [
    ...changes.changes.map(({ detail, name, before, after, may }) => ({
      id: detail,
      name,
      before: before && words(detail, before),
      after: words(detail, after),
      may,
    })),
    ...(photos > 0
      ? [
          {
            id: PHOTOS,
            name: 'Photos',
            before: null,
            after:
              photos === 1 ? 'One photo goes to the files of the lead' : `${photos} photos go to the files of the lead`,
            may: true,
          },
        ]
      : []),
  ];
}

/** The server's plain dates and numbers, formatted as everywhere else. */
function words(detail: string, text: string): string {
  if (detail === 'phone') return showPhone(text);
  return detail === 'move_date' ? text.replaceAll(/\d{4}-\d{2}-\d{2}/g, (date) => showDate(date)) : text;
}
