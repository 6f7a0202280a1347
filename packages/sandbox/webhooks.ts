import { type Clock, seconds } from './clock.ts';
import type { Faults } from './faults.ts';
import { newId } from './ids.ts';
import type { Ledger } from './ledger.ts';
import { signatureHeader } from './signature.ts';
import type { StoredEvent } from './stripe/records.ts';
import { eventView } from './stripe/views.ts';

export type EventType =
  | 'payment_intent.succeeded'
  | 'payment_intent.payment_failed'
  | 'payment_intent.processing'
  | 'payment_intent.canceled'
  | 'charge.refunded'
  | 'refund.updated'
  | 'refund.failed'
  | 'charge.dispute.created'
  | 'charge.dispute.closed';

/** Delays before each retry, in milliseconds. */
const BACK_OFF = [500, 2_000, 10_000, 30_000];
const TIMEOUT = 10_000;

type Options = { url: string | null; secret: string; ledger: Ledger; faults: Faults; clock: Clock };
export type Webhooks = ReturnType<typeof createWebhooks>;

/**
 * Sends signed events to the shop, at least once and in no guaranteed sequence. Retries a few times until the shop replies 2xx,
 * except events that are signed wrongly on purpose. Events that still fail are stored in the ledger and can be resent
 * manually. Never throws.
 */
export function createWebhooks({ url, secret, ledger, faults, clock }: Options) {
  const closed = new AbortController();
  const underway = new Set<Promise<void>>();

  function start(event: StoredEvent): void {
    const delivery = deliver(event).finally(() => underway.delete(delivery));
    underway.add(delivery);
  }

  async function deliver(event: StoredEvent): Promise<void> {
    if (url === null) return void ledger.put('event', { ...event, delivery: 'unaddressed' });
    const struck = faults.take(`webhooks:${event.type}`, 'webhook');
    const has = (name: string) => struck.some(({ fault }) => fault === name);
    if (has('lost')) return void ledger.put('event', { ...event, delivery: 'lost' });
    for (const fault of struck.filter(({ fault }) => fault === 'late')) await faults.pause(fault);
    const body = has('wrong_amount') ? withWrongAmount(event.body) : event.body;
    const key = has('bad_signature') ? `${secret}_wrong` : secret;
    const isBad = key !== secret;
    await untilAccepted(event, url, body, key, isBad);
    if (has('duplicate')) await untilAccepted(event, url, body, key, isBad);
  }

  async function untilAccepted(
    event: StoredEvent,
    address: string,
    body: string,
    key: string,
    isBad: boolean,
  ): Promise<void> {
    for (let tries = isBad ? BACK_OFF.length + 1 : 1; !closed.signal.aborted; tries += 1) {
      const accepted = await post(address, body, key);
      const attempts = (ledger.get('event', event.id)?.attempts ?? 0) + 1;
      const pause = BACK_OFF[tries - 1];
      const delivery = accepted ? 'delivered' : pause === undefined ? 'failed' : 'pending';
      ledger.put('event', { ...event, delivery, attempts });
      if (accepted || pause === undefined) return;
      await clock.sleep(pause, closed.signal);
    }
  }

  async function post(address: string, body: string, key: string): Promise<boolean> {
    try {
      const answer = await fetch(address, {
        method: 'POST',
        body,
        redirect: 'manual',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signatureHeader(body, key, seconds(clock)),
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
        signal: AbortSignal.any([closed.signal, AbortSignal.timeout(TIMEOUT)]),
      });
      await answer.body?.cancel();
      return answer.ok;
    } catch {
      return false;
    }
  }

  return {
    /** Stores an event and begins its delivery. `object` is a snapshot of the Stripe object. */
    emit(type: EventType, paymentIntent: string, object: object): void {
      const id = newId('evt');
      const created = seconds(clock);
      const body = JSON.stringify(eventView(id, type, created, object, null));
      const event = { id, created, type, payment_intent: paymentIntent, body, attempts: 0 };
      start(ledger.put('event', { ...event, delivery: 'pending' }));
    },
    /** Sends a stored event once more. Returns whether it exists. */
    resend(id: string): boolean {
      const event = ledger.get('event', id);
      if (event) start(ledger.put('event', { ...event, delivery: 'pending' }));
      return event !== null;
    },
    /** Continues the deliveries that an earlier process left pending. */
    resume(): void {
      for (const event of ledger.all('event')) if (event.delivery === 'pending') start(event);
    },
    /** Resolves when no delivery is running. */
    async settled(): Promise<void> {
      while (underway.size > 0) await Promise.all(underway);
    },
    async close(): Promise<void> {
      closed.abort();
      await this.settled();
    },
  };
}

/** The event with another amount and a valid signature: the shop must compare amounts. */
function withWrongAmount(body: string): string {
  const event = JSON.parse(body);
  const { object } = event.data;
  object.amount += 1000;
  if (typeof object.amount_received === 'number') object.amount_received += 1000;
  return JSON.stringify(event);
}
