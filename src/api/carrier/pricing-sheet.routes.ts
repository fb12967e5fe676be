import { Type } from 'typebox';
import type { Api } from '#src/api/http/http.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { needsCarrier } from '#src/api/http/principal.ts';
import { problem } from '#src/api/http/problem.ts';
import { Strict, Version, problems } from '#src/api/http/schemas.ts';
import { write } from '#src/api/database/write.ts';
import { tellOfCarrier } from './carrier.live.ts';
import { carrierById } from './carrier.repository.ts';
import { SheetAnswer, SheetRows, presentSheet, soundSheet } from './pricing-sheet.ts';
import { lockedCarrier } from './profile.repository.ts';

const answer = { 200: SheetAnswer, ...problems };

/** A carrier's own price sheet: the carrier sets the rates, agents set the ratio. */
export function pricingSheetRoutes(app: Api, parts: ApiParts): void {
  app.get('/carrier/pricing-sheet', { schema: { response: answer } }, async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    return presentSheet(await carrierById(parts.database.kysely, needsCarrier(request).carrierId));
  });

  app.put(
    '/carrier/pricing-sheet',
    { schema: { body: Strict({ data: SheetRows, version: Type.Optional(Version) }), response: answer } },
    async (request, reply) => {
      const { accountId, carrierId } = needsCarrier(request);
      const data = soundSheet(request.body.data);
      return await write(parts.database, request, reply, accountId, async (tx) => {
        const before = await lockedCarrier(tx, carrierId);
        const seen = request.body.version;
        if (seen !== undefined && seen !== before.version)
          throw problem(409, 'Your company was changed elsewhere while you worked on the sheet. Nothing was changed.', {
            current: presentSheet(before),
          });
        const version = before.version + 1;
        await tx
          .updateTable('carrier')
          .set({ pricing_sheet: JSON.stringify(data), version })
          .where('id', '=', carrierId)
          .execute();
        await tellOfCarrier(tx, carrierId);
        return presentSheet({ ...before, pricing_sheet: data, version });
      });
    },
  );
}
