import type { ReactNode } from 'react';
import type { CarrierRowFragment } from '#src/generated/graphql/graphql.ts';
import { showWhole } from '#src/machines/amount/amounts.ts';
import { StateDot } from '#src/views/ui/badge.tsx';
import type { Column } from '#src/views/ui/data-table.types.ts';
import { showDate, today } from '#src/views/ui/dates.ts';
import { PhoneLink } from '#src/views/ui/phone-link.tsx';
import { Tooltip } from '#src/views/ui/tooltip.tsx';
import { truckPlace, truckWishes } from '#src/views/ui/truck-words.ts';
import { DAY } from '#src/machines/calendar/durations.ts';
import { sentence } from '#src/machines/phrases.ts';

export type CarrierRow = CarrierRowFragment;

function Two({ first, second }: { first: string; second?: ReactNode }) {
  return (
    <>
      <span className="block rows:truncate">{first}</span>
      {second && <span className="block rows:truncate text-xs text-gray-500">{second}</span>}
    </>
  );
}

/** The share of awarded jobs that it completed; declined and dropped ones count as not completed. */
function Record({ row: { jobsDone, jobsDeclined, jobsDropped, keptShare } }: { row: CarrierRow }) {
  if (keptShare === null) return <span className="text-gray-500">No record yet</span>;
  const ended = jobsDone + jobsDeclined + jobsDropped;
  return (
    <Two
      first={`${Math.round(keptShare * 100)}% completed`}
      second={`${jobsDone} of ${ended} ${ended === 1 ? 'job' : 'jobs'}`}
    />
  );
}

/** Insurance that expires within this many days is highlighted. */
const SOON_DAYS = 30;

function Insurance({ until, from }: { until: string | null; from: string | null }) {
  if (from) return <Two first="Starts" second={showDate(from)} />;
  if (until === null) return <span className="text-gray-500">None</span>;
  const days = Math.round((Date.parse(until) - Date.parse(today())) / DAY);
  return (
    <span className={days < 0 ? 'text-red-600' : days <= SOON_DAYS ? 'text-amber-700' : undefined}>
      {showDate(until)}
    </span>
  );
}

const name: Column<CarrierRow> = {
  id: 'name',
  header: 'Carrier',
  width: 'minmax(12rem, 1.5fr)',
  cell: ({ legalName, city, state, usdot, trucks }) => (
    <>
      <span className="block rows:truncate font-medium text-gray-900">{legalName}</span>
      <span className="block rows:truncate text-xs font-normal text-gray-500">
        {city}, {state} · USDOT {usdot}
      </span>
      {trucks[0] && (
        <Tooltip
          content={trucks
            .map((truck) => [truckPlace(truck), truckWishes(truck)].filter(Boolean).join(' · '))
            .join('; ')}
        >
          <span className="block rows:truncate text-xs font-normal text-primary-700">
            {trucks.length === 1
              ? `Empty: ${truckPlace(trucks[0])}`
              : `${trucks.length} empty trucks: ${[...new Set(trucks.map(({ city, state }) => `${city}, ${state}`))].join('; ')}`}
          </span>
        </Tooltip>
      )}
    </>
  ),
};

const distance: Column<CarrierRow> = {
  id: 'distance',
  header: 'Distance',
  width: '5rem',
  align: 'end',
  card: 'end',
  cell: ({ miles }) => miles !== null && <span className="tabular-nums">{showWhole(miles)} mi</span>,
};

const others: readonly Column<CarrierRow>[] = [
  {
    id: 'compliance',
    header: 'Compliance',
    width: 'minmax(9rem, 1.2fr)',
    cell: ({ gaps }) =>
      gaps.length === 0 ? (
        <StateDot tone="green">Compliant</StateDot>
      ) : (
        <Tooltip content={gaps.join('; ')}>
          <span className="block min-w-0">
            <StateDot tone="red">Not compliant</StateDot>
            <span className="block rows:truncate text-xs text-gray-500">{sentence(gaps.join('; '))}</span>
          </span>
        </Tooltip>
      ),
  },
  {
    id: 'jobs',
    header: 'Jobs',
    width: '5rem',
    card: 'hidden',
    cell: ({ jobsOpen, jobsDone }) =>
      jobsOpen + jobsDone === 0 ? (
        <span className="text-gray-500">None yet</span>
      ) : (
        <Two first={`${jobsOpen} open`} second={`${jobsDone} done`} />
      ),
  },
  { id: 'record', header: 'Record', width: '7rem', cell: (row) => <Record row={row} /> },
  {
    id: 'insurance',
    header: 'Insured until',
    width: '8.5rem',
    card: 'hidden',
    cell: ({ insuranceUntil, insuranceFrom }) => <Insurance until={insuranceUntil} from={insuranceFrom} />,
  },
  {
    id: 'contact',
    header: 'Contact',
    width: 'minmax(8rem, 1fr)',
    card: 'hidden',
    cell: ({ contactName, phone, email }) => (
      <Two first={contactName} second={phone ? <PhoneLink phone={phone} name={contactName} isBare /> : email} />
    ),
  },
];

export const carrierColumns: readonly Column<CarrierRow>[] = [name, ...others];
/** With the distance of each from the given place. */
export const carrierColumnsNear: readonly Column<CarrierRow>[] = [name, distance, ...others];
