import { write } from '#src/api/database/write.ts';
import type { Api } from '#src/api/http/http.ts';
import { needsRight } from '#src/api/http/principal.ts';
import { problem } from '#src/api/http/problem.ts';
import { problems } from '#src/api/http/schemas.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { csvOf, readCsv } from './tariff.csv.ts';
import { publishTariff, tariffNow, tariffOf, versionsOf } from './tariff.repository.ts';
import { FileBody, FileReport, PublishBody, TariffNow, TariffVersions, VersionParams } from './tariff.schemas.ts';

/** The brokerage's tariff, for agents with the right `settings`. */
export function tariffRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;

  app.get(
    '/agent/tariff',
    { schema: { summary: 'The tariff in force, also as a file', response: { 200: TariffNow, ...problems } } },
    async () => {
      const now = await tariffNow(kysely);
      return now ? { ...now, csv: csvOf(now.rules) } : { version: 0, csv: null };
    },
  );

  app.get(
    '/agent/tariff/versions',
    { schema: { summary: 'Who published what, newest first', response: { 200: TariffVersions, ...problems } } },
    async () => versionsOf(kysely),
  );

  app.get(
    '/agent/tariff/versions/:version',
    {
      schema: {
        summary: 'A version as it was published, to look at and to publish again',
        params: VersionParams,
        response: { 200: TariffNow, ...problems },
      },
    },
    async (request) => {
      const version = Number(request.params.version);
      const found = await tariffOf(kysely, version);
      if (!found) throw problem(404, `There is no version ${version} of the tariff.`);
      return { ...found, csv: csvOf(found.rules) };
    },
  );

  app.post(
    '/agent/tariff',
    {
      schema: {
        summary: 'Publishes a version, which takes the place of the one that was seen; it is never changed',
        body: PublishBody,
        response: { 200: TariffVersions, ...problems },
      },
    },
    async (request, reply) => {
      const by = needsRight(request, 'settings');
      return write(parts.database, request, reply, by.accountId, async (tx) => {
        await publishTariff(tx, request.body, { id: by.accountId, name: by.name }, parts.now());
        return versionsOf(tx);
      });
    },
  );

  app.post(
    '/agent/tariff/file',
    {
      schema: {
        summary: 'Reads a CSV file: the tariff that it says, or every line of it that is wrong. Nothing is kept',
        body: FileBody,
        response: { 200: FileReport, ...problems },
      },
    },
    async (request) => readCsv(request.body.csv),
  );
}
