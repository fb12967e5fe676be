import { showPhone } from '#src/machines/phone/phone.ts';
import type { ChatDetails } from '#src/machines/chat/chat-details.ts';

/**
 * What follows the client's confirmation: when the price comes and, if there is a phone number, whether a call would
 * help.
 */
export function afterConfirmation(
  { email, phone }: Partial<ChatDetails>,
  wasAsked: boolean,
): { text: string; asked: 'call' | null } {
  const sent = `Thank you, your move is confirmed. An agent is working out your price. Expect it ${email ? `at ${email}` : 'by phone'} by the end of the next business day.`;
  return phone && !wasAsked
    ? { text: `${sent}\n\nWould you like a call at ${showPhone(phone)} as well? Tell me when.`, asked: 'call' }
    : { text: sent, asked: null };
}

const NO_CALL = /^\W*(?:no|none|nope|skip|not needed|don['’]?t call|email is)\b/i;
/** A time for a call. Dates in it are not new move dates. */
const TIME =
  /\b(?:call|today|tonight|tomorrow|morning|noon|afternoon|evening|any ?time|whenever|weekdays?|weekends?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|\d{1,2}(?::\d\d)? ?(?:am|pm|o['’]clock)|(?:after|before|around|at|by) \d{1,2})\b/i;
const OF_THE_MOVE = /\b(?:mov(?:e|es|ing)|actually|instead|pick ?up|deliver\w*)\b/i;

/** Whether the text says when to call, or that no call is needed. */
export const isAboutCall = (text: string): boolean =>
  NO_CALL.test(text) || (TIME.test(text) && !OF_THE_MOVE.test(text));

/** `wish` is what the agents read; null if no call is wanted. */
export function answerAboutCall(text: string, { phone }: Partial<ChatDetails>): { text: string; wish: string | null } {
  if (NO_CALL.test(text))
    return { text: 'All right, no call. If you change your mind, just tell me here.', wish: null };
  const wish = text.slice(0, 200);
  const to = phone ? showPhone(phone) : 'you';
  return { text: `Noted: an agent will call ${to}. You said “${wish}”. If that changes, just tell me here.`, wish };
}
