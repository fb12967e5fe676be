import { useApolloClient, useQuery } from '@apollo/client/react';
import { ResendWebhookDeliveryDocument, WebhookDeliveriesDocument } from '#src/generated/graphql/graphql.ts';
import { showCount } from '#src/machines/amount/amounts.ts';
import { StateDot } from '#src/views/ui/badge.tsx';
import { Button } from '#src/views/ui/button.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { useWrite } from '#src/views/ui/use-write.ts';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';

/** A webhook's deliveries of the last month, newest first, and whether they arrived. */
export function WebhookDeliveries({ id, isEnabled }: { id: string; isEnabled: boolean }) {
  const client = useApolloClient();
  const { data, error, refetch } = useQuery(WebhookDeliveriesDocument, {
    variables: { id },
    fetchPolicy: 'cache-and-network',
  });
  const { busy, write } = useWrite();
  const readAgain = () => void refetch().catch(() => {});
  const deliveries = data?.webhookDeliveries;
  if (error && !deliveries) return <FailedState title="The log could not be loaded" onRetry={readAgain} />;
  if (!deliveries) {
    return (
      <Loading label="Loading the log…">
        <TextBones lines={3} />
      </Loading>
    );
  }

  const resend = (delivery: string) =>
    write({
      name: delivery,
      send: () => client.mutate({ mutation: ResendWebhookDeliveryDocument, variables: { id: delivery } }),
      done: 'It’s being sent again',
      failed: 'It could not be sent again. Try again.',
    }).then(readAgain);

  return (
    <div className="mt-3 space-y-2.5 border-t border-gray-100 pt-3">
      <div className="flex items-center justify-between gap-3">
        <h4 className="font-medium">Log</h4>
        <Button size="sm" variant="ghost" onClick={readAgain}>
          Refresh
        </Button>
      </div>
      {deliveries.length === 0 && <p className="text-gray-600">Nothing was sent in the last month.</p>}
      <ul className="divide-y divide-gray-100">
        {deliveries.map(({ id: delivery, event, createdAt, attempts, deliveredAt, failedAt, lastError }) => (
          <li key={delivery} className="flex items-center gap-3 py-2.5">
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-x-3">
                <span className="font-medium">{event}</span>
                <StateDot tone={deliveredAt ? 'green' : failedAt ? 'red' : 'amber'}>
                  {deliveredAt ? 'Received' : failedAt ? 'Given up' : 'Waiting'}
                </StateDot>
              </p>
              <p className="text-gray-600 wrap-anywhere">
                <RelativeTime instant={createdAt} /> ·{' '}
                {attempts === 0 ? 'not tried yet' : showCount(attempts, 'try', 'tries')}
                {lastError && ` · ${lastError}`}
              </p>
            </div>
            <Button
              size="sm"
              busy={busy === delivery}
              disabled={!isEnabled}
              aria-label={`Send again: ${event}`}
              onClick={() => void resend(delivery)}
            >
              Send again
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
