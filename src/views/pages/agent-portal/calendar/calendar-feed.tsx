import { useApolloClient, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import {
  CalendarFeedDocument,
  type CalendarScope,
  MakeCalendarFeedDocument,
  RemoveCalendarFeedDocument,
} from '#src/generated/graphql/graphql.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Dialog } from '#src/views/ui/dialog.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { LinkField } from '#src/views/ui/link-field.tsx';
import { mutate } from '#src/views/ui/mutate.ts';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { useWrite } from '#src/views/ui/use-write.ts';
import { RadioGroup } from '#src/views/ui/radio-group.tsx';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';

const SCOPES: readonly { value: CalendarScope; label: string }[] = [
  { value: 'mine', label: 'My leads' },
  { value: 'everybody', label: 'Everyone’s leads' },
];
const SCOPE_NAMES: Record<CalendarScope, string> = { mine: 'your leads', everybody: 'everyone’s leads' };

/** The secret link of the calendar feed: created, shown once, replaced, turned off. */
export default function CalendarFeed({ onClose }: { onClose: () => void }) {
  const client = useApolloClient();
  const notify = useNotify();
  const { data, error, refetch } = useQuery(CalendarFeedDocument, { fetchPolicy: 'network-only' });
  const again = () => void refetch().catch(() => {});
  const [chosen, setScope] = useState<CalendarScope | null>(null);
  const [url, setUrl] = useState<string | null>(null);
  const { busy, write: writeOnce } = useWrite();
  const feed = data?.calendarFeed;
  // A replaced link keeps its scope.
  const scope = chosen ?? feed?.scope ?? 'mine';

  const write = (name: 'make' | 'remove', send: (key: string) => Promise<void>, failed: string) =>
    writeOnce({ name, send: () => send(crypto.randomUUID()), failed }).then(again);
  const make = () =>
    write(
      'make',
      async (key) => {
        const answer = await mutate({ client, key }, MakeCalendarFeedDocument, { scope }, 'no-cache');
        setUrl((answer.data as { makeCalendarFeed: { url: string } }).makeCalendarFeed.url);
      },
      'Couldn’t create the link. Try again.',
    );
  const remove = () =>
    write(
      'remove',
      async (key) => {
        await mutate({ client, key }, RemoveCalendarFeedDocument, {});
        setUrl(null);
        notify.done('The calendar link is turned off');
      },
      'Couldn’t turn off the link. Try again.',
    );

  return (
    <Dialog
      open
      title="Subscribe to this calendar"
      onClose={onClose}
      footer={
        <>
          {feed && (
            <Button variant="ghost" busy={busy === 'remove'} onClick={() => void remove()}>
              Turn off link
            </Button>
          )}
          {url === null ? (
            data && (
              <Button variant="primary" busy={busy === 'make'} onClick={() => void make()}>
                {feed ? 'Replace link' : 'Create link'}
              </Button>
            )
          ) : (
            <Button onClick={onClose}>Done</Button>
          )}
        </>
      }
    >
      {error && !data && <FailedState title="The link could not be loaded" onRetry={again} />}
      {!error && !data && (
        <Loading label="Loading the link…">
          <TextBones lines={3} />
        </Loading>
      )}
      {data && url !== null && (
        <div className="space-y-4">
          <p className="text-gray-600">
            Add this link to Google Calendar, Outlook, or Apple Calendar. Copy it now: it won’t be shown again. Anyone
            who has it can see clients’ names, cities, and dates.
          </p>
          <LinkField url={url} label="Calendar link" />
        </div>
      )}
      {data && url === null && (
        <div className="space-y-4">
          <p className="text-gray-600">
            See pick-ups and deliveries in Google Calendar, Outlook, or Apple Calendar through a secret link.
          </p>
          {feed && (
            <p>
              You have a link to {SCOPE_NAMES[feed.scope]}, created <RelativeTime instant={feed.createdAt} />. If you
              replace it or turn it off, calendars that use it stop updating.
            </p>
          )}
          <RadioGroup legend="What it shows" choices={SCOPES} value={scope} onChange={setScope} />
        </div>
      )}
    </Dialog>
  );
}
