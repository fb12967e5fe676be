import type { Noun } from '../noun.ts';
import { workflowRoutes } from './workflow.routes.ts';

/** How leads go through their lifecycle, counted from their history. */
export const workflow: Noun = { calls: [{ for: 'workflow', add: workflowRoutes }] };
