import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { Link } from 'wouter';
import { NearestCarriersDocument, type NearestTo } from '#src/generated/graphql/graphql.ts';
import { showWhole } from '#src/machines/amount/amounts.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { StateDot } from '#src/views/ui/badge.tsx';
import { Card } from '#src/views/ui/card.tsx';
import { EmptyState } from '#src/views/ui/empty-state.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { Money } from '#src/views/ui/money.tsx';
import { PhoneLink } from '#src/views/ui/phone-link.tsx';
import { problemOf } from '#src/views/ui/problem.ts';
import { RadioGroup } from '#src/views/ui/radio-group.tsx';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';

/** Carriers around the pick-up or the drop-off: how far, compliant or not, their price, jobs with us. */
export function NearestCarriers({ leadId }: { leadId: string }) {
  const [to, setTo] = useState<NearestTo>('pick_up');
  const { data, error, refetch } = useQuery(NearestCarriersDocument, { variables: { id: leadId, to } });
  const carriers = data?.agentLead.nearestCarriers;
  return (
    <Card title="Nearest carriers" flush>
      <div className="border-b border-gray-100 px-4 py-3">
        <RadioGroup
          legend="Distance from"
          inline
          value={to}
          onChange={setTo}
          choices={[
            { value: 'pick_up', label: 'Pick-up' },
            { value: 'drop_off', label: 'Drop-off' },
          ]}
        />
      </div>
      {error && !carriers && (
        <FailedState
          title={problemOf(error).detail ?? 'The carriers could not be loaded'}
          onRetry={() => void refetch()}
        />
      )}
      {!error && !carriers && (
        <div className="p-4">
          <Loading label="Finding carriers…">
            <TextBones lines={8} />
          </Loading>
        </div>
      )}
      {carriers?.length === 0 && <EmptyState title="No carriers yet" />}
      <ul className="divide-y divide-gray-100">
        {carriers?.map(({ carrier, miles, sheetPrice, gaps, jobsWithUs }) => (
          <li key={carrier.id} className="flex gap-3 px-4 py-2.5">
            <span className="w-16 shrink-0 text-right text-gray-600 tabular-nums">{showWhole(miles)} mi</span>
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-x-2">
                <Link href={hrefs.agent.carrier(carrier.id)} className="link font-medium">
                  {carrier.legalName}
                </Link>
                {gaps.length === 0 && <StateDot tone="green">Compliant</StateDot>}
              </p>
              <p className="text-gray-500">
                {carrier.city}, {carrier.state} · USDOT {carrier.usdot}
              </p>
              {carrier.phone && <PhoneLink phone={carrier.phone} name={carrier.legalName} />}
              {gaps.length > 0 && <p className="text-red-600">Not compliant: {gaps.join('; ')}</p>}
            </div>
            <div className="shrink-0 text-right">
              <p>
                {sheetPrice === null ? (
                  <span className="text-gray-500">No sheet price</span>
                ) : (
                  <Money cents={sheetPrice} />
                )}
              </p>
              <p className="text-xs text-gray-500">
                {jobsWithUs === 0
                  ? 'No jobs with us'
                  : jobsWithUs === 1
                    ? '1 job with us'
                    : `${jobsWithUs} jobs with us`}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
