import { Type } from 'typebox';
import { RIGHTS } from '#src/machines/carrier/compliance.ts';
import { REQUIREMENTS } from '#src/machines/carrier/compliance.lifecycle.ts';
import { Named, CalendarDate, Nullable, OneOf } from '#src/api/http/schemas.ts';

/** One thing that a carrier must have before it may bid and be awarded a job. */
const Standing = Named('ComplianceStanding', {
  requirement: OneOf(REQUIREMENTS),
  state: Type.String({ maxLength: 20, description: 'Where the lifecycle of compliance has it' }),
  is_met: Type.Boolean(),
  until: Nullable(CalendarDate),
  // The first day of a policy on record that will meet it. Contracts awarded before this field lack it.
  starts: Type.Optional(Nullable(CalendarDate)),
  gap: Nullable(Type.String({ maxLength: 500, description: 'What is lacking, as a phrase' })),
  blocks: Type.Array(OneOf(RIGHTS), { maxItems: 3, description: 'What may not be done for the lack of it' }),
});
export const Compliance = Type.Array(Standing, { maxItems: 10 });
export const ComplianceAtAward = Named('ComplianceAtAward', { through: Nullable(CalendarDate), standings: Compliance });
