import { call } from '#src/api/call.ts';
import { createOrder, getOrder, getOrderMail } from '#src/api/contract/orders.ts';
import { Failure } from '#src/domain/failures.ts';
import { quantityOf } from '#src/domain/order-lines.ts';
import { within } from '#src/domain/within.ts';
import { botCheckScript, mayCheckBots } from '#src/payments/page-settings.ts';
import type { Placed, PlaceInput, ResumeInput } from './order.types.ts';

/* Calls about an order that exists or is to: loaded with the machines that it needs, so that they are no part of the first screen. */

/** What makes the token of the bot check; nothing on sites without. */
const botCheck = async () => {
  const script = await botCheckScript();
  if (!script) return {};
  return { recaptcha: async () => (await within(import('#src/scripts/bot-check.ts'))).botToken(script) };
};

/** Takes the hold. `at`: when the answer came, ms since 1970. Throws Failure. */
export const sendOrder = async (input: PlaceInput, signal: AbortSignal): Promise<Placed> => {
  const lines = input.choice.lines.filter(({ count }) => count > 0);
  const reply = await call(createOrder, {
    key: input.key,
    signal,
    ...(mayCheckBots() && (await botCheck())),
    body: {
      lang: input.lang,
      product_uuid: input.choice.product?.uuid ?? '',
      time_span_id: input.choice.timespan?.id ?? '',
      quantity: quantityOf(lines),
      option_values: lines.map(({ id, count }) => ({ id, count })),
      set_products: input.choice.sets.map(({ id, count }) => ({ id, count })),
      ...(input.replaces && { replaces: input.replaces }),
    },
  });
  return { token: reply.order_token, order: reply.order, at: Date.now() };
};

/**
 * The order as the server has it, by its own token or by that of a confirmation mail's link. `at`: when the answer came,
 * ms since 1970. Throws Failure: token_not_found when the link is dead.
 */
export const fetchOrder = async (input: ResumeInput, signal: AbortSignal): Promise<Placed> => {
  const ofMail = input.mailToken ? await call(getOrderMail, { params: { token: input.mailToken }, signal }) : null;
  const token = ofMail?.order_token ?? input.token;
  if (!token) throw new Failure({ code: 'session_timeout', unknown: false });
  return { token, order: await call(getOrder, { params: { token }, signal }), at: Date.now() };
};
