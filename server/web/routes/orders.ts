import { isSiteLanguage } from '#server/catalogue/languages.ts';
import { readFieldTemplates } from '#server/catalogue/read.ts';
import { isFirstTime } from '#server/db/effects.ts';
import { type Db, inTransaction } from '#server/db/open.ts';
import { applyCoupon, removeCoupon } from '#server/orders/coupons.ts';
import { saveCustomer, saveCustomerByStatement } from '#server/orders/customer.ts';
import { expireHolds, extendHold } from '#server/orders/holds/holds.ts';
import { insertMailLink, mailedOrder, openMailLink } from '#server/orders/mail-links.ts';
import { readOrder, withCouponResult } from '#server/orders/orders.ts';
import { placeByStatement } from '#server/orders/place.ts';
import { changedProduct } from '#server/orders/replace-order.ts';
import type { Arrival } from '#server/orders/waiting-room/waiting-room.ts';
import { askOnRead, askProvider, liveAttempt } from '#server/payments/ask-provider.ts';
import { cancelOrder, endPaymentOfOther, placeOrder } from '#server/payments/unpaid-orders.ts';
import { limitMail, limitUnpaid } from '#server/shared/outbox/limits.ts';
import { putMail } from '#server/shared/outbox/outbox.ts';
import { Problem } from '#server/shared/problem.ts';
import { findOrder } from '#server/shared/tokens/order-tokens.ts';
import { askerOf } from '#server/shared/visitor.ts';
import { completionOfBrowser } from '#server/tickets/tickets.ts';
import type { WebDeps } from '#server/web/deps.ts';
import { type Call, replyTo } from '#server/web/http/route.ts';
import { withWallets } from '#server/web/wallets/wallets.ts';
import type { createOrder } from '#src/api/contract/orders.ts';
import type { CustomerInfo } from '#src/domain/customer.ts';
import { customerOf, fieldErrorsOf } from '#src/domain/customer-check.ts';
import { withoutPersonalData } from '#src/domain/order.ts';
import type { SiteCode } from '#src/domain/site.ts';
import type { Diversions, Handlers, StatementHandlers } from './handlers.ts';

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
      return replyTo(isChanged, withCouponResult(await readOrder(deps.db, id)));
    },

    deleteOrderCoupon: async ({ site, params, body, effectId }) => {
      const id = await findOrder(deps.db, site, params.token ?? '');
      await endOpenCheck(deps, id);
      await removeCoupon(deps, id, { site, effectId }, body.coupon);
      return withCouponResult(await readOrder(deps.db, id));
    },
  }) satisfies Partial<Handlers>;

/** Normalises customer data for storage. Throws invalid_input by the same rules as the form (docs/product.md#judging-a-form). */
const checkCustomer = async (db: Db, site: SiteCode, typed: CustomerInfo): Promise<CustomerInfo> => {
  const templates = await readFieldTemplates(db, site);
  const errors = fieldErrorsOf(templates, typed);
  if (errors.length > 0)
    throw new Problem('invalid_input', {
      errors: errors.map(({ field, id }) => ({ pointer: `#/${field}`, detail: id })),
    });
  return customerOf(templates, typed);
};

/** A new order as the waiting room sees it; `keyHash` only for a write by statement. */
const arrivalOf = (call: Call<typeof createOrder>, keyHash: string | null, replaces: string | null = null): Arrival => {
  const { site, visitor, effectId, browser, body } = call;
  return { site, visitor, effectId, browser, product: body.product_uuid, keyHash, replaces };
};

/** Calls for an unpaid order, from the hold on its seats to its cancellation. */
export const orderHandlers = (deps: WebDeps) =>
  ({
    createOrder: async (call) => {
      const place = (inheritsTurn: boolean) => placeOrder(deps, call, call.body, inheritsTurn);
      const replaces = await changedProduct(deps.db, call.site, call.body.replaces);
      const { token_hash, ...placed } = await deps.waitingRoom.enter(arrivalOf(call, null, replaces), place);
      return { order_token: deps.tokens.issuedToken('order', call.effectId, token_hash), ...placed };
    },

    /* Answered from memory: browsers that wait poll it, which must not load the database. */
    getQueuePlace: async ({ site, query, browser }) =>
      deps.waitingRoom.read({ site, product: query.product_uuid, browser }),

    getOrder: async ({ site, params, browser }) => {
      const id = await findOrder(deps.db, site, params.token ?? '');
      await askOnRead(deps, id);
      await expireHolds(deps.db, { order: id });
      const order = await readOrder(deps.db, id);
      if (!order.completion) return order;
      const own = await completionOfBrowser(withWallets(deps), { order_id: id, browser });
      return { ...order, completion: own ?? order.completion };
    },

    putOrder: async ({ site, params, body }) => {
      const byToken = params.token ?? '';
      const id = await findOrder(deps.db, site, byToken);
      const customer = await checkCustomer(deps.db, site, body);
      await endPaymentOfOther(deps, id, customer);
      const { isChanged } = await inTransaction(deps.db, (tx) => saveCustomer(deps, tx, { id, byToken }, customer));
      return replyTo(isChanged, await readOrder(deps.db, id));
    },

    deleteOrder: async ({ site, params }) => {
      const isChanged = await cancelOrder(deps, await findOrder(deps.db, site, params.token ?? ''));
      return replyTo(isChanged, { cancelled: true });
    },

    extendOrder: async ({ site, params, effectId }) => {
      const id = await findOrder(deps.db, site, params.token ?? '');
      await inTransaction(deps.db, async (tx) => {
        if (await isFirstTime(tx, effectId)) await extendHold(tx, id, deps);
      });
      return readOrder(deps.db, id);
    },

    createOrderMail: async ({ site, base, params, body, effectId, visitor }) => {
      const byToken = params.token ?? '';
      const id = await findOrder(deps.db, site, byToken);
      const { lang: wanted, ...typed } = body;
      const customer = await checkCustomer(deps.db, site, typed);
      await endPaymentOfOther(deps, id, customer);
      await inTransaction(deps.db, async (tx) => {
        if (!(await isFirstTime(tx, effectId))) return;
        await limitMail(tx, deps.tokens, 'mail_confirm', { address: customer.email, order: id, visitor });
        const { order } = await saveCustomer(deps, tx, { id, byToken }, customer);
        await limitUnpaid(tx, askerOf(order));
        await insertMailLink(tx, deps.tokens, { order_id: id, address: customer.email });
        const lang = wanted && (await isSiteLanguage(tx, site, wanted)) ? wanted : order.lang;
        await putMail(tx, 'mail_confirm', { ...order, lang }, { base });
      });
      return { sent_to: customer.email };
    },

    getOrderMail: async ({ site, params }) => ({
      order_token: await openMailLink(deps, site, params.token ?? ''),
    }),

    getMailedOrder: async ({ site, params }) =>
      withoutPersonalData(await readOrder(deps.db, await mailedOrder(deps.db, site, params.token ?? ''))),
  }) satisfies Partial<Handlers>;

/** The calls of the hot path as statements (docs/decisions/0023-rules-judge-statements-write.md). */
export const statementHandlers = (deps: WebDeps) =>
  ({
    createOrder: async (call, write) =>
      call.body.replaces === undefined
        ? deps.waitingRoom.enter(arrivalOf(call, write.keyHash), () => placeByStatement(deps, call, call.body, write))
        : { kind: 'needs_transaction' },

    putOrder: ({ site, params, body }, write) => {
      const by = { site, token: params.token ?? '' };
      return saveCustomerByStatement(deps, by, () => checkCustomer(deps.db, site, body), write);
    },
  }) satisfies StatementHandlers;

/** A server at its limit gives new orders a place in the waiting room. */
export const orderDiversions = ({ waitingRoom }: WebDeps) =>
  ({
    createOrder: (call, keyHash) =>
      call.body.replaces === undefined ? waitingRoom.divert(arrivalOf(call, keyHash)) : null,
  }) satisfies Diversions;
