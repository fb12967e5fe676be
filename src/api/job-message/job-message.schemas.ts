import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Count, Instant, Named, Nullable, OneOf, Strict, Text, Uuid } from '#src/api/http/schemas.ts';
import { LONGEST_MESSAGE, MESSAGES_SHOWN, SIDES, TOPICS } from '#src/machines/job-message/job-message.ts';

const Url = Type.String({ maxLength: 300 });

export const JobMessage = Named('JobMessage', {
  id: Uuid,
  side: OneOf(SIDES),
  author_name: Type.String({ maxLength: 200 }),
  about: Nullable(OneOf(TOPICS)),
  text: Nullable(Type.String({ maxLength: LONGEST_MESSAGE })),
  file: Nullable(
    Named('JobMessageFile', {
      name: Type.String({ maxLength: 200 }),
      media_type: Type.String({ maxLength: 100 }),
      size: Count,
      url: Url,
      preview_url: Nullable(Url),
    }),
  ),
  created_at: Instant,
  read_at: Nullable({ ...Instant, description: 'When the other side had it on the screen' }),
});

export const JobMessages = Named('JobMessages', {
  lead_id: Uuid,
  job_id: Uuid,
  carrier: Type.String({ maxLength: 300 }),
  closed_because: Nullable(Type.String({ maxLength: 300, description: 'Why nothing can be written any more' })),
  messages: Type.Array(JobMessage, { maxItems: MESSAGES_SHOWN, description: 'The newest ones, oldest first' }),
  unread: { ...Count, description: 'Of the other side, not read by this one yet' },
});
export type JobMessages = Static<typeof JobMessages>;

export const MessageBody = Strict({ text: Text(LONGEST_MESSAGE), about: Type.Optional(OneOf(TOPICS)) });
export const AnswerBody = Strict({ text: Text(LONGEST_MESSAGE) });
export const ReadBody = Strict({ through: { ...Uuid, description: 'The newest message that was seen' } });
