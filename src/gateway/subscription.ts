import type { Resolvers } from '#src/generated/resolvers.ts';
import { answer } from './rest-client.ts';
import { restQuery } from './spelling.ts';

export const resolvers: Resolvers = {
  Query: {
    subscription: (_, __, { rest }) => answer(rest.GET('/api/frontend/user/subscription/subscription')),
    paymentCards: (_, __, { rest }) => answer(rest.GET('/api/frontend/user/payment/methods')),
    paymentHistory: (_, { after }, { rest }) =>
      answer(
        rest.GET('/api/frontend/user/payment/history', { params: { query: restQuery({ after: after ?? undefined }) } }),
      ),
  },
  Mutation: {
    startSubscription: (_, { coupon, price, trial }, { rest }) =>
      answer(
        rest.POST('/api/frontend/user/subscription/', {
          body: { price, ...(trial == null ? {} : { trial }), ...(coupon ? { coupon } : {}) },
        }),
      ),
    paySubscription: (_, { amount }, { rest }) =>
      answer(rest.POST('/api/frontend/user/subscription/pay', { body: { amount } })),
    cancelSubscription: (_, { id, reason }, { rest }) =>
      answer(
        rest.DELETE('/api/frontend/user/subscription/{subscriptionId}/cancel', {
          params: { path: { subscriptionId: id }, query: { reason } },
        }),
      ),
    keepSubscription: (_, __, { rest }) =>
      answer(rest.PUT('/api/frontend/user/subscription/', { body: { cancel_at_period_end: false } })),
    beginCard: (_, __, { rest }) => answer(rest.POST('/api/frontend/user/subscription/payment/method', { body: {} })),
    attachCard: (_, { setupIntent }, { rest }) =>
      answer(rest.POST('/api/frontend/user/payment/card/attach', { body: { setup_intent: setupIntent } })),
    removeCard: (_, { id }, { rest }) =>
      answer(
        rest.POST('/api/frontend/user/payment/card/{cardId}/detach', { params: { path: { cardId: id } }, body: {} }),
      ),
    makeCardDefault: (_, { id }, { rest }) =>
      answer(
        rest.POST('/api/frontend/user/payment/card/{cardId}/default', { params: { path: { cardId: id } }, body: {} }),
      ),
    previewCoupon: (_, { code }, { rest }) =>
      answer(rest.POST('/api/frontend/user/subscription/coupon/apply', { body: { code, preview: true } })),
    applyCoupon: (_, { code, priceWithCoupon }, { rest }) =>
      answer(
        rest.POST('/api/frontend/user/subscription/coupon/apply', {
          body: { code, price_with_coupon: priceWithCoupon },
        }),
      ),
    removeCoupon: (_, __, { rest }) => answer(rest.DELETE('/api/frontend/user/subscription/coupon/remove')),
  },
};
