import { newId } from '#src/api/database/ids.ts';
import { cityNamed } from '#src/api/place/places.ts';
import type { RowOf } from '#src/api/database/tables.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

const RADIUS_MILES = 60;
/** Where Buckeye Relocation takes jobs. */
const CITIES: [string, string][] = [
  ['Columbus', 'OH'],
  ['Cincinnati', 'OH'],
  ['Dayton', 'OH'],
  ['Covington', 'KY'],
  ['Huntington', 'WV'],
];
/** A whole state, besides the cities above. */
const STATE = 'WV';

export interface DemoBusinesses {
  /** The business of mover@ and assistant@, which is established. */
  settled: string;
  /** The business of newmover@, who has just confirmed the email address. */
  beginning: string;
  businesses: RowOf<'business'>[];
  topCities: RowOf<'top_city'>[];
  topStates: RowOf<'top_state'>[];
}

/** Two businesses of movers: an established one, and one before its first step. */
export function makeDemoBusinesses(now: Date): DemoBusinesses {
  const settled = newId();
  const beginning = newId();
  const at = (days: number) => new Date(now.getTime() - days * DAY).toISOString();
  const business = {
    id: settled,
    version: 1,
    used_trial: true,
    card_added: true,
    subscription: 'active',
    trial_ends_at: at(286),
    top_cities_chosen_at: at(299),
    stripe_customer_id: null,
    name: 'Buckeye Relocation',
    phone: '+16145550110',
    created_at: at(300),
  } as const;
  const fresh = {
    id: beginning,
    version: 1,
    used_trial: false,
    card_added: false,
    subscription: 'inactive',
    trial_ends_at: null,
    top_cities_chosen_at: null,
    stripe_customer_id: null,
    name: 'Castillo Moving',
    phone: '+16145550133',
    created_at: at(1),
  } as const;
  const topCities = CITIES.map(([city, state]) => {
    const { lat, lng } = cityNamed(city, state)!;
    return { business_id: settled, city, state, lat, lng, radius_miles: RADIUS_MILES };
  });
  const topStates = [{ business_id: settled, state: STATE }];
  return { settled, beginning, businesses: [business, fresh], topCities, topStates };
}

/** The assistant who joined, and a colleague who has not responded yet. */
export function makeDemoInvitations(
  now: Date,
  given: { businessId: string; moverId: string; assistant: { id: string; name: string; email: string } },
): RowOf<'invitation'>[] {
  const at = (days: number) => new Date(now.getTime() + days * DAY).toISOString();
  const shared = { business_id: given.businessId, invited_by: given.moverId, withdrawn_at: null };
  return [
    {
      ...shared,
      id: newId(),
      email: given.assistant.email,
      name: given.assistant.name,
      created_at: at(-299),
      sent_at: at(-299),
      expires_at: at(-285),
      accepted_at: at(-298),
      account_id: given.assistant.id,
    },
    {
      ...shared,
      id: newId(),
      email: 'jonas.meyer@buckeye.example',
      name: 'Jonas Meyer',
      created_at: at(-3),
      sent_at: at(-3),
      expires_at: at(11),
      accepted_at: null,
      account_id: null,
    },
  ];
}
