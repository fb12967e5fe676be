import type { ReactNode } from 'react';
import { placeWords } from '#src/machines/place/place-words.ts';
import { termsOf } from '#src/machines/carrier-pay/carrier-pay.ts';
import { showWhole } from '#src/machines/amount/amounts.ts';
import { rateText } from '#src/views/ui/band-text.ts';
import { showDate, showDateRange } from '#src/views/ui/dates.ts';
import { Facts } from '#src/views/ui/facts.tsx';
import { KIND_NAMES, type LoadDetails, type LoadRow, PACKING_NAMES, windowText } from './load-names.ts';

export function Part({ title, children, aside }: { title: string; children: ReactNode; aside?: ReactNode }) {
  return (
    <section aria-label={title} className="border-t border-gray-200 pt-3">
      <h3 className="mb-2 flex items-baseline justify-between gap-3 font-semibold">
        {title}
        {aside && <span className="font-normal">{aside}</span>}
      </h3>
      {children}
    </section>
  );
}

export function LoadFacts({ load, details }: { load: LoadRow; details: LoadDetails }) {
  return (
    <Facts
      facts={[
        { name: 'Pick-up', value: windowText(load) },
        { name: 'Deliver by', value: load.deliveryDateLast && showDate(load.deliveryDateLast) },
        { name: 'Distance', value: load.distanceMiles !== null && `${showWhole(load.distanceMiles)} miles` },
        { name: 'Weight', value: load.weightLb !== null && `${showWhole(load.weightLb)} lb` },
        {
          name: 'Volume',
          value: [load.volumeCuft !== null && `${showWhole(load.volumeCuft)} ft³`, load.moveSize]
            .filter(Boolean)
            .join(', '),
        },
        { name: 'Posted rate', value: load.tab && rateText(load.postedLow, load.postedHigh) },
        { name: 'Payment terms', value: load.tab && termsOf(load.payDays) },
        { name: 'Kind', value: KIND_NAMES[load.kind] },
        { name: 'Packing', value: load.tab && PACKING_NAMES[details.packing] },
        ...(details.storageDays > 0 ? [{ name: 'Storage', value: `${details.storageDays} days` }] : []),
        ...(details.specialItems ? [{ name: 'Special items', value: details.specialItems }] : []),
      ].filter(({ value }) => value)}
    />
  );
}

const ROLES = { pick_up: 'Pick-up', drop_off: 'Drop-off', extra: 'Extra stop' } as const;
type Stop = LoadDetails['stops'][number];

function accessOf(stop: Stop): string {
  return [
    stop.dwelling,
    stop.floor && `floor ${stop.floor}`,
    stop.stairs && `${stop.stairs} steps`,
    stop.hasElevator && 'elevator',
    stop.longCarryFt && `${stop.longCarryFt} ft carry`,
    stop.needsShuttle && 'shuttle truck',
  ]
    .filter(Boolean)
    .join(' · ');
}

const placeOf = (stop: Stop) => [stop.address, placeWords(stop)].filter(Boolean).join(', ');

/** A URL that phones open in their owner's preferred maps app. */
const mapOf = (stop: Stop) => `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(placeOf(stop))}`;

/** In the order of the route; streets are included once the job is signed. */
export function LoadStops({ stops }: { stops: readonly Stop[] }) {
  return (
    <ol className="space-y-4">
      {stops.map((stop, index) => {
        const days = [stop.earliest, stop.latest].filter((day): day is string => Boolean(day));
        return (
          <li key={index} className="relative flex gap-3">
            <span className="mt-1.5 size-2 shrink-0 rounded-full bg-primary-600" aria-hidden />
            {index < stops.length - 1 && (
              <span className="absolute top-4 -bottom-5 left-[3.5px] w-px bg-gray-200" aria-hidden />
            )}
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap justify-between gap-x-3 text-gray-500">
                <span>{ROLES[stop.role]}</span>
                {days.length > 0 && <span className="tabular-nums">{showDateRange(days[0]!, days.at(-1)!)}</span>}
              </p>
              <p className="font-medium wrap-anywhere">
                {stop.address ? (
                  <a href={mapOf(stop)} target="_blank" rel="noreferrer" className="link">
                    {placeOf(stop)}
                    <span className="sr-only"> (opens in maps)</span>
                  </a>
                ) : (
                  placeOf(stop)
                )}
              </p>
              {accessOf(stop) && <p className="text-gray-600">{accessOf(stop)}</p>}
              {stop.note && <p className="text-gray-600 wrap-anywhere">{stop.note}</p>}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
