import { type Clock, seconds } from './clock.ts';
import { createDeliveries } from './deliveries.ts';
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

type Options = { url: string | null; secret: string; ledger: Ledger; faults: Faults; clock: Clock };
export type Webhooks = ReturnType<typeof createWebhooks>;

/**
 * Sends signed events to the shop. Events that still fail after the retries are stored in the ledger and can be resent manually.
 * Never throws.
 */
export function createWebhooks({ url, secret, ledger, faults, clock }: Options) {
  const { start, send, ...controls } = createDeliveries('event', { ledger, clock, deliver });

  async function deliver(event: StoredEvent): Promise<void> {
    if (url === null) return void ledger.put('event', { ...event, delivery: 'unaddressed' });
    const struck = faults.take(`webhooks:${event.type}`, 'webhook');
    const has = (name: string) => struck.some(({ fault }) => fault === name);
    if (has('lost')) return void ledger.put('event', { ...event, delivery: 'lost' });
    for (const fault of struck.filter(({ fault }) => fault === 'late')) await faults.pause(fault);
    const body = has('wrong_amount') ? withWrongAmount(event.body) : event.body;
    const key = has('bad_signature') ? `${secret}_wrong` : secret;
    const message = {
      url,
      body,
      headers: () => ({
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signatureHeader(body, key, seconds(clock)),
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      }),
      isAccepted: async (reply: Response) => {
        await reply.body?.cancel();
        return reply.ok;
      },
      isSentOnce: key !== secret,
    };
    await send(event, message);
    if (has('duplicate')) await send(event, message);
  }

  return {
    ...controls,
    /** Stores an event and begins its delivery. `object` is a snapshot of the Stripe object. */
    emit(type: EventType, paymentIntent: string, object: object): void {
      const id = newId('evt');
      const created = seconds(clock);
      const body = JSON.stringify(eventView(id, type, created, object, null));
      const event = { id, created, type, payment_intent: paymentIntent, body, attempts: 0 };
      start(ledger.put('event', { ...event, delivery: 'pending' }));
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
