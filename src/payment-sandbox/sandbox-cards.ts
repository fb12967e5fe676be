import type { CardError } from './sandbox-objects.ts';

type Outcome = 'succeeds' | 'authenticates' | { declines: string };

interface TestCard {
  brand: string;
  /** Saved for later payments: `authenticates` requires the bank's authentication first. */
  setup: Outcome;
  /** Charged while its owner is present. */
  charge: Outcome;
  /** Charged while its owner is absent: a renewal. */
  renewal: Outcome;
  /** Its owner disputes each charge immediately. */
  isDisputed?: true;
}

const always = (outcome: Outcome): Omit<TestCard, 'brand'> => ({ setup: outcome, charge: outcome, renewal: outcome });
const onceKept = (outcome: Outcome): Omit<TestCard, 'brand'> => ({
  setup: 'succeeds',
  charge: outcome,
  renewal: outcome,
});

/** Stripe's well-known test numbers; no other number is accepted. */
const cards: Record<string, TestCard> = {
  '4242424242424242': { brand: 'visa', ...always('succeeds') },
  '5555555555554444': { brand: 'mastercard', ...always('succeeds') },
  '378282246310005': { brand: 'amex', ...always('succeeds') },
  '4000000000000002': { brand: 'visa', ...always({ declines: 'generic_decline' }) },
  '4000000000009995': { brand: 'visa', ...always({ declines: 'insufficient_funds' }) },
  '4000000000000069': { brand: 'visa', ...always({ declines: 'expired_card' }) },
  '4000000000000127': { brand: 'visa', ...always({ declines: 'incorrect_cvc' }) },
  '4000000000000259': { brand: 'visa', ...always('succeeds'), isDisputed: true },
  '4000000000000341': { brand: 'visa', ...onceKept({ declines: 'generic_decline' }) },
  '4000002500003155': { brand: 'visa', setup: 'authenticates', charge: 'authenticates', renewal: 'succeeds' },
  '4000002760003184': {
    brand: 'visa',
    setup: 'authenticates',
    charge: 'authenticates',
    renewal: { declines: 'authentication_required' },
  },
  '4000000000003220': {
    brand: 'visa',
    setup: 'authenticates',
    charge: 'authenticates',
    renewal: { declines: 'authentication_required' },
  },
};

/** The names used by programs, such as `pm_card_visa`. */
export const namedCards: Record<string, string> = {
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_amex: '378282246310005',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_createDispute: '4000000000000259',
  pm_card_chargeCustomerFail: '4000000000000341',
  pm_card_authenticationRequiredOnSetup: '4000002500003155',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_threeDSecure2Required: '4000000000003220',
};

export const testCard = (number: string): TestCard | null => (Object.hasOwn(cards, number) ? cards[number]! : null);

const MESSAGES: Record<string, string> = {
  generic_decline: 'Your card was declined.',
  insufficient_funds: 'Your card has insufficient funds.',
  expired_card: 'Your card has expired.',
  incorrect_cvc: "Your card's security code is incorrect.",
  authentication_required: 'Your card was declined. This transaction requires authentication.',
  authentication_failed:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
};

/** The failure in Stripe's words; a decline without its own code is a `card_declined`. */
export function cardError(reason: string): CardError {
  const own = ['expired_card', 'incorrect_cvc', 'authentication_required'].includes(reason);
  if (reason === 'authentication_failed') {
    return {
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      decline_code: null,
      message: MESSAGES[reason]!,
    };
  }
  return {
    type: 'card_error',
    code: own ? reason : 'card_declined',
    decline_code: own ? null : reason,
    message: MESSAGES[reason] ?? MESSAGES.generic_decline!,
  };
}
