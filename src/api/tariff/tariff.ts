import type { Noun } from '../noun.ts';
import { tariffRoutes } from './tariff.routes.ts';

/** What the brokerage charges, by version. The code that prices a lead is with the leads. */
export const tariff: Noun = { calls: [{ for: 'settings', add: tariffRoutes }] };
