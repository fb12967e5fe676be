import { Type } from 'typebox';
import { priceWith } from '#src/machines/subscription/price.ts';
import type { Api } from '#src/api/http/http.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { needs } from '#src/api/http/principal.ts';
import type { Principal } from '#src/api/http/principal.ts';
import { Cents, Strict, problems } from '#src/api/http/schemas.ts';
import { mustBeAsSeen } from '#src/api/http/seen.ts';
import { change, changeOnce } from './change.ts';
import { couponNamed } from './provider.ts';
import { businessOf, presentSubscription } from './subscription.present.ts';
import { CouponCode, CouponState } from './subscription.schemas.ts';

/** Coupons: previewing the discount, applying one, and removing it. */
export function couponRoutes(app: Api, parts: ApiParts): void {
  app.get('/user/subscription/coupon', { schema: { response: { 200: CouponState, ...problems } } }, async (request) =>
    stateOf(needs(request, 'mover')),
  );

  app.post(
    '/user/subscription/coupon/apply',
    {
      schema: {
        summary: 'Takes a coupon; with `preview` only says what it would take off',
        body: Strict({
          code: CouponCode,
          preview: Type.Optional(Type.Boolean()),
          price_with_coupon: Type.Optional(Cents),
        }),
        response: { 200: CouponState, ...problems },
      },
    },
    async (request, reply) => {
      const principal = needs(request, 'mover');
      const { code, preview, price_with_coupon } = request.body;
      if (preview) {
        const { price } = await stateOf(principal);
        const coupon = await couponNamed(parts, code);
        return { coupon, price, price_with_coupon: priceWith(coupon, price) };
      }
      return changeOnce(parts, request, reply, principal, async () => {
        const { id } = await businessOf(parts.database.kysely, principal);
        const coupon = await couponNamed(parts, code);
        if (price_with_coupon !== undefined) {
          const { price } = await stateOf(principal);
          mustBeAsSeen(
            { price_with_coupon },
            { price_with_coupon: priceWith(coupon, price) },
            'The price with this coupon has changed since you saw it.',
          );
        }
        await change(parts, principal, id, {
          event: { type: 'coupon.applied', by: 'mover', code: coupon.code },
          given: {},
        });
        return stateOf(principal);
      });
    },
  );

  app.delete(
    '/user/subscription/coupon/remove',
    { schema: { response: { 200: CouponState, ...problems } } },
    async (request, reply) => {
      const principal = needs(request, 'mover');
      return changeOnce(parts, request, reply, principal, async () => {
        const { id } = await businessOf(parts.database.kysely, principal);
        await change(parts, principal, id, { event: { type: 'coupon.removed', by: 'mover' }, given: {} });
        return stateOf(principal);
      });
    },
  );

  async function stateOf(principal: Principal) {
    const { coupon, price, price_with_coupon } = await presentSubscription(parts, principal);
    return { coupon, price, price_with_coupon };
  }
}
