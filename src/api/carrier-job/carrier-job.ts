import type { Noun } from '../noun.ts';
import { agents, carriers } from '#src/api/http/principal.ts';
import { agentJobRoutes, carrierJobRoutes } from './carrier-job.routes.ts';
import { jobRecord } from './carrier-job.record.ts';

/** A carrier's job after its signature: where it stands, and the papers that it brings. */
export const carrierJob: Noun = {
  records: [jobRecord],
  calls: [
    { for: agents, add: agentJobRoutes },
    { for: carriers, add: carrierJobRoutes },
  ],
};
