import { newId } from '#src/api/database/ids.ts';
import { cityNamed } from '#src/api/place/places.ts';
import { leadFields } from '#src/api/state-lead/state-lead.intake.ts';
import type { IntakeLead } from '#src/api/state-lead/state-lead.schemas.ts';
import type { Application } from '#tests/platform/application.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

let made = 0;

export interface ShopRow {
  from?: [city: string, state: string];
  to?: [city: string, state: string];
  ageDays?: number;
  moveDate?: string | null;
  size?: IntakeLead['size'];
  duplicateOf?: string;
  client?: Partial<IntakeLead['client']>;
  comment?: string;
}

/** Inserts a household's request as the intake would, with any age. @returns its id */
export async function shopRow(application: Application, given: ShopRow = {}): Promise<string> {
  made += 1;
  const [city, state] = given.from ?? ['Columbus', 'OH'];
  const [toCity, toState] = given.to ?? ['Austin', 'TX'];
  if (!cityNamed(city, state)) throw new Error(`There is no ${city}.`);
  const fields = leadFields({
    external_id: `shop-${made}`,
    client: {
      name: `Household ${made}`,
      email: `household-${made}@client.example`,
      phone: `+1614555${String(made).padStart(4, '0')}`,
      ...given.client,
    },
    origin: { city, state },
    destination: { city: toCity, state: toState },
    move_date: given.moveDate === undefined ? null : given.moveDate,
    size: given.size ?? 'two-bedroom',
    ...(given.comment ? { comment: given.comment } : {}),
  });
  const id = newId();
  const received = new Date(application.parts.now().getTime() - (given.ageDays ?? 0.01) * DAY);
  await application.database.kysely
    .insertInto('state_lead')
    .values({
      ...fields,
      id,
      reference: `H-9${String(made).padStart(5, '0')}`,
      source: 'import',
      external_id: `shop-${made}`,
      fingerprint: null,
      duplicate_of: given.duplicateOf ?? null,
      received_at: received.toISOString(),
    })
    .execute();
  return id;
}
