import type { ShopCreditKind, ShopOrdersQuery } from '#src/generated/graphql/graphql.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { LinkButton } from '#src/views/ui/button.tsx';
import { Card } from '#src/views/ui/card.tsx';
import { Money } from '#src/views/ui/money.tsx';
import { exactTime, RelativeTime } from '#src/views/ui/relative-time.tsx';
import { keepCreditProof } from './use-credit.ts';

type Entry = ShopOrdersQuery['shopCredit']['entries'][number];

interface CreditCardProps {
  token: string;
  email: string;
  credit: ShopOrdersQuery['shopCredit'];
}

/** The number of entries shown by default. */
const SHOWN = 5;

/** The credit of an email address for its next leads, and its history. */
export function CreditCard({ token, email, credit: { balance, expiresAt, entries } }: CreditCardProps) {
  return (
    <Card
      title="Your credit"
      actions={
        balance > 0 && (
          <LinkButton
            size="sm"
            variant="primary"
            href={hrefs.market.leads()}
            onClick={() => keepCreditProof(token, email)}
          >
            Use credit on the marketplace
          </LinkButton>
        )
      }
    >
      <p className="text-lg font-semibold">
        <Money cents={balance} />
      </p>
      <p className="text-gray-600">
        {balance > 0
          ? `For your next leads, with this email address. You can use it in this tab until ${exactTime(expiresAt)}. After that, request a new link.`
          : 'Choose credit when you report a bad lead, and it shows up here.'}
      </p>
      {entries.length > 0 && <Entries entries={entries.slice(0, SHOWN)} label="Latest credit entries" />}
      {entries.length > SHOWN && (
        <details>
          <summary className="pt-2 font-medium">Earlier entries</summary>
          <Entries entries={entries.slice(SHOWN)} label="Earlier credit entries" />
        </details>
      )}
    </Card>
  );
}

function Entries({ entries, label }: { entries: readonly Entry[]; label: string }) {
  return (
    <ul aria-label={label} className="mt-2 divide-y divide-gray-200">
      {entries.map((entry) => (
        <li key={`${entry.kind} ${entry.purchase} ${entry.lead}`} className="flex items-start gap-3 py-2.5">
          <div className="min-w-0 flex-1">
            <p>{entry.kind === 'returned' && !entry.lead ? NOT_BOUGHT : WORDS[entry.kind]}</p>
            <p className="text-xs text-gray-500">
              {entry.purchase}
              {entry.lead && `, lead ${entry.lead}`} · <RelativeTime instant={entry.at} />
            </p>
          </div>
          <div className="text-right">
            <p className="font-medium">
              {entry.amount > 0 && '+'}
              <Money cents={entry.amount} />
            </p>
            <p className="text-xs text-gray-500">Balance {showMoney(entry.balance)}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

const NOT_BOUGHT = 'Returned: the purchase wasn’t completed';
const WORDS: Record<ShopCreditKind, string> = {
  granted: 'Refund of a lead',
  spent: 'Used for leads',
  returned: 'Credit refunded',
  withdrawn: 'Reversed: the bank refunded it',
};
