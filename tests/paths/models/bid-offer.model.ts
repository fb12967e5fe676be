import { bidOfferMachine } from '#src/machines/bid/bid-offer.machine.ts';
import type { OfferAnswer, OfferDraft } from '#src/machines/bid/bid-offer.machine.ts';
import { flowModel } from './flow-model.ts';

const draft: OfferDraft = { amount: 420_000, startDate: '2030-03-01', note: '' };
const done: OfferAnswer = { is: 'done' };
const refused: OfferAnswer = { is: 'refused', detail: 'The load is taken.', fields: {} };

export const bidOffer = flowModel({
  id: 'bid-offer',
  title: "Carrier's offer for one load, on its screen",
  machine: bidOfferMachine,
  person: 'carrier',
  openings: {
    'load opened': { does: 'opens a load', input: { draft, isStanding: false } },
    'load opened with a bid': { does: 'opens a load on which a bid stands', input: { draft, isStanding: true } },
  },
  names: {
    entering: 'Entering',
    filling: 'Filling in',
    sending: 'Being sent',
    failed: 'No answer',
    standing: 'The bid stands',
    confirming: 'Asked whether to withdraw',
    withdrawing: 'Being withdrawn',
  },
  events: {
    'draft.changed': { does: 'changes the offer', with: { part: { amount: 400_000 } } },
    'offer.sent': 'sends the offer',
    'form.opened': { does: 'opens the form to revise the bid', with: { draft } },
    'form.closed': 'closes the form',
    'withdrawal.asked': 'wants to withdraw the bid',
    'withdrawal.cancelled': 'keeps the bid',
    'withdrawal.confirmed': 'withdraws the bid',
  },
  answers: {
    place: {
      done: { done: { does: 'writes the bid', output: done }, refused: { does: 'refuses the bid', output: refused } },
      error: { 'no answer': { does: 'does not answer the bid', error: 'no answer' } },
    },
    withdraw: {
      done: {
        done: { does: 'takes the bid back', output: done },
        refused: { does: 'refuses to take the bid back', output: refused },
      },
      error: { 'no answer': { does: 'does not answer the withdrawal', error: 'no answer' } },
    },
  },
});
