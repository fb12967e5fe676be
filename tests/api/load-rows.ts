import { newId } from '#src/api/database/ids.ts';
import { placeOfZip } from '#src/api/place/places.ts';
import { milesBetween } from '#src/api/place/distance.ts';
import type { Application } from '#tests/platform/application.ts';

/** What a test sets for a load; the rest is the same for all. */
export interface LoadRow {
  from: string | null;
  to: string;
  date?: string | null;
  last?: string | null;
  lb?: number | null;
  kind?: 'household-interstate' | 'local' | 'freight';
  posted?: string;
  state?: 'award-carrier' | 'contracted' | 'open-contracts';
  awardedTo?: string;
}

/** Inserts posted loads directly, without the lifecycle: lists show what exists, however it came about. */
export async function insertLoads(
  application: Application,
  loads: Record<string, LoadRow>,
): Promise<Record<string, string>> {
  const { kysely } = application.database;
  const ids: Record<string, string> = {};
  for (const [name, load] of Object.entries(loads)) {
    const [origin, destination] = [load.from === null ? undefined : placeOfZip(load.from), placeOfZip(load.to)!];
    const posted = load.posted ?? '2026-01-01T00:00:00.000Z';
    const date = load.date === undefined ? '2027-05-10' : load.date;
    ids[name] = newId();
    await kysely
      .insertInto('agent_lead')
      .values({
        id: ids[name],
        reference: `L-${name}`,
        model_version: 1,
        state: load.state ?? 'award-carrier',
        stage: load.state === 'open-contracts' ? 'awaiting-carrier' : null,
        entered_state_at: posted,
        created_at: posted,
        updated_at: posted,
        source: 'test',
        kind: load.kind ?? 'household-interstate',
        client_name: 'Casey Client',
        client_zone: 'America/New_York',
        stops: JSON.stringify([]),
        origin_city: origin?.city ?? null,
        origin_state: origin?.state ?? null,
        origin_zip: origin?.zip ?? null,
        origin_lat: origin?.lat ?? null,
        origin_lng: origin?.lng ?? null,
        destination_city: destination.city,
        destination_state: destination.state,
        destination_zip: destination.zip,
        destination_lat: destination.lat,
        destination_lng: destination.lng,
        move_date: date,
        move_date_last: load.last === undefined ? date : load.last,
        distance_miles: origin ? milesBetween(origin, destination) : null,
        weight_lb: load.lb === undefined ? 5000 : load.lb,
      })
      .execute();
    const agreementId = newId();
    if (load.awardedTo) {
      await kysely
        .insertInto('agreement')
        .values({
          id: agreementId,
          kind: 'specific-job',
          lead_id: ids[name],
          carrier_id: load.awardedTo,
          state: 'sent',
          model_version: 1,
          template_version: '1',
          document: JSON.stringify({}),
          html: '',
          document_hash: '',
          open_blanks: JSON.stringify([]),
          expires_at: '2099-01-01T00:00:00Z',
        })
        .execute();
    }
    const award = load.awardedTo
      ? {
          job_agreement_id: agreementId,
          awarded_carrier_id: load.awardedTo,
          award_kind: 'bid' as const,
          award_amount: 100_000,
          awarded_at: posted,
        }
      : {};
    await kysely
      .insertInto('contract')
      .values({ id: newId(), lead_id: ids[name], ...award })
      .execute();
  }
  return ids;
}
