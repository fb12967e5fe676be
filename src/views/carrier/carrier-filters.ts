import type { AgentCarriersQueryVariables, CarrierSort } from '#src/generated/graphql/graphql.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { US_STATES } from '#src/machines/place/us-states.ts';

/** The filters and order of the list of carriers, as in the URL. */
export interface CarrierFilters {
  query?: string;
  state?: string;
  equipment?: string;
  compliant?: '1';
  /** With an empty truck, near the ZIP code if there is one. */
  truck?: '1';
  /** A ZIP code. */
  near?: string;
  /** Miles around it. */
  within?: string;
  sort?: CarrierSort;
}

export const RADII = ['50', '100', '250', '500'] as const;
export const CARRIER_SORTS: Record<CarrierSort, string> = {
  name: 'Name, A to Z',
  distance: 'Nearest first',
  jobs: 'Most jobs first',
  rating: 'Best record first',
};

/** A URL may be typed by hand or old: invalid values are ignored. */
export function readCarrierFilters(search: string): CarrierFilters {
  const params = new URLSearchParams(search);
  const one = <T extends string>(name: string, isRight: (text: string) => boolean) => {
    const text = params.get(name);
    return text && isRight(text) ? (text as T) : undefined;
  };
  const near = one('near', (text) => /^\d{5}$/.test(text));
  return {
    query: one('query', (text) => text.length <= 100),
    state: one('state', (text) => text in US_STATES),
    equipment: one('equipment', (text) => text.length <= 60),
    compliant: one('compliant', (text) => text === '1'),
    truck: one('truck', (text) => text === '1'),
    near,
    within: near && one('within', (text) => /^[1-9]\d{0,3}$/.test(text)),
    sort: one('sort', (text) => text in CARRIER_SORTS && (text !== 'distance' || near !== undefined)),
  };
}

/** With a place, the nearest come first by default. */
export const sortOf = ({ sort, near }: CarrierFilters): CarrierSort => sort ?? (near ? 'distance' : 'name');

export function listOf(filters: CarrierFilters): Omit<AgentCarriersQueryVariables, 'after' | 'limit'> {
  const { query, state, equipment, compliant, truck, near, within } = filters;
  return {
    filter: {
      ...(query && { query }),
      ...(state && { state }),
      ...(equipment && { equipment }),
      ...(compliant && { compliantOnly: true }),
      ...(truck && { withTruck: true }),
      ...(near && { near }),
      ...(within && { radiusMiles: Number(within) }),
    },
    sort: sortOf(filters),
  };
}

export const isFiltered = (filters: CarrierFilters) => Object.keys(listOf(filters).filter!).length > 0;

/** The file of what the list shows: with the same filters and order, in REST's spelling. */
export function carriersCsvHref(filters: CarrierFilters): string {
  const { query, state, equipment, compliant, truck, near, within } = filters;
  return hrefs.agent.carriersCsv({
    query,
    state,
    equipment,
    compliant_only: compliant === '1',
    with_truck: truck === '1',
    near,
    radius_miles: within,
    sort: sortOf(filters),
  });
}
