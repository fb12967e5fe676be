import type { ShopOrdersQuery } from '#src/generated/graphql/graphql.ts';
import { showCount, showMoney } from '#src/machines/amount/amounts.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { Badge } from '#src/views/ui/badge.tsx';
import { LinkButton } from '#src/views/ui/button.tsx';
import { Card } from '#src/views/ui/card.tsx';
import { Money } from '#src/views/ui/money.tsx';
import { routeText } from '#src/views/ui/move-words.ts';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';
import { REASONS, refundedText } from './report-reasons.ts';

type Order = ShopOrdersQuery['shopOrders']['orders'][number];
type Item = Order['items'][number];

/** Every order with its leads, and the outcome of each. */
export function OrderList({ token, orders }: { token: string; orders: readonly Order[] }) {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {orders.map((order) => {
        const back = order.refunded + order.refundedCredit;
        return (
          <Card
            key={order.reference}
            title={order.reference}
            actions={
              <>
                <LinkButton
                  size="sm"
                  href={hrefs.market.orderReceipt(token, order.reference)}
                  download
                  aria-label={`Receipt of ${order.reference}`}
                >
                  Receipt
                </LinkButton>
                {order.detailsToken && (
                  <LinkButton
                    size="sm"
                    href={hrefs.market.details(order.detailsToken)}
                    aria-label={`Contacts of ${order.reference}`}
                  >
                    Contacts
                  </LinkButton>
                )}
              </>
            }
          >
            <p className="text-gray-600">
              {showCount(order.items.length, 'lead')}, <RelativeTime instant={order.boughtAt} />. You paid{' '}
              <Money cents={order.total} />
              {withCredit(order.credit, order.total)}
              {back > 0 && (
                <>
                  {' '}
                  and got <Money cents={back} /> back
                  {withCredit(order.refundedCredit, back, 'as')}
                </>
              )}
              .{stateText(order)}
            </p>
            <ul className="divide-y divide-gray-200">
              {order.items.map((item) => (
                <li key={item.id} className="flex items-start gap-3 py-2.5">
                  <div className="min-w-0 flex-1">
                    <p className="wrap-anywhere">{routeText(item)}</p>
                    <p className="text-xs text-gray-500">
                      {item.reference}
                      {item.report && ` · Reported: ${REASONS[item.report.reason]}`}
                    </p>
                  </div>
                  <Standing item={item} isOver={order.state === 'refunded'} />
                  <Money cents={item.price} />
                </li>
              ))}
            </ul>
          </Card>
        );
      })}
    </div>
  );
}

function Standing({ item, isOver }: { item: Item; isOver: boolean }) {
  if (isOver || item.refundedAt) return <Badge tone="gray">{refundedText(item)}</Badge>;
  if (item.refundAskedAt) return <Badge tone="blue">Refund on its way</Badge>;
  if (item.report?.declinedAt) return <Badge tone="gray">Not refunded</Badge>;
  return item.report && <Badge tone="amber">In review</Badge>;
}

/** " with credit", ", $4.00 of it with credit", or nothing. */
function withCredit(credit: number, amount: number, how = 'with'): string {
  if (credit === 0) return '';
  return credit === amount ? ` ${how} credit` : `, ${showMoney(credit)} of it ${how} credit`;
}

function stateText({ state, detailsToken }: Order): string {
  if (state === 'refunding') return ' The refund is on its way.';
  if (state === 'refunded') return ' Its contacts are closed.';
  return detailsToken === null ? ' Its contacts are no longer online.' : '';
}
