import { Type } from 'typebox';
import { JOB_STATES } from '#src/machines/job/job.lifecycle.ts';
import { JOB_PAPERS, JOB_STEPS } from '#src/machines/job/job.steps.ts';
import { Count, Instant, Named, Nullable, OneOf, Text, Uuid, Version, Strict } from '#src/api/http/schemas.ts';

const ShortText = Type.String({ maxLength: 2000 });
const Url = Type.String({ maxLength: 300 });

const JobPaper = Named('JobPaper', {
  id: Uuid,
  kind: OneOf(JOB_PAPERS),
  name: Type.String({ maxLength: 200 }),
  media_type: Type.String({ maxLength: 100 }),
  size: Count,
  url: Url,
  preview_url: Nullable(Url),
  brought_by: ShortText,
  created_at: Instant,
});

const shared = {
  id: Uuid,
  state: OneOf(JOB_STATES),
  version: Version,
  signed_at: Instant,
  departed_at: Nullable(Instant),
  picked_up_at: Nullable(Instant),
  delivered_at: Nullable(Instant),
  unread_messages: { ...Count, description: 'Of the other side, about this job' },
  actions: Type.Array(
    Type.Object({
      step: OneOf(JOB_STEPS),
      may: Type.Boolean(),
      unmet: Type.Array(ShortText, { maxItems: 10 }),
    }),
    { maxItems: 4, description: 'The steps that there are from here; `unmet` says why one cannot be made now.' },
  ),
  papers: Type.Array(JobPaper, { maxItems: 100, description: 'What the carrier has brought, oldest first.' }),
};

/** A job as its carrier sees it. */
export const OwnJob = Named('OwnJob', {
  ...shared,
  papers_unmet: Type.Array(ShortText, { maxItems: 10, description: 'Why no paper can be brought now.' }),
  may_sign_receipt: Type.Boolean({ description: 'The client can sign the delivery receipt on the screen now.' }),
});

/** A job as agents see it, with what happened to it. */
export const LeadJob = Named('LeadJob', {
  ...shared,
  carrier: Type.Object({ id: Uuid, legal_name: ShortText }),
  has_messages: Type.Boolean({ description: 'Something was written about the job, by either side' }),
  is_held: Type.Boolean({ description: 'The carrier has the award still; false for one that was taken off.' }),
  history: Type.Array(
    Named('JobHistoryEntry', {
      sequence: Count,
      event: Type.String({ maxLength: 60 }),
      payload: Type.Any(),
      actor_name: ShortText,
      actor_role: Type.String({ maxLength: 20 }),
      at: Instant,
      from_state: Nullable(Type.String({ maxLength: 60 })),
      to_state: Type.String({ maxLength: 60 }),
    }),
    { maxItems: 2000, description: 'Oldest first.' },
  ),
});

export const StepBody = Strict({
  step: OneOf(JOB_STEPS),
  version: Type.Optional(Version),
  at: Type.Optional(
    Type.String({
      format: 'date-time',
      maxLength: 40,
      description: 'When it happened, of the last days; now where it is left out.',
    }),
  ),
  reason: Type.Optional(Text(500)),
});
