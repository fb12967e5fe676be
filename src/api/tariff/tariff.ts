import type { Noun } from '../noun.ts';
import { tariffRoutes } from './tariff.routes.ts';

/** What the brokerage charges, by version. How a lead is priced by it stands with the leads. */
export const tariff: Noun = { calls: [{ for: 'settings', add: tariffRoutes }] };
