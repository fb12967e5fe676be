import type { CarrierRecordFragment } from '#src/generated/graphql/graphql.ts';
import { showCount } from '#src/machines/amount/amounts.ts';
import { Card } from '#src/views/ui/card.tsx';
import { Facts } from '#src/views/ui/facts.tsx';

/** The results of its jobs and of its bids. Nothing here is estimated: punctuality is not recorded. */
export function CarrierRecord({ carrier }: { carrier: CarrierRecordFragment }) {
  const { jobsDone, jobsOpen, jobsDeclined, jobsDropped, awardsWithdrawn, keptShare, bids } = carrier;
  const decided = bids.placed - bids.active;
  return (
    <Card title="Record">
      <p className="mb-3">
        {keptShare === null ? (
          <span className="text-gray-600">No completed jobs yet.</span>
        ) : (
          <>
            <span className="text-lg font-semibold tracking-tight">{Math.round(keptShare * 100)}%</span> completed:{' '}
            {jobsDone} of {showCount(jobsDone + jobsDeclined + jobsDropped, 'job', 'jobs')}
          </>
        )}
      </p>
      <Facts
        facts={[
          { name: 'Completed', value: showCount(jobsDone, 'job', 'jobs') },
          { name: 'Under way', value: showCount(jobsOpen, 'job', 'jobs') },
          { name: 'Declined', value: `${showCount(jobsDeclined, 'job', 'jobs')} after the award` },
          { name: 'Dropped out', value: `${showCount(jobsDropped, 'job', 'jobs')} after signing` },
          { name: 'Withdrawn', value: `${showCount(awardsWithdrawn, 'job', 'jobs')} by us or the client` },
          {
            name: 'Bids',
            value:
              bids.placed === 0
                ? 'No bids yet'
                : `${showCount(bids.placed, 'bid', 'bids')}: ${[
                    [bids.active, 'active'],
                    [bids.awarded, 'won'],
                    [bids.lost, 'lost'],
                    [bids.withdrawn, 'withdrawn'],
                  ]
                    .filter(([count]) => count)
                    .map(([count, word]) => `${count} ${word}`)
                    .join(', ')}`,
          },
          {
            name: 'Bids won',
            value: decided === 0 ? null : `${Math.round((bids.awarded / decided) * 100)}% of those decided`,
          },
        ]}
      />
    </Card>
  );
}
