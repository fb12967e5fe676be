import type { RegisterCheckFragment } from '#src/generated/graphql/graphql.ts';
import { StateDot } from '#src/views/ui/badge.tsx';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Facts } from '#src/views/ui/facts.tsx';
import { Money } from '#src/views/ui/money.tsx';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';

const AUTHORITY = { active: 'Active', inactive: 'Inactive', none: 'Not on file' } as const;

interface RegisterFactsProps {
  check: RegisterCheckFragment;
  busy: boolean;
  onAsk: () => void;
  /** What to do about a difference. */
  advice: string;
}

/** What the register contains, where it differs from the carrier, and when it was queried. */
export function RegisterFacts({ check, busy, onAsk, advice }: RegisterFactsProps) {
  const { state, isSample, checkedAt, failure, differences, mayAsk } = check;
  return (
    <div className="space-y-3">
      {state === 'waiting' && (
        <p className="text-gray-600">Checking the register. The result appears here automatically.</p>
      )}
      {state === 'not_asked' && <p className="text-gray-600">Not checked yet.</p>}
      {state === 'failed' && (
        <Callout color="amber" title={failure ?? 'The register could not be checked.'}>
          Nothing else depends on it. {checkedAt ? 'The last result is below.' : 'Try again later.'}
        </Callout>
      )}
      {state === 'unknown' && (
        <Callout color="amber" title="The register doesn’t know this USDOT number">
          {advice}
        </Callout>
      )}
      {differences.length > 0 && (
        <Callout
          color="amber"
          title={
            differences.length === 1
              ? '1 difference from the register'
              : `${differences.length} differences from the register`
          }
        >
          <ul className="space-y-1">
            {differences.map(({ about, says }) => (
              <li key={about}>{says}</li>
            ))}
          </ul>
          <p className="mt-1.5">{advice}</p>
        </Callout>
      )}
      {check.legalName !== null && (
        <>
          {differences.length === 0 && <StateDot tone="green">Matches the register</StateDot>}
          <Facts
            facts={[
              {
                name: 'Registered name',
                value: [check.legalName, check.doingBusinessAs && `doing business as ${check.doingBusinessAs}`]
                  .filter(Boolean)
                  .join(', '),
              },
              { name: 'Place', value: [check.city, check.region].filter(Boolean).join(', ') },
              {
                name: 'Authority',
                value: check.mayOperate === false ? 'Not allowed to operate' : AUTHORITY[check.authority ?? 'none'],
              },
              { name: 'Liability on file', value: check.liability === null ? null : <Money cents={check.liability} /> },
              { name: 'Cargo on file', value: check.cargo === null ? null : <Money cents={check.cargo} /> },
            ]}
          />
        </>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {mayAsk && (
          <Button size="sm" busy={busy} onClick={onAsk}>
            {checkedAt || state === 'failed' ? 'Check again' : 'Check now'}
          </Button>
        )}
        {checkedAt && (
          <p className="text-gray-600">
            Checked <RelativeTime instant={checkedAt} />
            {isSample && ' in the sample register of this demo'}
          </p>
        )}
      </div>
    </div>
  );
}
