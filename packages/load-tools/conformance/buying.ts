import { browserHeader } from 'ticket-store/src/api/endpoint.ts';
import { cardToken, newKey } from 'ticket-store/test/api/kit/buyer.ts';
import type { Answer } from 'ticket-store/test/api/kit/call.ts';
import { type Context, type HeldOrder, mostOf, type Offer } from './context.ts';
import { NotSeen, needed } from './requirement.ts';

/** A checkout that must be rejected: no provider knows the token, so nothing can be charged. */
export const paying = async (context: Context, price: number) => {
  const lang = await context.lang();
  const offered = (await context.call('getPaymentMethods', { query: { lang } })).filter(({ id }) => id !== 'free');
  const { id: payment_method } = needed(offered[0], 'the site offers no method that costs something');
  return { payment_method, payment: { token: 'none', brand: 'visa', last4: '4242' }, lang, price };
};

/** A completed purchase: the ticket's token and number, and the order. */
export type Bought = HeldOrder & { email: string; reservation_token: string; number: string };

/** The body of a payment with a card of the sandbox. */
const paymentOf = async (context: Context, { order: { lang, price } }: HeldOrder, card?: string) => {
  const token = await cardToken({ sandbox: { url: await context.cardSandbox() } }, card);
  return { payment_method: 'stripe_secure', payment: { token, brand: 'visa', last4: '4242' }, lang, price };
};

/** Prepares a payment with a card of the sandbox; each call of the result sends it with the same key and body. */
export const preparePayment = async (
  context: Context,
  order: HeldOrder,
  card?: string,
): Promise<() => Promise<Answer>> => {
  const [body, key] = [await paymentOf(context, order, card), newKey()];
  return () => context.send('checkout', { params: { token: order.token }, body, key });
};

/** Pays an order that has its customer with a card of the sandbox. */
export const payWith = async (context: Context, order: HeldOrder, card?: string): Promise<Answer> =>
  (await preparePayment(context, order, card))();

/** More seats than one run buys. */
const seats = 24;

/** An offer that costs something and can be moved to another timespan of the same or a lower price, and that timespan. */
export const movable = async ({ offers }: Context): Promise<{ offer: Offer; to: Offer | undefined }> => {
  const dear = (await offers()).filter(
    ({ product, span }) =>
      span.remaining >= seats && mostOf(product) >= 3 && product.options.some(({ add_cost }) => add_cost > 0),
  );
  const pairs = dear.map((offer) => ({
    offer,
    to: dear.find(
      ({ product, span }) =>
        product.uuid === offer.product.uuid && span.id !== offer.span.id && span.surcharge <= offer.span.surcharge,
    ),
  }));
  return needed(
    pairs.find(({ to, offer }) => to && offer.product.sale_type !== 'period') ?? pairs[0],
    `needs a product that costs something, for three people or more, with ${seats} seats left`,
  );
};

/** `sets`: with a set product if one is offered. */
type Choice = { people?: number; sets?: boolean };

/** An order that costs something, ready to be paid. Throws NotSeen where nothing can be bought. */
export const orderToPay = async (context: Context, { people = 1, sets = false }: Choice = {}) => {
  await context.cardSandbox();
  const { offer } = await movable(context);
  return context.ready(await context.bodyOf(offer, { people, sets }));
};

/** Buys tickets; the purchase cannot be undone. `browser`: the secret of the browser that pays. */
export const buy = async (
  context: Context,
  { browser, ...choice }: Choice & { browser?: string } = {},
): Promise<Bought> => {
  const ready = await orderToPay(context, choice);
  const { token } = ready;
  const body = await paymentOf(context, ready);
  const headers = browser === undefined ? {} : { [browserHeader]: browser };
  const reply = await context.call('checkout', { params: { token }, body, headers });
  if (reply.status !== 'paid') throw new NotSeen(`a payment by the card 4242… is ${reply.status}, not paid at once`);
  context.taken.delete(token);
  const { reservation_token, reservation_number } = reply.completion;
  return { ...ready, reservation_token, number: reservation_number };
};

/** Counts a single person of the ticket, by its first option. */
export const onePerson = async ({ call }: Context, reservation_token: string) => {
  const { people } = await call('getTicket', { params: { reservation_token } });
  return [{ id: needed(people[0], 'the ticket names no people').option_id, count: 1 }];
};
