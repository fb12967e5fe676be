import { useApolloClient, useQuery } from '@apollo/client/react';
import { PencilIcon, PlusIcon, TrashIcon } from '@heroicons/react/24/outline';
import { useState } from 'react';
import { Link } from 'wouter';
import { type TruckFragment, TrucksDocument, WithdrawTruckDocument } from '#src/generated/graphql/graphql.ts';
import { sentence } from '#src/machines/phrases.ts';
import { Button, IconButton } from '#src/views/ui/button.tsx';
import { ConfirmDialog } from '#src/views/ui/confirm-dialog.tsx';
import { Dialog } from '#src/views/ui/dialog.tsx';
import { showDateRange } from '#src/views/ui/dates.ts';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { ALERT_NAMES } from '#src/views/ui/load-alert-words.ts';
import { mutate } from '#src/views/ui/mutate.ts';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { truckWishes } from '#src/views/ui/truck-words.ts';
import { useWrite } from '#src/views/ui/use-write.ts';
import { TruckForm } from './truck-form.tsx';

interface TrucksProps {
  /** The page with the matching loads. */
  hrefOf: (filter: TruckFragment['filter']) => string;
  onClose: () => void;
}

/** The carrier's empty trucks: where, when, and the loads that match each. */
export function Trucks({ hrefOf, onClose }: TrucksProps) {
  const client = useApolloClient();
  const notify = useNotify();
  const { write } = useWrite();
  const { data, error, refetch } = useQuery(TrucksDocument, { fetchPolicy: 'cache-and-network' });
  /** The truck in the form; `new` for a new one. */
  const [edited, setEdited] = useState<TruckFragment | 'new' | null>(null);
  const [withdrawn, setWithdrawn] = useState<TruckFragment | null>(null);
  const again = () => void refetch().catch(() => {});
  const trucks = data?.trucks;
  const isFirst = trucks?.length === 0;

  function saved() {
    notify.done(edited === 'new' || edited === null ? 'Truck posted' : 'Truck saved');
    setEdited(null);
    again();
  }
  async function withdraw({ id, version }: TruckFragment): Promise<void> {
    setWithdrawn(null);
    await write({
      send: () => mutate({ client, key: crypto.randomUUID() }, WithdrawTruckDocument, { id, version }),
      done: 'Truck withdrawn',
      failed: 'Couldn’t withdraw the truck. Try again.',
    });
    again();
  }
  return (
    <Dialog open onClose={onClose} title="My empty trucks">
      <div className="space-y-4">
        <p className="text-gray-600">
          Post where a truck is empty: you see the loads that fit, and brokers see it near their loads.
        </p>
        {!trucks && error && <FailedState title="Your trucks could not be loaded" onRetry={again} />}
        {!trucks && !error && (
          <Loading label="Loading your trucks…">
            <TextBones lines={4} />
          </Loading>
        )}
        {trucks && !isFirst && (
          <ul className="divide-y divide-gray-100 border-y border-gray-200" aria-label="Posted trucks">
            {trucks.map((truck) =>
              edited !== null && edited !== 'new' && edited.id === truck.id ? (
                <li key={truck.id} className="py-3">
                  <TruckForm truck={truck} readAgain={again} onDone={saved} onCancel={() => setEdited(null)} />
                </li>
              ) : (
                <li key={truck.id} className="flex items-start gap-3 py-3">
                  <div className="min-w-0 flex-1">
                    <p className="font-medium wrap-anywhere">
                      {truck.city}, {truck.state} ·{' '}
                      <span className="whitespace-nowrap">{showDateRange(truck.firstDay, truck.lastDay)}</span>
                    </p>
                    <p className="text-gray-600 wrap-anywhere">
                      {sentence(
                        [truckWishes(truck), `up to ${truck.radiusMiles} mi empty`].filter(Boolean).join(' · '),
                      )}
                    </p>
                    {truck.note && <p className="text-gray-600 wrap-anywhere">{truck.note}</p>}
                    {truck.alert !== 'off' && (
                      <p className="text-gray-600">New loads: {ALERT_NAMES[truck.alert].toLowerCase()}</p>
                    )}
                    <Fitting truck={truck} hrefOf={hrefOf} />
                  </div>
                  <IconButton
                    label={`Change the truck in ${truck.city}`}
                    size="sm"
                    icon={<PencilIcon />}
                    onClick={() => setEdited(truck)}
                  />
                  <IconButton
                    label={`Withdraw the truck in ${truck.city}`}
                    size="sm"
                    icon={<TrashIcon />}
                    onClick={() => setWithdrawn(truck)}
                  />
                </li>
              ),
            )}
          </ul>
        )}
        {(isFirst || edited === 'new') && (
          <TruckForm truck={null} readAgain={again} onDone={saved} onCancel={isFirst ? null : () => setEdited(null)} />
        )}
        {trucks && !isFirst && edited === null && (
          <Button variant="primary" onClick={() => setEdited('new')}>
            <PlusIcon aria-hidden />
            Post another truck
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={withdrawn !== null}
        onClose={() => setWithdrawn(null)}
        title={`Withdraw the truck in ${withdrawn?.city ?? ''}?`}
        confirm="Withdraw truck"
        onConfirm={() => withdrawn && void withdraw(withdrawn)}
      >
        Brokers won’t see it anymore.
      </ConfirmDialog>
    </Dialog>
  );
}

function Fitting({ truck: { fitting, filter }, hrefOf }: { truck: TruckFragment; hrefOf: TrucksProps['hrefOf'] }) {
  if (fitting === null) return null;
  if (fitting === 0) return <p className="text-gray-600">No loads fit right now</p>;
  return (
    <Link href={hrefOf(filter)} className="link">
      {fitting === 1 ? '1 load fits' : `${fitting === 100 ? '100 or more' : fitting} loads fit`}
    </Link>
  );
}
