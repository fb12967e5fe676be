import type { LeadDetailsFragment } from '#src/generated/graphql/graphql.ts';
import { Card } from '#src/views/ui/card.tsx';
import { showDateRange } from '#src/views/ui/dates.ts';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';
import { Bone } from '#src/views/ui/skeleton.tsx';

const RouteMap = lazy(() => import('#src/views/ui/route-map.tsx'));

const ROLES = { pick_up: 'Pick-up', drop_off: 'Drop-off', extra: 'Extra stop' } as const;

type Stop = LeadDetailsFragment['stops'][number];

/** What makes the work at a stop harder or easier, in a few words. */
function accessOf(stop: Stop): string {
  return [
    stop.dwelling,
    stop.floor !== null && stop.floor !== undefined && `floor ${stop.floor}`,
    stop.stairs ? `${stop.stairs} steps` : null,
    stop.hasElevator && 'elevator',
    stop.longCarryFt ? `${stop.longCarryFt} ft carry` : null,
    stop.needsShuttle && 'shuttle truck',
  ]
    .filter(Boolean)
    .join(' · ');
}

export function StopsCard({ lead }: { lead: LeadDetailsFragment }) {
  return (
    <Card title="Stops">
      <ol className="space-y-4">
        {lead.stops.map((stop, index) => {
          const days = [stop.earliest, stop.latest].filter((day): day is string => Boolean(day));
          return (
            <li key={index} className="relative flex gap-3">
              <span className="mt-1.5 size-2 shrink-0 rounded-full bg-primary-600" aria-hidden />
              {index < lead.stops.length - 1 && (
                <span className="absolute top-4 -bottom-5 left-[3.5px] w-px bg-gray-200" aria-hidden />
              )}
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap justify-between gap-x-3 text-gray-500">
                  <span>{ROLES[stop.role]}</span>
                  <span className="tabular-nums">
                    {days.length > 0 ? showDateRange(days[0]!, days.at(-1)!) : 'No date yet'}
                  </span>
                </p>
                <p className="font-medium wrap-anywhere">
                  {stop.address && `${stop.address}, `}
                  {stop.city}, {stop.state} {stop.zip}
                </p>
                {accessOf(stop) && <p className="text-gray-600">{accessOf(stop)}</p>}
                {stop.note && <p className="text-gray-600 wrap-anywhere">{stop.note}</p>}
              </div>
            </li>
          );
        })}
      </ol>
      <div className="mt-4">
        <LazyBoundary fallback={<Bone className="aspect-[8/5] w-full" />}>
          <RouteMap stops={lead.stops} />
        </LazyBoundary>
      </div>
    </Card>
  );
}
