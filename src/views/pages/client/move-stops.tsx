import type { SharedLeadQuery } from '#src/generated/graphql/graphql.ts';
import { placeWords } from '#src/machines/place/place-words.ts';
import { showDateRange } from '#src/views/ui/dates.ts';

type Stop = SharedLeadQuery['sharedLead']['stops'][number];

const ROLES = { pick_up: 'Pick-up', drop_off: 'Delivery', extra: 'Extra stop' } as const;

/** Where and when a move is. */
export function MoveStops({ stops }: { stops: readonly Stop[] }) {
  return (
    <ol className="space-y-5">
      {stops.map((stop, index) => (
        <StopRow key={index} stop={stop} />
      ))}
    </ol>
  );
}

function StopRow({ stop }: { stop: Stop }) {
  const days = [stop.earliest, stop.latest].filter((day): day is string => Boolean(day));
  const access = [stop.dwelling, stop.floor !== null && `floor ${stop.floor}`, stop.hasElevator && 'elevator']
    .filter(Boolean)
    .join(', ');
  return (
    <li>
      <p className="flex flex-wrap justify-between gap-x-4 text-gray-600">
        <span>{ROLES[stop.role]}</span>
        <span className="tabular-nums">{days.length > 0 ? showDateRange(days[0]!, days.at(-1)!) : 'No date yet'}</span>
      </p>
      <p className="font-medium wrap-anywhere">
        {stop.address && `${stop.address}, `}
        {placeWords(stop)}
      </p>
      {access && <p className="text-gray-600">{access}</p>}
    </li>
  );
}
