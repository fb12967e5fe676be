import type { Noun } from '../noun.ts';
import { agents, carriers } from '#src/api/http/principal.ts';
import { agentJobRoutes, carrierJobRoutes } from './carrier-job.routes.ts';
import { jobRecord } from './carrier-job.record.ts';

/** A carrier's job after its signature: its state, and its papers. */
export const carrierJob: Noun = {
  records: [jobRecord],
  calls: [
    { for: agents, add: agentJobRoutes },
    { for: carriers, add: carrierJobRoutes },
  ],
};
