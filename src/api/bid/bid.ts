import type { Noun } from '../noun.ts';
import { agents } from '#src/api/http/principal.ts';
import { bidRoutes } from './bid.routes.ts';

/** The bids of carriers, as agents see them; carriers place theirs on a load. */
export const bid: Noun = { calls: [{ for: agents, add: bidRoutes }] };
