import type { AuthorityRecordFragment, CarrierAuthority } from '#src/generated/graphql/graphql.ts';
import { Card } from '#src/views/ui/card.tsx';
import { exactTime } from '#src/views/ui/relative-time.tsx';

const DECIDED: Record<CarrierAuthority, string> = {
  active: 'Confirmed',
  pending: 'Set to not confirmed',
  revoked: 'Revoked',
};

/** The brokerage's decisions about the carrier's authority, newest first. Never shown to carriers. */
export function AuthorityRecord({ carrier: { authorityDecisions } }: { carrier: AuthorityRecordFragment }) {
  if (authorityDecisions.length === 0) return null;
  return (
    <Card title="Authority decisions" flush>
      <ul className="divide-y divide-gray-100">
        {authorityDecisions.map(({ at, to, usdot, other, reason, by }) => (
          <li key={at + to} className="px-4 py-2.5">
            <p>
              <span className="font-medium">{DECIDED[to]}</span> by {by},{' '}
              <span className="text-gray-500">{exactTime(at)}</span>
            </p>
            {other && (
              <p className="text-gray-600 wrap-anywhere">
                USDOT {usdot}, which {other} also listed
              </p>
            )}
            {reason && <p className="text-gray-600 wrap-anywhere">“{reason}”</p>}
          </li>
        ))}
      </ul>
    </Card>
  );
}
