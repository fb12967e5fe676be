import { job } from '../noun.ts';
import type { Noun } from '../noun.ts';
import { agents, carriers } from '#src/api/http/principal.ts';
import { mailJob, mailUnread } from './job-message.mail.ts';
import { agentMessageRoutes, carrierMessageRoutes } from './job-message.routes.ts';

/** What the carrier of a job and the brokerage write to each other about it. */
export const jobMessage: Noun = {
  calls: [
    { for: agents, add: agentMessageRoutes },
    { for: carriers, add: carrierMessageRoutes },
  ],
  jobs: [job(mailJob, mailUnread)],
};
