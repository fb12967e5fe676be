import { decodeCursor } from '#src/api/database/cursor.ts';
import type { Api } from '#src/api/http/http.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { needsRight } from '#src/api/http/principal.ts';
import { problems } from '#src/api/http/schemas.ts';
import { keptAnswers } from './kept-answers.ts';
import { readOverview } from './workflow.overview.ts';
import { readPaths } from './workflow.paths.ts';
import { readLongest } from './workflow.place.ts';
import { readRefusals } from './workflow.refusals.ts';
import {
  PathsQuery,
  PeriodQuery,
  PlaceQuery,
  Workflow,
  WorkflowPaths,
  WorkflowPlaceDetail,
  WorkflowRefusals,
} from './workflow.schemas.ts';
import { sinceOf } from './workflow.sql.ts';

const PAGE = 20;

/** How leads go through the lifecycle, counted from their histories, for agents with the right `workflow`. */
export function workflowRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;
  const kept = keptAnswers();

  app.get(
    '/agent/workflow',
    {
      schema: {
        summary: 'Where leads stand, wait and go',
        querystring: PeriodQuery,
        response: { 200: Workflow, ...problems },
      },
    },
    async (request) => {
      needsRight(request, 'workflow');
      const { days } = request.query;
      const now = parts.now();
      return kept(`overview ${days}`, () => readOverview(kysely, sinceOf(days, now), now));
    },
  );

  app.get(
    '/agent/workflow/paths',
    {
      schema: {
        summary: 'The paths that leads took, most frequent first',
        querystring: PathsQuery,
        response: { 200: WorkflowPaths, ...problems },
      },
    },
    async (request) => {
      needsRight(request, 'workflow');
      const { days, limit, after } = request.query;
      const page = {
        limit: limit === undefined ? PAGE : Number(limit),
        after: after === undefined ? null : decodeCursor(after),
      };
      return kept(`paths ${days} ${page.limit} ${after ?? ''}`, () =>
        readPaths(kysely, sinceOf(days, parts.now()), page),
      );
    },
  );

  app.get(
    '/agent/workflow/refusals',
    {
      schema: {
        summary: 'Refused moves by reason',
        querystring: PeriodQuery,
        response: { 200: WorkflowRefusals, ...problems },
      },
    },
    async (request) => {
      needsRight(request, 'workflow');
      return readRefusals(kysely, sinceOf(request.query.days, parts.now()));
    },
  );

  app.get(
    '/agent/workflow/place',
    {
      schema: {
        summary: 'Who waits in one place, and what was refused there',
        querystring: PlaceQuery,
        response: { 200: WorkflowPlaceDetail, ...problems },
      },
    },
    async (request) => {
      needsRight(request, 'workflow');
      const { place, days } = request.query;
      const [longest, { groups }] = await Promise.all([
        readLongest(kysely, place),
        readRefusals(kysely, sinceOf(days, parts.now()), place),
      ]);
      return { place, longest, refusals: groups };
    },
  );
}
