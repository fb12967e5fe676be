import type { Noun } from '../noun.ts';
import { setupRoutes } from './setup.routes.ts';

/** The first visit to a deployment without an agent. */
export const setup: Noun = { calls: [{ for: 'anyone', add: setupRoutes }] };
