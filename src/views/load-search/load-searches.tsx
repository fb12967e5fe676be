import { useApolloClient, useQuery } from '@apollo/client/react';
import { TrashIcon } from '@heroicons/react/24/outline';
import { useId, useState } from 'react';
import { Link } from 'wouter';
import {
  ChangeLoadSearchDocument,
  type LoadAlert,
  type LoadChannel,
  type LoadSearchFragment,
  type LoadSearchInput,
  LoadSearchesDocument,
  RemoveLoadSearchDocument,
  SaveLoadSearchDocument,
} from '#src/generated/graphql/graphql.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { Button, IconButton } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { ConfirmDialog } from '#src/views/ui/confirm-dialog.tsx';
import { Dialog } from '#src/views/ui/dialog.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { mutate } from '#src/views/ui/mutate.ts';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { Select } from '#src/views/ui/select.tsx';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { useSendKey } from '#src/views/ui/use-send-key.ts';
import { ALERTS, CHANNELS } from '#src/views/ui/load-alert-words.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';

interface LoadSearchesProps {
  /** The board's filters, which can be saved, and their description; empty if there are none. */
  filter: LoadSearchInput;
  described: string;
  /** The URL and the description of a saved search. */
  shownAs: (saved: LoadSearchFragment['filter']) => { href: string; described: string };
  onClose: () => void;
}

/** The carrier's saved searches: save the board's filters as one, open one, and choose which of them send email. */
export function LoadSearches({ filter, described, shownAs, onClose }: LoadSearchesProps) {
  const client = useApolloClient();
  const notify = useNotify();
  const { data, error, refetch } = useQuery(LoadSearchesDocument, { fetchPolicy: 'cache-and-network' });
  const [removed, setRemoved] = useState<LoadSearchFragment | null>(null);
  const again = () => void refetch().catch(() => {});
  const searches = data?.loadSearches;

  async function change(
    { id, version }: LoadSearchFragment,
    given: { alert: LoadAlert } | { channel: LoadChannel },
  ): Promise<void> {
    try {
      await mutate({ client, key: crypto.randomUUID() }, ChangeLoadSearchDocument, { id, version, ...given });
      notify.done('channel' in given ? 'Saved' : given.alert === 'off' ? 'Alerts stopped' : 'Alerts turned on');
    } catch (failure) {
      notify.failed(failure, 'Couldn’t change the search. Try again.');
    }
    again();
  }
  async function remove({ id, version }: LoadSearchFragment): Promise<void> {
    setRemoved(null);
    try {
      await mutate({ client, key: crypto.randomUUID() }, RemoveLoadSearchDocument, { id, version });
      notify.done('Search deleted');
    } catch (failure) {
      notify.failed(failure, 'Couldn’t delete the search. Try again.');
    }
    again();
  }
  return (
    <Dialog open onClose={onClose} title="Saved searches">
      <div className="space-y-4">
        <NewSearch filter={filter} described={described} onSaved={again} />
        {!searches && error && <FailedState title="Your searches could not be loaded" onRetry={again} />}
        {!searches && !error && (
          <Loading label="Loading your searches…">
            <TextBones lines={4} />
          </Loading>
        )}
        {searches && searches.length > 0 && (
          <ul className="divide-y divide-gray-100 border-t border-gray-200" aria-label="Saved searches">
            {searches.map((search) => {
              const shown = shownAs(search.filter);
              return (
                <li key={search.id} className="py-3">
                  <div className="flex items-start gap-3">
                    <div className="min-w-0 flex-1">
                      <Link href={shown.href} className="link font-medium wrap-anywhere">
                        {search.name}
                      </Link>
                      <p className="text-gray-600 wrap-anywhere">{shown.described || 'All loads'}</p>
                    </div>
                    <IconButton
                      label={`Delete ${search.name}`}
                      size="sm"
                      icon={<TrashIcon />}
                      onClick={() => setRemoved(search)}
                    />
                  </div>
                  <div className="mt-2 grid gap-2 sm:grid-cols-2">
                    <Select
                      aria-label={`Alerts for ${search.name}`}
                      options={ALERTS}
                      value={search.alert}
                      onChange={(event) => void change(search, { alert: event.currentTarget.value as LoadAlert })}
                    />
                    {search.alert !== 'off' && (
                      <Select
                        aria-label={`How to tell you of ${search.name}`}
                        options={CHANNELS}
                        value={search.channel}
                        onChange={(event) => void change(search, { channel: event.currentTarget.value as LoadChannel })}
                      />
                    )}
                  </div>
                </li>
              );
            })}
          </ul>
        )}
        {searches?.some(({ alert, channel }) => alert !== 'off' && channel !== 'mail') && (
          <p className="text-gray-600">
            Notifications arrive on devices where you{' '}
            <Link href={hrefs.board.settings('account')} className="link">
              turned them on
            </Link>
            . Without one, you get an email.
          </p>
        )}
      </div>
      <ConfirmDialog
        open={removed !== null}
        onClose={() => setRemoved(null)}
        title={`Delete the search “${removed?.name ?? ''}”?`}
        confirm="Delete search"
        onConfirm={() => removed && void remove(removed)}
      >
        You won’t get alerts about it anymore.
      </ConfirmDialog>
    </Dialog>
  );
}

interface NewSearchProps {
  filter: LoadSearchInput;
  described: string;
  onSaved: () => void;
}

/** Saves the filters of the board under a name. */
function NewSearch({ filter, described, onSaved }: NewSearchProps) {
  const id = useId();
  const client = useApolloClient();
  const notify = useNotify();
  const [name, setName] = useState('');
  const [alert, setAlert] = useState<LoadAlert>('at_once');
  const key = useSendKey({ name, alert, filter });
  const { busy, errors, problem, submit } = useSubmit({
    errors: { name: name.trim() === '' && 'Name the search.' },
    send: () => mutate({ client, key }, SaveLoadSearchDocument, { name: name.trim(), alert, filter }),
    done() {
      notify.done('Search saved');
      setName('');
      onSaved();
    },
    fallback: 'Couldn’t save the search. Try again.',
  });
  if (!described)
    return (
      <p className="text-gray-600">To save a search, set filters on the load board first. Then open this again.</p>
    );

  return (
    <form id={id} noValidate className="space-y-3" onSubmit={(event) => void submit(event)}>
      <p className="font-medium wrap-anywhere">{described}</p>
      {problem && <Callout color="red" title={problem} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" error={errors.name}>
          <Input maxLength={80} value={name} onChange={(event) => setName(event.currentTarget.value)} />
        </Field>
        <Field label="New loads that fit">
          <Select
            options={ALERTS}
            value={alert}
            onChange={(event) => setAlert(event.currentTarget.value as LoadAlert)}
          />
        </Field>
      </div>
      <Button type="submit" variant="primary" busy={busy}>
        Save search
      </Button>
    </form>
  );
}
