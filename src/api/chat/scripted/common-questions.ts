/** What clients ask besides, answered without promising what only an agent can. */
const ANSWERS: readonly (readonly [RegExp, (brokerage: { name: string; phone: string }) => string])[] = [
  [
    /\b(?:speak|talk|chat) (?:to|with) (?:a |an )?(?:human|person|agent|somebody|someone|representative)|\b(?:real|human|live) (?:person|agent|human)|\bcall me\b/i,
    ({ phone }) => `You can ask for a person with the button "Talk to a person" below, or call us at ${phone}.`,
  ],
  [
    /\b(?:are you|is this) (?:a )?(?:bot|robot|human|person|real|ai|machine)\b/i,
    () => 'I am an automatic assistant. What you tell me is read by our agents, too.',
  ],
  [
    /\bhow much|\bwhat (?:does|will|would) (?:it|this|that|the move) cost|\bprice|\bquote\b.{0,200}\?|\bestimate\b.{0,200}\?|\bcost\b.{0,200}\?/i,
    () =>
      'An agent works out the price from what you tell me here, and sends you a written estimate. It costs nothing and binds you to nothing.',
  ],
  [
    /\bdeposit|\bpay(?:ment)?\b.{0,200}\?|\bwhen do (?:i|we) pay/i,
    () =>
      'Nothing is due for the estimate. When and how you pay stands in the estimate and in the agreement, before you sign anything.',
  ],
  [
    /\binsur(?:ed|ance)|\bdamage|\bbreaks?\b|\bbroken\b|\bvaluation/i,
    () =>
      'Carriers between states must offer two levels of liability: full value protection, and released value at 60 cents a pound per item. Your agent explains both before you choose.',
  ],
  [
    /\bhow long\b|\btransit\b|\bwhen (?:will|does) (?:it|my (?:stuff|things|goods)) arrive/i,
    () =>
      'How long it takes depends on the distance and the date; your estimate names the days for pick-up and delivery.',
  ],
  [
    /\b(?:are you|is this) (?:the |a )?(?:mover|movers|carrier|broker|moving company)|\bwho (?:will )?(?:moves?|does the move)/i,
    ({ name }) =>
      `${name} is a broker: we arrange your move with a licensed and insured carrier, and you learn who it is before the move.`,
  ],
  [
    /\bcancel|\bchange my mind/i,
    () => 'Until you sign an agreement you can walk away at any time. After that, the agreement says how to cancel.',
  ],
  [
    /\b(?:privacy|my data|delete my|sell my)\b/i,
    () =>
      'What you tell us is used for your move. Our privacy policy says what is kept, for how long, and how to have it deleted.',
  ],
  [
    /\bdo you (?:also )?(?:pack|store|move (?:cars|pianos|pets|plants))|\bcan you (?:pack|store)/i,
    () => 'Packing, storage and special items can be arranged. Tell me what you need, and it goes into the estimate.',
  ],
];

/** The answer to a question that many ask; null where it is none. */
export function answerTo(text: string, brokerage: { name: string; phone: string }): string | null {
  return ANSWERS.find(([asks]) => asks.test(text))?.[1](brokerage) ?? null;
}
