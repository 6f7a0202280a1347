import { withCouponResult } from '#server/orders/coupon-result.ts';
import { applyCoupon, removeCoupon } from '#server/orders/coupons.ts';
import { readOrder } from '#server/orders/orders.ts';
import { askProvider, liveAttempt } from '#server/payments/ask-provider.ts';
import { findOrder } from '#server/shared/tokens/order-tokens.ts';
import type { WebDeps } from '#server/web/deps.ts';
import { replyTo } from '#server/web/http/route.ts';
import type { Handlers } from './handlers.ts';

/** A pending identity check must be settled before the total may change. */
const endOpenCheck = async (deps: WebDeps, order: string): Promise<void> => {
  const live = await liveAttempt(deps, order);
  if (live?.state === 'requires_action') await askProvider(deps, live, { how: 'cancel', urgency: 'now' });
};

/** Calls for the coupon of an order (docs/product.md#coupons). */
export const couponHandlers = (deps: WebDeps) =>
  ({
    createOrderCoupon: async ({ site, visitor, params, body }) => {
      const id = await findOrder(deps.db, site, params.token ?? '');
      await endOpenCheck(deps, id);
      const isChanged = await applyCoupon(deps, id, { site, visitor }, body.coupon);
      return replyTo(isChanged, await withCouponResult(deps.db, id, await readOrder(deps.db, id)));
    },

    deleteOrderCoupon: async ({ site, params, body, effectId }) => {
      const id = await findOrder(deps.db, site, params.token ?? '');
      await endOpenCheck(deps, id);
      await removeCoupon(deps, id, { site, effectId }, body.coupon);
      return withCouponResult(deps.db, id, await readOrder(deps.db, id));
    },
  }) satisfies Partial<Handlers>;
