import { showPhone } from '#src/machines/phone/phone.ts';
/** Other questions that clients often ask, answered without promising what only an agent can. */
const ANSWERS: readonly (readonly [RegExp, (brokerage: { name: string; phone: string }) => string])[] = [
  [
    /\b(?:speak|talk|chat) (?:to|with) (?:a |an )?(?:human|person|agent|somebody|someone|representative)|\b(?:real|human|live) (?:person|agent|human)|\bcall me\b/i,
    ({ phone }) =>
      `You can ask for a person with “Talk to a person” at the top of this page, or call us at ${showPhone(phone)}.`,
  ],
  [
    /\b(?:are you|is this) (?:a )?(?:bot|robot|human|person|real|ai|machine)\b/i,
    () => 'I’m an automated assistant. Our agents can read this chat, too.',
  ],
  [
    /\bhow much|\bwhat (?:does|will|would) (?:it|this|that|the move) cost|\bprice|\bquote\b.{0,200}\?|\bestimate\b.{0,200}\?|\bcost\b.{0,200}\?/i,
    () =>
      'An agent prices your move from what you tell me here and sends you a written estimate. It’s free, with no obligation.',
  ],
  [
    /\bdeposit|\bpay(?:ment)?\b.{0,200}\?|\bwhen do (?:i|we) pay/i,
    () => 'The estimate is free. The estimate and the agreement say when and how you pay, before you sign anything.',
  ],
  [
    /\binsur(?:ed|ance)|\bdamage|\bbreaks?\b|\bbroken\b|\bvaluation/i,
    () =>
      'Interstate carriers must offer two levels of liability: full value protection, and released value at 60 cents per pound per article. Your agent explains both before you choose.',
  ],
  [
    /\bhow long\b|\btransit\b|\bwhen (?:will|does) (?:it|my (?:stuff|things|goods)) arrive/i,
    () => 'That depends on the distance and the date. Your estimate lists the pick-up and delivery days.',
  ],
  [
    /\b(?:are you|is this) (?:the |a )?(?:mover|movers|carrier|broker|moving company)|\bwho (?:will )?(?:moves?|does the move)/i,
    ({ name }) =>
      `${name} is a broker: we arrange your move with a licensed and insured carrier, and we tell you who it is before the move.`,
  ],
  [
    /\bcancel|\bchange my mind/i,
    () => 'You can walk away at any time until you sign an agreement. After that, the agreement says how to cancel.',
  ],
  [
    /\b(?:privacy|my data|delete my|sell my)\b/i,
    () =>
      'We use what you tell us to arrange your move. Our privacy policy explains what we keep, for how long, and how to have it deleted.',
  ],
  [
    /\bdo you (?:also )?(?:pack|store|move (?:cars|pianos|pets|plants))|\bcan you (?:pack|store)/i,
    () => 'We can arrange packing, storage, and special items. Tell me what you need, and it goes into your estimate.',
  ],
];

/** The answer to a common question; null if it is not one. */
export function answerTo(text: string, brokerage: { name: string; phone: string }): string | null {
  return ANSWERS.find(([asks]) => asks.test(text))?.[1](brokerage) ?? null;
}
