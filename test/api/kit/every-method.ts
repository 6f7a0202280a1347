import { sql } from 'kysely';
import type { Method } from '#src/domain/payment.ts';
import { changeRows, olderPayments } from './arrange.ts';
import { cardToken, newKey, ready, slotAt } from './buyer.ts';
import type { Answer } from './call.ts';
import { gmoToken } from './gmo.ts';
import { pay, replyOf } from './pay.ts';
import { answer } from './redirect.ts';
import { orderIdOf } from './retained.ts';
import { problemOf, type Shop } from './shop.ts';
import { softbankToken } from './softbank-provider.ts';
import { methodToken } from './stripe.ts';

type Way = {
  /** The token that the page submits for an attempt to pay. */
  token: (shop: Shop) => Promise<string>;
  /** The provider's calls of one attempt, by the names that faults use. */
  calls: readonly string[];
};

const none = async () => '';
const create = ['payment_intents.create'];

/** How each method is paid over HTTP. */
export const waysToPay: Record<Method, Way> = {
  gmo: { token: gmoToken, calls: ['gmo.EntryTran', 'gmo.ExecTran'] },
  gmo_paypay: { token: none, calls: ['gmo.EntryTranPaypay', 'gmo.ExecTranPaypay'] },
  alipay: { token: none, calls: create },
  stripe: { token: methodToken, calls: create },
  stripe_secure: { token: cardToken, calls: create },
  softbank_credit: { token: softbankToken, calls: ['softbank.authorise', 'softbank.commit'] },
  softbank_alipay: { token: none, calls: [] },
  softbank_paypay: { token: none, calls: [] },
  free: { token: none, calls: [] },
};

export type Bought = { token: string; price: number; span: string };

/** An order ready to be paid by the method; for `free`, coupons reduce it to nothing. */
export const orderFor = async (shop: Shop, method: Method): Promise<Bought> => {
  const { id: span } = await slotAt(shop, 0);
  const { token, price } = await ready(shop, span, method === 'free' ? { coupon: 'FULLFREE' } : {});
  return { token, price, span };
};

/** Prepares one attempt to pay; each call of the result sends it with the same key, token and body. */
export const attemptBy = async (shop: Shop, order: Bought, method: Method): Promise<() => Promise<Answer>> => {
  const [key, token] = [newKey(), await waysToPay[method].token(shop)];
  return () => pay(shop, order, { key, token, method });
};

/** Pays on the provider's page, which redirects back to the shop. */
export const payOnPage = async (shop: Shop, redirect: Parameters<typeof answer>[1]): Promise<void> =>
  void (await answer(shop, redirect, 'success'));

/** Makes an order's payments two minutes older, so that none of their requests is still on its way. */
const ageAttempts = async (shop: Shop, { token }: Bought) => {
  const earlier = olderPayments(sql`interval '2 minutes'`);
  await changeRows(shop, 'payments', { order_id: await orderIdOf(shop, token) }, earlier);
};

/** Retries while the response is "still running" (409 in_flight). */
export const untilAnswered = async (send: () => Promise<Answer>): Promise<Answer> => {
  for (let tries = 0; tries < 500; tries += 1) {
    const answer = await send();
    if (answer.status !== 409 || problemOf(answer).code !== 'in_flight') return answer;
  }
  throw new Error('Still in flight.');
};

/**
 * Acts as a visitor who wants the tickets: repeats an attempt whose result is unknown, from `first` on, starts another one after a
 * rejection, and pays on the provider's page where there is one. Throws if it does not end.
 */
export const payUntilPaid = async (shop: Shop, order: Bought, method: Method, first?: () => Promise<Answer>) => {
  let send = first ?? (await attemptBy(shop, order, method));
  for (let step = 0; step < 12; step += 1) {
    const answer = await untilAnswered(send);
    if (answer.status === 200) {
      const reply = replyOf(answer);
      if (reply.status === 'paid') return reply.completion;
      if (reply.status === 'redirect') await payOnPage(shop, reply);
      else await ageAttempts(shop, order);
    } else {
      const { code } = problemOf(answer);
      if (code === 'payment_api_failure') send = await attemptBy(shop, order, method);
      else throw new Error(`${method}: ${answer.status} ${code}`);
    }
  }
  throw new Error(`${method}: no final result after 12 steps.`);
};

/** Resolves when the shop has answered every notice of every provider. */
export const allNotified = async ({ sandbox: { sandbox } }: Shop): Promise<void> => {
  await sandbox.webhooks.settled();
  await sandbox.gmo.notices.settled();
  await sandbox.softbank.notices.settled();
};
