import type { AgentLeadKind, LoadFilter, LoadSort } from '#src/generated/graphql/graphql.ts';
import { US_STATES } from '#src/machines/place/us-states.ts';
import { KIND_NAMES } from './load-names.ts';

/**
 * The filters of a list of loads, as in the URL. `load` is the one open beside the list; a radius without a place is
 * around the carrier's base; `from` is one state, or several; `box` is a part of the map, south,west,north,east.
 */
export interface LoadFilters {
  mine?: '1';
  from?: string;
  near?: string;
  radius?: number;
  to?: string;
  dropNear?: string;
  dropRadius?: number;
  box?: string;
  after?: string;
  before?: string;
  lbMin?: number;
  lbMax?: number;
  miMin?: number;
  miMax?: number;
  kind?: AgentLeadKind;
  sort?: LoadSort;
  view?: 'map';
  load?: string;
  /** The saved searches are open. */
  searches?: '1';
  /** The empty trucks are open. */
  trucks?: '1';
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const PLACE = /^(\d{5}|[^,]{1,80}, [A-Z]{2})$/;
const BOX = /^-?\d{1,3}(\.\d{1,6})?(,-?\d{1,3}(\.\d{1,6})?){3}$/;
const SORTS: readonly LoadSort[] = ['newest', 'nearest', 'soonest', 'best_paid'];

/** A URL may be typed by hand or old: invalid values are ignored. */
export function readFilters(search: string): LoadFilters {
  const params = new URLSearchParams(search);
  const one = <T extends string>(name: string, isRight: (text: string) => boolean) => {
    const text = params.get(name);
    return text !== null && isRight(text) ? (text as T) : undefined;
  };
  const number = (name: string, most: number) => {
    const text = one(name, (given) => /^\d{1,6}$/.test(given) && Number(given) <= most);
    return text === undefined ? undefined : Number(text);
  };
  const dropRadius = number('dropRadius', 9999) || undefined;
  return {
    mine: one('mine', (text) => text === '1'),
    from: one('from', (text) => text.split(',').every((code) => code in US_STATES)),
    near: one('near', (text) => PLACE.test(text)),
    radius: number('radius', 9999) || undefined,
    to: one('to', (text) => text in US_STATES),
    dropNear: dropRadius === undefined ? undefined : one('dropNear', (text) => PLACE.test(text)),
    dropRadius,
    box: one('box', (text) => BOX.test(text)),
    after: one('after', (text) => DATE.test(text)),
    before: one('before', (text) => DATE.test(text)),
    lbMin: number('lbMin', 999_999),
    lbMax: number('lbMax', 999_999),
    miMin: number('miMin', 9999),
    miMax: number('miMax', 9999),
    kind: one('kind', (text) => text in KIND_NAMES),
    sort: one('sort', (text) => SORTS.includes(text as LoadSort)),
    view: one('view', (text) => text === 'map'),
    load: one('load', (text) => text !== ''),
    searches: one('searches', (text) => text === '1'),
    trucks: one('trucks', (text) => text === '1'),
  };
}

export function filterOf(filters: LoadFilters): LoadFilter {
  const { mine, from, near, radius, to, dropNear, dropRadius, box, after, before, lbMin, lbMax, miMin, miMax, kind } =
    filters;
  const given = {
    mine: mine && true,
    originState: from,
    near,
    radiusMiles: radius,
    destinationState: to,
    dropNear,
    dropRadiusMiles: dropRadius,
    box,
    moveDateFrom: after,
    moveDateTo: before,
    weightMin: lbMin,
    weightMax: lbMax,
    distanceMin: miMin,
    distanceMax: miMax,
    kind,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

export const hasFilter = (filters: LoadFilters) => Object.keys(filterOf(filters)).length > 0;

/** What remains when all filters are cleared. */
export const unfiltered = ({ sort, view }: LoadFilters): LoadFilters => ({ sort, view });
