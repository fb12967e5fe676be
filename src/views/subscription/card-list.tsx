import { useApolloClient, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { BillingCardsDocument, MakeCardDefaultDocument, RemoveCardDocument } from '#src/generated/graphql/graphql.ts';
import type { BillingCardFragment } from '#src/generated/graphql/graphql.ts';
import { cardName } from '#src/machines/subscription/card-name.ts';
import { Badge } from '#src/views/ui/badge.tsx';
import { Button } from '#src/views/ui/button.tsx';
import { ConfirmDialog } from '#src/views/ui/confirm-dialog.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { useLive } from '#src/views/ui/live-context.ts';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { useWrite } from '#src/views/ui/use-write.ts';
import { Bone, Loading } from '#src/views/ui/skeleton.tsx';
import { CardForm } from './card-form.tsx';
import { CardMark } from './card-mark.tsx';

const shortDate = (expires: string) => `${expires.slice(5)}/${expires.slice(2, 4)}`;

interface CardListProps {
  /** False if it is the only card, and the subscription needs it. */
  canRemove: boolean;
  onChanged: () => void;
}

/** The cards of the business: which one is charged, adding one, and removing one. */
export function CardList({ canRemove, onChanged }: CardListProps) {
  const client = useApolloClient();
  const notify = useNotify();
  const { data, error, refetch } = useQuery(BillingCardsDocument, { fetchPolicy: 'cache-and-network' });
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<BillingCardFragment | null>(null);
  const { busy, write } = useWrite();
  useLive('subscription', () => void refetch().catch(() => {}));

  const act = (id: string, send: () => Promise<unknown>, said: string) =>
    write({
      name: id,
      send,
      async done() {
        notify.done(said);
        await refetch();
        onChanged();
      },
      failed: 'Something went wrong. Try again.',
    }).then(() => setRemoving((asked) => (asked?.id === id ? null : asked)));

  if (error && !data) return <FailedState title="Your cards could not be loaded" onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Loading label="Loading your cards…">
        <Bone className="h-14" />
      </Loading>
    );
  }
  const cards = data.paymentCards.map((card) => card);
  return (
    <div className="max-w-160">
      {cards.length === 0 && !isAdding && <p className="text-gray-600">No card yet.</p>}
      {cards.length > 0 && (
        <ul className="divide-y divide-gray-200 rounded-lg border border-gray-200">
          {cards.map((card) => (
            <li key={card.id} className="flex flex-wrap items-center gap-3 px-4 py-2.5">
              <CardMark brand={card.brand} />
              <div className="min-w-0 flex-1 basis-48">
                <p className="flex flex-wrap items-center gap-x-2 font-medium">
                  {cardName(card)}
                  {card.isDefault && <Badge tone="green">Default</Badge>}
                </p>
                <p className="text-gray-600">Expires {shortDate(card.expires)}</p>
              </div>
              {!card.isDefault && (
                <Button
                  size="sm"
                  busy={busy === card.id}
                  aria-label={`Make default: ${cardName(card)}`}
                  onClick={() =>
                    void act(
                      card.id,
                      () => client.mutate({ mutation: MakeCardDefaultDocument, variables: { id: card.id } }),
                      `${cardName(card)} is charged from now on`,
                    )
                  }
                >
                  Make default
                </Button>
              )}
              {canRemove && (
                <Button
                  size="sm"
                  aria-label={`Remove ${cardName(card)}`}
                  disabled={busy !== null}
                  onClick={() => setRemoving(card)}
                >
                  Remove
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {cards.length > 0 && !canRemove && <p className="mt-1.5 text-gray-500">To remove it, add another card first.</p>}
      <div className="mt-4">
        {isAdding ? (
          <CardForm
            onCancel={() => setAdding(false)}
            onKept={() => {
              setAdding(false);
              notify.done('Card saved');
              onChanged();
            }}
          />
        ) : (
          <Button onClick={() => setAdding(true)}>Add a card</Button>
        )}
      </div>
      <ConfirmDialog
        open={removing !== null}
        onClose={() => setRemoving(null)}
        title={removing ? `Remove ${cardName(removing)}?` : 'Remove?'}
        confirm="Remove card"
        busy={busy !== null}
        onConfirm={() =>
          removing &&
          void act(
            removing.id,
            () => client.mutate({ mutation: RemoveCardDocument, variables: { id: removing.id } }),
            'Card removed',
          )
        }
      >
        It won’t be charged anymore. You can add it again at any time.
      </ConfirmDialog>
    </div>
  );
}
