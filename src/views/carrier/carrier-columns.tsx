import type { CarrierRowFragment } from '#src/generated/graphql/graphql.ts';
import { StateDot } from '#src/views/ui/badge.tsx';
import type { Column } from '#src/views/ui/data-table.types.ts';
import { showDate, today } from '#src/views/ui/dates.ts';
import { showPhone } from '#src/views/ui/phone.ts';
import { Tooltip } from '#src/views/ui/tooltip.tsx';

export type CarrierRow = CarrierRowFragment;

function Two({ first, second }: { first: string; second?: string | null }) {
  return (
    <>
      <span className="block truncate">{first}</span>
      {second && <span className="block truncate text-xs text-gray-500">{second}</span>}
    </>
  );
}

/** Insurance that ends within this many days is worth a look. */
const SOON_DAYS = 30;

function Insurance({ until }: { until: string | null }) {
  if (until === null) return <span className="text-gray-500">None</span>;
  const days = Math.round((Date.parse(until) - Date.parse(today())) / 86_400_000);
  return <span className={days < 0 ? 'text-red-600' : days <= SOON_DAYS ? 'text-amber-700' : undefined}>{showDate(until)}</span>;
}

export const carrierColumns: readonly Column<CarrierRow>[] = [
  {
    id: 'name',
    header: 'Carrier',
    width: 'minmax(10rem, 1.4fr)',
    cell: ({ legalName, city, state }) => (
      <>
        <span className="block truncate font-medium text-gray-900">{legalName}</span>
        <span className="block truncate text-xs font-normal text-gray-500">
          {city ? `${city}, ${state}` : 'No address yet'}
        </span>
      </>
    ),
  },
  { id: 'usdot', header: 'USDOT', width: '7rem', card: 'end', cell: ({ usdot, docketNumber }) => <Two first={usdot} second={docketNumber} /> },
  {
    id: 'compliance',
    header: 'Compliance',
    width: 'minmax(10rem, 1.2fr)',
    cell: ({ gaps }) =>
      gaps.length === 0 ? (
        <StateDot tone="green">Compliant</StateDot>
      ) : (
        <Tooltip content={gaps.join('; ')}>
          <span className="block min-w-0">
            <StateDot tone="red">Not compliant</StateDot>
            <span className="block truncate text-xs text-gray-500">{gaps.join('; ')}</span>
          </span>
        </Tooltip>
      ),
  },
  { id: 'insurance', header: 'Insured until', width: '8rem', card: 'hidden', cell: ({ insuranceUntil }) => <Insurance until={insuranceUntil} /> },
  { id: 'jobs', header: 'Jobs', width: '6rem', cell: ({ jobsOpen, jobsDone }) => <Two first={`${jobsOpen} open`} second={`${jobsDone} done`} /> },
  {
    id: 'contact',
    header: 'Contact',
    width: 'minmax(9rem, 1.2fr)',
    cell: ({ contactName, phone, email }) => <Two first={contactName} second={phone ? showPhone(phone) : email} />,
  },
];
