import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

export const MAIL_STATES = ['waiting', 'held', 'sent', 'failed', 'bounced'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** What became of a row of `mail`, read under the name `m`. */
export const mailState: RawBuilder<MailState> = sql`
  case when m.bounced_at is not null then 'bounced'
       when m.delivered_at is not null then 'sent'
       when m.body = '{}'::jsonb then 'failed'
       when m.held_at is not null then 'held'
       else 'waiting' end`;
