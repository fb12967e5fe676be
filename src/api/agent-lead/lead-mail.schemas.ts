import { Type } from 'typebox';
import { Instant, Name, Named, Nullable, OneOf, Strict, Text, Uuid } from '#src/api/http/schemas.ts';
import { MAIL_STATES } from '#src/api/mail/mail-state.ts';
import { MAIL_SUBJECT_LENGTH, MAIL_TEXT_LENGTH } from '#src/machines/mail-template/mail-blanks.ts';

/** The most leads that can be selected in a list at once. */
export const MOST_CHOSEN = 100;
/** The most mails that the page of a lead shows. */
export const MOST_MAILS = 200;

const words = { subject: Name(MAIL_SUBJECT_LENGTH), text: Text(MAIL_TEXT_LENGTH) };
export const MailBody = Strict(words);
export const PreviewBody = Strict({
  lead_ids: Type.Array(Uuid, { minItems: 1, maxItems: MOST_CHOSEN, uniqueItems: true }),
  // Without it, the response only lists who can be written to.
  subject: Type.Optional(words.subject),
  text: Type.Optional(words.text),
});

/** Filling in the blanks makes a text longer. */
const Filled = Type.String({ maxLength: MAIL_TEXT_LENGTH * 4 });
export const MailPreview = Named('LeadMailPreview', {
  leads: Type.Array(
    Named('LeadMailRecipient', {
      id: Uuid,
      client_name: Type.String({ maxLength: 120 }),
      off_because: Nullable(Type.String({ maxLength: 1000, description: 'Why nothing can be sent; a sentence' })),
    }),
    { maxItems: MOST_CHOSEN },
  ),
  shown: Named('LeadMailShown', {
    lead_id: Uuid,
    from: Type.String({ maxLength: 500 }),
    reply_to: Type.String({ maxLength: 254 }),
    to: Nullable(Type.String({ maxLength: 254 })),
    subject: Filled,
    text: Filled,
    html: Type.String({ maxLength: 400_000, description: 'The whole mail as its recipient sees it' }),
  }),
});

export const LeadMail = Named('LeadMail', {
  id: Uuid,
  kind: Type.String({ maxLength: 60 }),
  subject: Type.String({ maxLength: 1000 }),
  to: Type.String({ maxLength: 254 }),
  state: OneOf(MAIL_STATES),
  problem: Nullable(Type.String({ maxLength: 500, description: 'What the mail server said' })),
  written_by: Nullable(Type.String({ maxLength: 200, description: 'Null: the product sent it' })),
  created_at: Instant,
  delivered_at: Nullable(Instant),
  bounced_at: Nullable(Instant),
});
export const MailText = Type.Object({ text: Filled });
