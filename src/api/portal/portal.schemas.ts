import { Type } from 'typebox';
import { ClientMoney } from '#src/api/agent-lead/client-money.ts';
import { Stop } from '#src/api/agent-lead/agent-lead.schemas.ts';
import { CLIENT_ANSWERS } from '#src/api/agent-lead/quote-answer.ts';
import { BrokerageBody } from '#src/api/agreement/agreement.schemas.ts';
import { JobProgress } from '#src/api/carrier-job/carrier-job.progress.ts';
import { CalendarDate, Cents, Count, Instant, Named, Nullable, OneOf, Uuid } from '#src/api/http/schemas.ts';
import { AGREEMENT_STATES } from '#src/machines/agreement/agreement.lifecycle.ts';
import { Reschedule } from '#src/api/reschedule/reschedule.record.ts';

const ShortText = Type.String({ maxLength: 4000 });
/** Papers that are files; an estimate is a page that can be printed. */
export const PAPERS = ['agreement', 'invoice', 'delivery-receipt'] as const;
export const WAYS = ['estimate', 'agreement', 'payment', 'chat'] as const;
export const MOST_MESSAGES = 50;

const Actions = Type.Array(
  Type.Object({
    event: OneOf(CLIENT_ANSWERS),
    may: Type.Boolean(),
    unmet: Type.Array(ShortText, { maxItems: 10 }),
  }),
  { maxItems: 10 },
);

const PortalEstimate = Named('PortalEstimate', {
  id: Uuid,
  number: Count,
  total: Cents,
  valid_until: CalendarDate,
  sent_at: Instant,
  accepted_at: Nullable(Instant),
  declined_at: Nullable(Instant),
  is_current: Type.Boolean({ description: 'The one that was sent last: only it can be answered.' }),
  is_expired: Type.Boolean(),
  actions: Actions,
});

const PortalMessage = Named('PortalMessage', {
  id: Uuid,
  author: OneOf(['client', 'assistant', 'agent'] as const),
  author_name: ShortText,
  text: ShortText,
  at: Instant,
});

export const ClientPortal = Named('ClientPortal', {
  reference: ShortText,
  brokerage: BrokerageBody,
  client_name: ShortText,
  status: ShortText,
  stops: Type.Array(Stop, { maxItems: 10 }),
  carrier: Nullable(
    Type.Object(
      { name: ShortText, usdot: ShortText, phone: Nullable(ShortText) },
      { description: 'The carrier, once it has signed for the move.' },
    ),
  ),
  progress: JobProgress,
  is_done: Type.Boolean(),
  estimates: Type.Array(PortalEstimate, { maxItems: 100, description: 'Those that were sent, newest first.' }),
  agreement: Nullable(
    Type.Object({
      state: OneOf(AGREEMENT_STATES),
      sent_at: Nullable(Instant),
      signed_at: Nullable(Instant),
      may_sign: Type.Boolean(),
    }),
  ),
  is_agreement_changing: Type.Boolean({
    description: 'It was reopened: the client gets a new price or a new agreement.',
  }),
  money: ClientMoney,
  messages: Type.Array(PortalMessage, { maxItems: MOST_MESSAGES, description: 'The newest ones, oldest first.' }),
  has_chat: Type.Boolean({ description: 'There is a conversation to go on with.' }),
  messages_left: Count,
  papers: Type.Array(OneOf(PAPERS), { maxItems: PAPERS.length }),
  reschedule: Reschedule,
  is_opened: Type.Boolean({ description: 'The page was opened before, and that was told.' }),
  expires_at: Instant,
});
