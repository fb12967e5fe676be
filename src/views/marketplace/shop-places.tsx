import { Link } from 'wouter';
import type { ShopPlacesQuery } from '#src/generated/graphql/graphql.ts';
import { type ShopFilters, shopQuery } from '#src/machines/marketplace/shop-filters.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { cx } from '#src/views/ui/class-names.ts';

/** As many aligned columns as fit. */
const COLUMNS = { gridTemplateColumns: 'repeat(auto-fill, minmax(9.75rem, 1fr))' };

interface ShopPlacesProps {
  filters: ShopFilters;
  places: ShopPlacesQuery['shopPlaces']['states'];
}

/** The map as text: the number of leads in each state, and in each city of the selected states. */
export function ShopPlaces({ filters, places }: ShopPlacesProps) {
  const { states, cities } = filters;
  const href = (part: Partial<ShopFilters>) =>
    hrefs.market.leads(shopQuery({ ...filters, near: undefined, radius: undefined, ...part }));
  const without = <T,>(list: readonly T[], one: T) => list.filter((other) => other !== one);
  const chosen = places.filter(({ state }) => states.includes(state));
  return (
    <nav aria-label="Leads by state and city" className="space-y-4 py-3">
      {chosen.map(({ state, name, cities: inState }) => (
        <div key={state}>
          <h2 className="mb-1.5 font-medium">Cities in {name}</h2>
          <ul className="grid gap-1.5" style={COLUMNS}>
            {inState.map(({ city, count }) => {
              const place = `${state}:${city}`;
              const isOn = cities.includes(place);
              return (
                <PlaceLink
                  key={city}
                  href={href({ cities: isOn ? without(cities, place) : [...cities, place] })}
                  isOn={isOn}
                  name={city}
                  count={count}
                />
              );
            })}
          </ul>
        </div>
      ))}
      <p>
        {/* A separate page, rendered by the server only. */}
        <a href={hrefs.market.places()} className="link">
          Leads by state
        </a>
      </p>
      <details open={chosen.length === 0}>
        <summary className="font-medium">
          All states with leads ({places.filter(({ count }) => count > 0).length})
        </summary>
        <ul className="mt-2 grid gap-1.5" style={COLUMNS}>
          {places
            .filter(({ state, count }) => count > 0 || states.includes(state))
            .map(({ state, name, count }) => {
              const isOn = states.includes(state);
              return (
                <PlaceLink
                  key={state}
                  href={href({
                    states: isOn ? without(states, state) : [...states, state],
                    cities: cities.filter((city) => !city.startsWith(`${state}:`)),
                  })}
                  isOn={isOn}
                  name={name}
                  count={count}
                />
              );
            })}
        </ul>
      </details>
    </nav>
  );
}

function PlaceLink({ href, isOn, name, count }: { href: string; isOn: boolean; name: string; count: number }) {
  return (
    <li>
      <Link
        href={href}
        replace
        aria-current={isOn || undefined}
        className={cx('btn btn-sm w-full justify-between', isOn && 'bg-primary-50 text-primary-800')}
      >
        <span className="truncate">{name}</span> <span className="font-normal text-gray-500 tabular-nums">{count}</span>
      </Link>
    </li>
  );
}
