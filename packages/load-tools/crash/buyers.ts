import { setTimeout as pause } from 'node:timers/promises';
import type { CallName } from 'ticket-store/src/api/contract/index.ts';
import type { Completion } from 'ticket-store/src/domain/completion.ts';
import { cardToken, choiceOf, customer, newKey } from 'ticket-store/test/api/kit/buyer.ts';
import type { Answer } from 'ticket-store/test/api/kit/call.ts';
import { type Chance, chanceOf } from '../race/chance.ts';
import { type ClientStats, createClient, newClientStats, replyIn, type Send, sendOperatorCommand } from './client.ts';
import type { CrashFixture } from './fixture.ts';

const challenged = '4000002760003184';

/** Facts that a visitor received with a 2xx response, which must therefore hold. */
export type Promised = {
  token: string;
  span: string;
  price: number;
  email: string;
  status: 'held' | 'paid' | 'cancelled';
  number?: string;
  /** The ticket's token; after a change of date, `oldTicket` is the previous one. */
  ticket?: string;
  oldTicket?: string;
  /** The venue requested a refund and it was confirmed, now or for later. */
  isRefunded?: boolean;
};

/** Shared records of a crowd. */
export type CrowdRecord = { stats: ClientStats; promises: Promised[]; visits: number; faults: string[] };
export const newRecord = (): CrowdRecord => ({ stats: newClientStats(), promises: [], visits: 0, faults: [] });

/** The body of an accepted response. Throws with the response otherwise. */
const accepted = <C extends CallName>(call: C, answer: Answer) => {
  if (answer.status !== 200) throw new Error(`${call}: ${answer.status} ${answer.text}`);
  return replyIn(call, answer);
};

/** Pays by card as the page does, repeating the request as long as the result is unknown. Null if the visitor gave up. */
const payFor = async (
  fixture: CrashFixture,
  send: Send,
  promised: Promised,
  card?: string,
): Promise<Completion | null> => {
  const token = await cardToken({ sandbox: { url: fixture.sandboxUrl } }, card);
  const payment = { token, brand: 'visa', last4: '4242' };
  const body = { payment_method: 'stripe_secure', payment, lang: 'ja', price: promised.price };
  const key = newKey();
  for (let tries = 0; tries < 300; tries += 1) {
    const reply = accepted('checkout', await send('checkout', { params: { token: promised.token }, body }, key));
    if (reply.status === 'paid') return reply.completion;
    if (reply.status !== 'checking') return null;
    await pause(300);
  }
  throw new Error('checkout: still being checked after 300 requests');
};

/** Moves to another slot, and pays where it costs more. Returns the new ticket; null if the visitor gave up. */
const changeDate = async (
  fixture: CrashFixture,
  send: Send,
  promised: Promised,
  time_span_id: string,
): Promise<string | null> => {
  const params = { reservation_token: promised.ticket ?? '' };
  if (time_span_id !== fixture.dearer) {
    return accepted('changeDate', await send('changeDate', { params, body: { time_span_id } })).reservation_token;
  }
  const change = await send('createChange', { params, body: { time_span_id } });
  const { order_token: token, order } = accepted('createChange', change);
  const completion = await payFor(fixture, send, { ...promised, token, price: order.price });
  return completion?.reservation_token ?? null;
};

/** After the purchase: another date, a refund, or nothing. */
const changeOrRefund = async (fixture: CrashFixture, send: Send, chance: Chance, promised: Promised): Promise<void> => {
  const { ticket = '', number = '' } = promised;
  if (chance.happens(0.3)) {
    const time_span_id = chance.of(fixture.spans.filter((span) => span !== promised.span));
    const moved = await changeDate(fixture, send, promised, time_span_id);
    if (moved === null) throw new Error('a paid change: refused');
    promised.oldTicket = ticket;
    promised.ticket = moved;
    return;
  }
  if (!chance.happens(0.4)) return;
  const reply = await sendOperatorCommand(fixture, 'refund', { reservation_number: number });
  if (reply.done === undefined && reply.refused !== 'refunded') throw new Error(`refund: ${JSON.stringify(reply)}`);
  promised.isRefunded = true;
};

/** Runs a visit from start to end. */
const visit = async (fixture: CrashFixture, send: Send, chance: Chance, record: CrowdRecord): Promise<void> => {
  const span = chance.of(fixture.spans);
  const choose = async (more: { replaces?: string }) => {
    const body = { ...choiceOf(span, 1 + chance.below(3)), ...more };
    return accepted('createOrder', await send('createOrder', { body }));
  };
  const first = await choose({});
  const { order_token: token, order } = chance.happens(0.3) ? await choose({ replaces: first.order_token }) : first;
  const email = `${newKey()}@visitor.example`;
  const promised: Promised = { token, span, price: order.price, email, status: 'held' };
  record.promises.push(promised);
  if (chance.happens(0.15)) return;
  const body = { ...customer, email, mail_magazine: '' };
  accepted('putOrder', await send('putOrder', { params: { token }, body }));
  if (chance.happens(0.1)) {
    accepted('deleteOrder', await send('deleteOrder', { params: { token } }));
    promised.status = 'cancelled';
    return;
  }
  const isAbandoned = chance.happens(0.15);
  const completion = await payFor(fixture, send, promised, isAbandoned ? challenged : undefined);
  if (!completion) return;
  promised.status = 'paid';
  promised.number = completion.reservation_number;
  promised.ticket = completion.reservation_token;
  await changeOrRefund(fixture, send, chance, promised);
};

/**
 * Runs `atOnce` concurrent visitors, each one visit after another, and adds faults to the record. The returned function stops them
 * and resolves when all visits have ended.
 */
export const startCrowd = (
  fixture: CrashFixture,
  record: CrowdRecord,
  { seed, atOnce }: { seed: number; atOnce: number },
) => {
  let isOver = false;
  const lane = async (index: number) => {
    const send = createClient(fixture, record.stats);
    for (let count = 0; !isOver; count += 1) {
      try {
        // The primes keep the seeds of visitors and visits apart.
        await visit(fixture, send, chanceOf(seed * 1_000_003 + index * 10_007 + count), record);
        record.visits += 1;
      } catch (thrown) {
        record.faults.push(thrown instanceof Error ? thrown.message : String(thrown));
        await pause(200);
      }
    }
  };
  const lanes = Promise.all(Array.from({ length: atOnce }, (_, index) => lane(index)));
  return async (): Promise<void> => {
    isOver = true;
    await lanes;
  };
};
