import { Type } from 'typebox';
import type { Kysely } from 'kysely';
import type { Tables } from '#src/api/database/tables.ts';
import { write } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';
import type { Api } from '#src/api/http/http.ts';
import { needsRight } from '#src/api/http/principal.ts';
import { notFound, problem } from '#src/api/http/problem.ts';
import { CalendarDate, Count, Named, Nullable, STORABLE, Strict, problems } from '#src/api/http/schemas.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { tellOfSettings } from '#src/api/settings/settings.repository.ts';
import { dateIn } from '#src/machines/calendar/days.ts';
import {
  LEGAL_KINDS,
  LEGAL_TITLES,
  NEWEST_BUILT_IN,
  parseLegal,
  SOURCE_LENGTH,
} from '#src/machines/legal/legal-text.ts';
import type { LegalKind } from '#src/machines/legal/legal-text.ts';
import type { Noun } from '../noun.ts';

const Versions = Type.Array(
  Named('LegalVersion', {
    version: Count,
    since: CalendarDate,
    actor_name: Nullable(Type.String({ maxLength: 200 })),
  }),
  { maxItems: 10_000 },
);
const Source = Type.String({ minLength: 1, maxLength: SOURCE_LENGTH, pattern: STORABLE });

async function versionsOf(kysely: Kysely<Tables>, kind: LegalKind, zone: string) {
  const rows = await kysely
    .selectFrom('legal_text')
    .select(['version', 'published_at', 'actor_name'])
    .where('kind', '=', kind)
    .orderBy('version', 'desc')
    .execute();
  return rows.map(({ version, published_at, actor_name }) => ({
    version,
    since: dateIn(zone, new Date(published_at)),
    actor_name,
  }));
}

/** What the brokerage has published, for everyone. The author is shown only to agents. */
function readingRoutes(app: Api, parts: ApiParts): void {
  for (const kind of LEGAL_KINDS) {
    app.get(
      `/legal/${kind}`,
      {
        schema: {
          summary: 'The versions that the brokerage has published, newest first',
          response: { 200: Versions, ...problems },
        },
      },
      async (request) => {
        const versions = await versionsOf(parts.database.kysely, kind, parts.brokerage.zone);
        const isAgent = request.principal?.role === 'agent';
        return versions.map((version) => (isAgent ? version : { ...version, actor_name: null }));
      },
    );
    app.get(
      `/legal/${kind}/text`,
      {
        schema: {
          summary: 'One of them, with its blanks',
          querystring: Strict({ version: Type.String({ pattern: '^[1-9][0-9]{0,5}$', maxLength: 6 }) }),
          response: { 200: Named('LegalSource', { source: Source }), ...problems },
        },
      },
      async (request) => {
        const found = await parts.database.kysely
          .selectFrom('legal_text')
          .select('source')
          .where('kind', '=', kind)
          .where('version', '=', Number(request.query.version))
          .executeTakeFirst();
        if (!found) throw notFound('version');
        return found;
      },
    );
  }
}

function publishingRoutes(app: Api, parts: ApiParts): void {
  for (const kind of LEGAL_KINDS) {
    app.post(
      `/agent/legal/${kind}`,
      {
        schema: {
          summary: 'Publishes a version, which takes the place of the one that was seen; it is never changed',
          body: Strict({ version: Count, source: Source }),
          response: { 200: Versions, ...problems },
        },
      },
      async (request, reply) => {
        const by = needsRight(request, 'settings');
        const { source } = request.body;
        const [sentence] = parseLegal(LEGAL_TITLES[kind], source).wrong;
        if (sentence) throw problem(422, sentence, { errors: [{ field: 'source', message: sentence }] });
        return write(parts.database, request, reply, by.accountId, async (tx) => {
          await publish(tx, parts, { kind, ...request.body }, by);
          return versionsOf(tx, kind, parts.brokerage.zone);
        });
      },
    );
  }
}

/** @throws Problem 409 if another version was published meanwhile */
async function publish(
  tx: Tx,
  parts: ApiParts,
  { kind, version, source }: { kind: LegalKind; version: number; source: string },
  by: { accountId: string; name: string },
): Promise<void> {
  const [before] = await versionsOf(tx, kind, parts.brokerage.zone);
  const newest = before?.version ?? NEWEST_BUILT_IN[kind];
  const added =
    newest === version &&
    (await tx
      .insertInto('legal_text')
      .values({
        kind,
        version: newest + 1,
        source,
        published_at: parts.now().toISOString(),
        actor_id: by.accountId,
        actor_name: by.name,
      })
      // Of two concurrent writes, only one succeeds.
      .onConflict((conflict) => conflict.columns(['kind', 'version']).doNothing())
      .returning('version')
      .executeTakeFirst());
  if (!added) throw problem(409, 'Another version was published meanwhile. Nothing of yours was published.');
  await tellOfSettings(tx);
}

/** Privacy policy and terms: those that ship with the product, and those that the brokerage has published since. */
export const legal: Noun = {
  calls: [
    { for: 'anyone', add: readingRoutes },
    { for: 'settings', add: publishingRoutes },
  ],
};
