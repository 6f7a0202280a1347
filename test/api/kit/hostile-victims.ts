import { sql } from 'kysely';
import type { Attempt } from '#server/payments/providers/adapter.ts';
import type { Method } from '#src/domain/payment.ts';
import { changeRows } from './arrange.ts';
import { clearFaults, ledgerAt, setFault } from './buyer.ts';
import { allNotified, attemptBy, type Bought, orderFor, payOnPage, payUntilPaid, waysToPay } from './every-method.ts';
import { answerCheck, gmoToken } from './gmo.ts';
import { answerChallenge, attemptOf, challenge, confirm, pay, replyOf } from './pay.ts';
import { browse } from './redirect.ts';
import { orderIdOf } from './retained.ts';
import type { Shop } from './shop.ts';
import { settleLate as settleStripe } from './stripe.ts';

/** An order that is attacked. `attempt` is null before the first attempt; `form` is what its browser sent to the provider. */
export type Victim = Bought & { orderId: string; attempt: Attempt | null; form: Record<string, string>; url: string };

/** The orders of one method: one with a pending payment and two paid ones. */
export type Victims = {
  shop: Shop;
  method: Method;
  open: Victim;
  paid: Victim;
  other: Victim;
  finish: () => Promise<void>;
};

const victim = async (
  shop: Shop,
  order: Bought,
  redirect: Partial<Pick<Victim, 'form' | 'url'>> = {},
): Promise<Victim> => ({
  ...order,
  form: {},
  url: '',
  ...redirect,
  orderId: await orderIdOf(shop, order.token),
  attempt: await attemptOf(shop, order).catch(() => null),
});

/** An order paid in the normal way, with its notices delivered. */
const paidBy = async (shop: Shop, method: Method): Promise<Victim> => {
  const order = await orderFor(shop, method);
  let redirect = {};
  const first = await attemptBy(shop, order, method);
  const answer = await first();
  const reply = answer.status === 200 ? replyOf(answer) : null;
  if (reply?.status === 'redirect') redirect = { form: reply.fields, url: reply.url };
  await payUntilPaid(shop, order, method, first);
  await allNotified(shop);
  return victim(shop, order, redirect);
};

/** Brings each method's payment to the point where only the provider's result is missing; `finish` pays it. */
const waiting: Record<
  Method,
  (shop: Shop, order: Bought) => Promise<{ redirect: Partial<Victim>; finish: () => Promise<unknown> }>
> = {
  gmo: async (shop, order) => {
    const reply = replyOf(await pay(shop, order, { method: 'gmo', token: await gmoToken(shop, { name: 'TDS' }) }));
    if (reply.status !== 'redirect') throw new Error(reply.status);
    return { redirect: { url: reply.url }, finish: async () => browse(await answerCheck(shop, reply.url, 'Y')) };
  },
  gmo_paypay: (shop, order) => onPage(shop, order, 'gmo_paypay'),
  alipay: (shop, order) => onPage(shop, order, 'alipay'),
  softbank_alipay: (shop, order) => onPage(shop, order, 'softbank_alipay'),
  softbank_paypay: (shop, order) => onPage(shop, order, 'softbank_paypay'),
  stripe: async (shop, order) => {
    await setFault(shop, { route: 'payment_intents.create', fault: 'processing' });
    await pay(shop, order, { method: 'stripe', token: await waysToPay.stripe.token(shop) });
    const finish = async () => {
      const { id } = await attemptOf(shop, order);
      const intents = shop.sandbox.sandbox.ledger.all('payment_intent');
      const provider_id = intents.find(({ metadata }) => metadata.attempt_id === id)?.id ?? '';
      await changeRows(shop, 'payments', { id }, { provider_id });
      await settleStripe(shop, order, 'succeeded');
    };
    return { redirect: {}, finish };
  },
  stripe_secure: async (shop, order) => {
    const reply = await challenge(shop, order);
    const finish = async () => {
      await answerChallenge(shop, reply.payment_intent_id, reply.client_secret, 'complete');
      await confirm(shop, reply.payment_intent_id);
    };
    return { redirect: {}, finish };
  },
  softbank_credit: async (shop, order) => {
    await setFault(shop, { route: 'softbank.commit', fault: 'unavailable', times: 10_000 });
    await pay(shop, order, { method: 'softbank_credit', token: await waysToPay.softbank_credit.token(shop) });
    const finish = async () => {
      await clearFaults(shop);
      await changeRows(shop, 'payments', {}, { asked_at: sql`now() - interval '1 minute'` });
      await shop.call('getOrder', { params: { token: order.token } });
    };
    return { redirect: {}, finish };
  },
  free: async (shop, order) => ({ redirect: {}, finish: async () => (await attemptBy(shop, order, 'free'))() }),
};

const onPage = async (shop: Shop, order: Bought, method: Method) => {
  const reply = replyOf(await (await attemptBy(shop, order, method))());
  if (reply.status !== 'redirect') throw new Error(reply.status);
  return { redirect: { form: reply.fields, url: reply.url }, finish: () => payOnPage(shop, reply) };
};

/** Creates the orders of a method. */
export const victimsOf = async (shop: Shop, method: Method): Promise<Victims> => {
  const [paid, other] = [await paidBy(shop, method), await paidBy(shop, method)];
  const order = await orderFor(shop, method);
  const { redirect, finish } = await waiting[method](shop, order);
  const settled = async () => {
    await finish();
    await allNotified(shop);
  };
  return { shop, method, open: await victim(shop, order, redirect), paid, other, finish: settled };
};

/** All payments, as stored. */
export const paymentsOf = ({ db }: Shop) =>
  db.selectFrom('payments').select(['id', 'state', 'amount', 'unconfirmed_since']).orderBy('id').execute();

/**
 * All state of money, seats and tickets, ours and the providers'. `checking` counts as `open`, since a pending order may
 * alternate between both.
 */
export const readState = async (shop: Shop) => {
  const { db } = shop;
  const status = sql<string>`case when status = 'checking' then 'open' else status end`.as('status');
  const [orders, payments, tickets, seats, mails] = await Promise.all([
    db.selectFrom('orders').select(['id', status, 'quantity', 'reservation_number']).orderBy('id').execute(),
    paymentsOf(shop),
    db.selectFrom('tickets').select(['id', 'state', 'order_id']).orderBy('id').execute(),
    db
      .selectFrom('time_spans')
      .select(sql<string>`sum(held)`.as('held'))
      .select(sql<string>`sum(sold)`.as('sold'))
      .executeTakeFirst(),
    db.selectFrom('outbox').select(sql<number>`count(*)::int`.as('count')).executeTakeFirst(),
  ]);
  return { orders, payments, tickets, seats, mails, provider: await ledgerAt(shop.sandbox.url) };
};
