import { beforeEach, describe, expect, it } from 'vitest';
import { openSandbox, post, refusal } from './fixture.ts';

const { stripe, url, sandbox } = await openSandbox();
const pay = { amount: 3000, currency: 'jpy', confirm: true, payment_method: 'pm_card_visa' };
const route = 'payment_intents.create';

const control = async (path: string, body: unknown) => {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/sandbox/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: answer.status, body: await answer.json() };
};
const setFault = (fault: object) => control('faults', { route, ...fault });
const ledger = async () => (await fetch(`${url}/sandbox/ledger`)).json();
const charges = async () =>
  (await ledger()).payments.flatMap((payment: { charges: object[] }) => payment.charges).length;

beforeEach(() => control('reset', {}));

describe('idempotency keys', () => {
  it('replay the first response, also a decline, and charge once', async () => {
    const first = await stripe.paymentIntents.create(pay, { idempotencyKey: 'again' });
    const second = await stripe.paymentIntents.create(pay, { idempotencyKey: 'again' });
    expect(second.id).toBe(first.id);
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
    const declined = { ...pay, payment_method: 'pm_card_visa_chargeDeclined' };
    const no = await refusal(stripe.paymentIntents.create(declined, { idempotencyKey: 'no' }));
    const stillNo = await refusal(stripe.paymentIntents.create(declined, { idempotencyKey: 'no' }));
    expect(stillNo.payment_intent?.id).toBe(no.payment_intent?.id);
    expect(await charges()).toBe(2);
  });

  it('refuse other parameters', async () => {
    await stripe.paymentIntents.create(pay, { idempotencyKey: 'other' });
    const error = await refusal(stripe.paymentIntents.create({ ...pay, amount: 1 }, { idempotencyKey: 'other' }));
    expect(error).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
    const { body } = await post(`${url}/v1/payment_intents`, { amount: '3000', currency: 'jpy' }, 'sk_test_sandbox');
    expect(body.id).toMatch(/^pi_/);
  });

  it('return 409 while the first call is running, then replay it', async () => {
    await setFault({ fault: 'hold', id: 'slow' });
    const first = stripe.paymentIntents.create(pay, { idempotencyKey: 'busy' });
    await sandbox.faults.whenHeld('slow');
    expect(await refusal(stripe.paymentIntents.create(pay, { idempotencyKey: 'busy' }))).toMatchObject({
      statusCode: 409,
      code: 'idempotency_key_in_use',
    });
    expect(await charges()).toBe(0);
    await control('release', { id: 'slow' });
    expect((await stripe.paymentIntents.create(pay, { idempotencyKey: 'busy' })).id).toBe((await first).id);
  });

  it('store nothing for a call that failed validation', async () => {
    await refusal(stripe.paymentIntents.create({ ...pay, amount: 1 }, { idempotencyKey: 'fixed' }));
    expect((await stripe.paymentIntents.create(pay, { idempotencyKey: 'fixed' })).status).toBe('succeeded');
  });
});

describe('faults', () => {
  it.each([
    [{ fault: 'decline', code: 'insufficient_funds' }, { decline_code: 'insufficient_funds' }, 1],
    [{ fault: 'error500' }, { type: 'StripeAPIError', statusCode: 500 }, 0],
    [{ fault: 'error500_after' }, { statusCode: 500 }, 1],
    [{ fault: 'unavailable' }, { statusCode: 503 }, 0],
    [{ fault: 'rate_limit' }, { type: 'StripeRateLimitError' }, 0],
    [{ fault: 'drop_before', times: 2 }, { type: 'StripeConnectionError' }, 0],
    [{ fault: 'drop_after', times: 2 }, { type: 'StripeConnectionError' }, 1],
    [{ fault: 'hang_after' }, { type: 'StripeConnectionError' }, 1],
  ])('%o gives the client %o, once, with %i charges or tries in the ledger', async (fault, error, charged) => {
    await setFault(fault);
    const options = fault.fault === 'hang_after' ? { timeout: 200 } : {};
    const once = () => stripe.paymentIntents.create(pay, { idempotencyKey: crypto.randomUUID(), ...options });
    expect(await refusal(once())).toMatchObject(error);
    expect(await charges()).toBe(charged);
    expect((await once()).status).toBe('succeeded');
  });

  it('hold the response after the effect, and another amount can be charged, all of which can be refunded', async () => {
    await setFault({ fault: 'hold', phase: 'after', id: 'answer' });
    const call = stripe.paymentIntents.create(pay, { idempotencyKey: 'held' });
    expect(await (await fetch(`${url}/sandbox/held/answer`)).json()).toEqual({ held: 'answer' });
    expect(await charges()).toBe(1);
    await control('release', { id: 'answer' });
    await call;
    await setFault({ fault: 'wrong_amount' });
    const { id, amount_received } = await stripe.paymentIntents.create(pay);
    expect([amount_received, (await stripe.refunds.create({ payment_intent: id })).amount]).toEqual([4000, 4000]);
    expect((await ledger()).totals).toEqual({ payments: 2, captured: 7000, refunded: 4000, net: 3000 });
  });

  it('leave a payment processing until it is settled', async () => {
    await setFault({ fault: 'processing' });
    const { id, status } = await stripe.paymentIntents.create(pay);
    expect(status).toBe('processing');
    expect((await control(`payment_intents/${id}/settle`, { result: 'succeeded' })).body.status).toBe('succeeded');
    expect((await control(`payment_intents/${id}/settle`, { result: 'failed' })).status).toBe(400);
    expect((await ledger()).totals).toEqual({ payments: 1, captured: 3000, refunded: 0, net: 3000 });
  });

  it('apply to any call with *, and to files', async () => {
    await control('faults', [
      { route: '*', fault: 'unavailable' },
      { route: 'assets.stripe_js', fault: 'unavailable' },
    ]);
    expect(await refusal(stripe.paymentIntents.list())).toMatchObject({ statusCode: 503 });
    expect((await fetch(`${url}/sandbox/stripe.js`)).status).toBe(503);
    expect((await fetch(`${url}/sandbox/stripe.js`)).status).toBe(200);
    expect((await (await fetch(`${url}/sandbox/faults`)).json()).waiting).toEqual([]);
  });

  it.each([
    [{ fault: 'unknown' }],
    [{ fault: 'hold' }],
    [{ fault: 'decline', code: 'no_such' }],
    [{ fault: 'delay', ms: -1 }],
    [{ fault: 'decline', times: 0 }],
    [{ route: '', fault: 'decline' }],
    ['text'],
    [null],
  ])('are rejected when invalid: %o', async (fault) => {
    const wrong = await control('faults', typeof fault === 'object' && fault ? { route, ...fault } : fault);
    expect(wrong).toMatchObject({ status: 400, body: { error: { type: 'invalid_request_error' } } });
  });

  it('are accepted only as JSON, which other origins cannot send without a CORS preflight', async () => {
    const answer = await fetch(`${url}/sandbox/faults`, { method: 'POST', body: '{"fault":"decline"}' });
    expect(answer.status).toBe(400);
    const preflight = await fetch(`${url}/sandbox/faults`, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example' },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
    expect((await control('release', { id: 'nothing' })).status).toBe(404);
  });
});
