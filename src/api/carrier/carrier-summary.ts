import { Type } from 'typebox';
import { Named, Nullable, UsState, Uuid } from '#src/api/http/schemas.ts';

/** What is shown beside a carrier's name wherever agents see it. */
export const CarrierSummary = Named('CarrierSummary', {
  id: Uuid,
  legal_name: Type.String({ maxLength: 200 }),
  usdot: Type.String({ maxLength: 8 }),
  city: Type.String({ maxLength: 100 }),
  state: UsState,
  phone: Nullable(Type.String({ maxLength: 16 })),
  email: Type.String({ maxLength: 254 }),
});
