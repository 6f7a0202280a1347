import Stripe from 'stripe';
import { startServer } from 'ticket-store/test/api/kit/process.ts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { parseFault } from './faults.ts';
import { openSandbox, refusal } from './fixture.ts';
import { signatureHeader } from './signature.ts';

type Received = { event: Stripe.Event; signature: string; body: string };

const secret = 'whsec_sandbox';
const received: Received[] = [];
const pauses: number[] = [];
let statuses: number[] = [];

const shop = await startServer((request, response) => {
  let body = '';
  request.on('data', (part) => {
    body += part;
  });
  request.on('end', () => {
    received.push({ event: JSON.parse(body), signature: String(request.headers['stripe-signature']), body });
    response.writeHead(statuses.shift() ?? 204).end();
  });
});
afterAll(shop.close);

const clock = {
  now: () => Date.now(),
  sleep: async (ms: number) => {
    pauses.push(ms);
  },
};
const webhookUrl = `${shop.url}/webhooks/stripe`;
const { stripe, sandbox, url } = await openSandbox({ webhookUrl, clock });

const pay = (method: string) =>
  stripe.paymentIntents.create({ amount: 3000, currency: 'jpy', confirm: true, payment_method: method });
const set = (fault: object) => sandbox.faults.add(parseFault(fault));
const verify = ({ body, signature }: Received) => stripe.webhooks.constructEvent(body, signature, secret);
const types = () => received.map(({ event }) => event.type);

beforeEach(() => {
  received.length = 0;
  pauses.length = 0;
  statuses = [];
});

describe('webhooks', () => {
  it('are signed as Stripe signs', () => {
    const body = '{"id":"evt_1","type":"payment_intent.succeeded"}';
    expect(signatureHeader(body, secret, 1_790_000_000)).toBe(
      't=1790000000,v1=f3dbca48b5a8128c1b4bfb916c5474a4afd77173d8cee8b14ac661991246de75',
    );
  });

  it('report each outcome, and the real Stripe package verifies them', async () => {
    const paid = await pay('pm_card_visa');
    await refusal(pay('pm_card_visa_chargeDeclined'));
    await stripe.refunds.create({ payment_intent: paid.id, amount: 500 });
    const waiting = await pay('pm_card_authenticationRequired');
    await stripe.paymentIntents.cancel(waiting.id);
    await sandbox.webhooks.settled();
    expect(types().toSorted()).toEqual([
      'charge.refunded',
      'payment_intent.canceled',
      'payment_intent.payment_failed',
      'payment_intent.succeeded',
    ]);
    const event = received.map(verify).find(({ type }) => type === 'payment_intent.succeeded');
    expect(event?.data.object).toMatchObject({ id: paid.id, status: 'succeeded', amount_received: 3000 });
    expect(event?.api_version).toBe('2026-10-28.endive');
  });

  it('are retried a few times until the shop returns 2xx', async () => {
    statuses = [500, 302];
    await pay('pm_card_visa');
    await sandbox.webhooks.settled();
    expect(new Set(received.map(({ event }) => event.id)).size).toBe(1);
    expect([received.length, pauses]).toEqual([3, [500, 2000]]);
    expect(sandbox.ledger.all('event').at(-1)).toMatchObject({ delivery: 'delivered', attempts: 3 });
  });

  it('fail after the last retry, and can be resent manually', async () => {
    statuses = [500, 500, 500, 500, 500];
    await pay('pm_card_visa');
    await sandbox.webhooks.settled();
    const event = sandbox.ledger.all('event').at(-1);
    expect(event).toMatchObject({ delivery: 'failed', attempts: 5 });
    const headers = { 'content-type': 'application/json' };
    await fetch(`${url}/sandbox/events/${event?.id}/resend`, { method: 'POST', headers, body: '{}' });
    await sandbox.webhooks.settled();
    expect(sandbox.ledger.get('event', event?.id ?? '')).toMatchObject({ delivery: 'delivered', attempts: 6 });
  });

  it('can have an invalid signature (sent once only) or, validly signed, a wrong amount', async () => {
    statuses = [400];
    set({ fault: 'bad_signature' });
    await pay('pm_card_visa');
    await sandbox.webhooks.settled();
    expect(() => received.map(verify)).toThrow(Stripe.errors.StripeSignatureVerificationError);
    expect(received).toHaveLength(1);
    received.length = 0;
    set({ fault: 'wrong_amount' });
    await pay('pm_card_visa');
    await sandbox.webhooks.settled();
    expect(received.map(verify)[0]?.data.object).toMatchObject({ amount: 4000, amount_received: 4000 });
  });
});
