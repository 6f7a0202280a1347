import { describe, expect, it } from 'vitest';
import { buyerOf, cardOnly, confirmationToken, openSandbox, order, refusal, stripeFor } from '../fixture.ts';

const box = await openSandbox();
const { stripe, url } = box;
const { payWith, authenticate } = buyerOf(box);

describe('3-D Secure', () => {
  it.each(['fail', 'cancel'])('goes back to requires_payment_method when the buyer chooses %s', async (result) => {
    const waiting = await payWith('4000000000003220');
    const { body } = await authenticate(waiting, result);
    expect(body).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    });
    const second = await authenticate(waiting, 'complete');
    expect(second.body.status).toBe('requires_payment_method');
  });

  it('charges once however often the response is sent', async () => {
    const waiting = await payWith('4000000000003220', { metadata: { order_id: 'twice' } });
    await Promise.all([authenticate(waiting, 'complete'), authenticate(waiting, 'complete')]);
    const { orders } = await (await fetch(`${url}/sandbox/ledger`)).json();
    expect(orders.twice).toEqual({ payments: 1, charges: 1, captured: 3000, refunded: 0 });
  });

  it('is declined immediately with error_on_requires_action', async () => {
    const now = payWith('4000000000003220', { error_on_requires_action: true });
    expect(await refusal(now)).toMatchObject({ code: 'authentication_required', statusCode: 402 });
  });
});

describe('payment intents', () => {
  it('are rejected with the name of an invalid parameter', async () => {
    const create = (params: object) => refusal(stripe.paymentIntents.create({ ...order, ...params }));
    expect(await create({ amount: 49 })).toMatchObject({ code: 'amount_too_small', param: 'amount', statusCode: 400 });
    expect(await create({ amount: 100_000_000 })).toMatchObject({ code: 'amount_too_large' });
    expect(await create({ amount: undefined })).toMatchObject({ code: 'parameter_missing', param: 'amount' });
    expect(await create({ amuont: 1 })).toMatchObject({ code: 'parameter_unknown', param: 'amuont' });
    expect(await create({ payment_method_types: ['card'] })).toMatchObject({
      code: 'payment_method_types_no_longer_supported',
    });
    const both = { ...cardOnly, automatic_payment_methods: { enabled: true } };
    expect(await create(both)).toMatchObject({ param: 'allowed_payment_method_types' });
    expect(await create({ confirm: true })).toMatchObject({ code: 'payment_intent_unexpected_state' });
    expect(await create({ confirm: true, payment_method: 'pm_none' })).toMatchObject({ code: 'resource_missing' });
    expect(await create({ confirm: true, confirmation_token: 'ctoken_none' })).toMatchObject({
      code: 'resource_missing',
    });
  });

  it('use a confirmation token once', async () => {
    const { body: token } = await confirmationToken(url, '4242 4242 4242 4242', {
      return_url: 'https://shop.example/',
    });
    const before = await stripe.confirmationTokens.retrieve(token.id);
    expect(before.payment_method_preview?.card).toMatchObject({ brand: 'visa', last4: '4242' });
    const params = { ...order, confirm: true, confirmation_token: token.id };
    const paid = await stripe.paymentIntents.create(params);
    expect(await refusal(stripe.paymentIntents.create(params))).toMatchObject({ param: 'confirmation_token' });
    expect((await stripe.confirmationTokens.retrieve(token.id)).payment_intent).toBe(paid.id);
  });

  it('can be confirmed after a decline with another card, and expand their charge', async () => {
    const error = await refusal(payWith('4000000000000002'));
    const id = error.payment_intent?.id ?? '';
    const paid = await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_jcb', expand: ['latest_charge'] });
    expect(paid).toMatchObject({
      status: 'succeeded',
      latest_charge: { payment_method_details: { card: { brand: 'jcb' } } },
    });
    expect(await refusal(stripe.paymentIntents.confirm(id))).toMatchObject({ code: 'payment_intent_unexpected_state' });
    expect(await refusal(stripe.paymentIntents.cancel(id))).toMatchObject({ code: 'payment_intent_unexpected_state' });
  });

  it('can be cancelled, after which no challenge charges them', async () => {
    const waiting = await payWith('4000000000003220');
    const canceled = await stripe.paymentIntents.cancel(waiting.id, { cancellation_reason: 'abandoned' });
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' });
    expect((await authenticate(waiting, 'complete')).body.status).toBe('canceled');
  });
});

describe('keys', () => {
  it('accept only the secret key, and the publishable one for calls of browsers', async () => {
    const wrong = stripeFor(box, 'sk_test_other');
    expect(await refusal(wrong.paymentIntents.create(order))).toMatchObject({ statusCode: 401 });
    const publishable = stripeFor(box, 'pk_test_sandbox');
    expect(await refusal(publishable.paymentIntents.create(order))).toMatchObject({ statusCode: 403 });
    expect((await fetch(`${url}/v1/payment_intents`)).status).toBe(401);
  });

  it('show a browser only the payment whose secret it has, without the metadata', async () => {
    const intent = await payWith('4242424242424242', { metadata: { order_id: 'private' } });
    const headers = { authorization: 'Bearer pk_test_sandbox' };
    const address = `${url}/v1/payment_intents/${intent.id}`;
    expect((await fetch(address, { headers })).status).toBe(404);
    expect((await fetch(`${address}?client_secret=${intent.id}_secret_guess`, { headers })).status).toBe(404);
    const seen = await (await fetch(`${address}?client_secret=${intent.client_secret}`, { headers })).json();
    expect(seen).toMatchObject({ status: 'succeeded' });
    expect(seen).not.toHaveProperty('metadata');
  });
});

describe('refunds', () => {
  it('refund parts up to the captured amount', async () => {
    const { id } = await payWith('4242424242424242');
    const part = await stripe.refunds.create({ payment_intent: id, amount: 1000, reason: 'requested_by_customer' });
    expect(part).toMatchObject({ status: 'succeeded', amount: 1000, payment_intent: id });
    expect(await refusal(stripe.refunds.create({ payment_intent: id, amount: 2001 }))).toMatchObject({
      param: 'amount',
    });
    expect((await stripe.refunds.create({ payment_intent: id })).amount).toBe(2000);
    expect(await refusal(stripe.refunds.create({ payment_intent: id }))).toMatchObject({
      code: 'charge_already_refunded',
    });
    expect((await stripe.refunds.list({ payment_intent: id })).data.map(({ amount }) => amount)).toEqual([2000, 1000]);
    expect((await stripe.refunds.retrieve(part.id)).id).toBe(part.id);
  });

  it('require a paid payment', async () => {
    const waiting = await payWith('4000000000003220');
    expect(await refusal(stripe.refunds.create({ payment_intent: waiting.id }))).toMatchObject({ statusCode: 400 });
    expect(await refusal(stripe.refunds.create({ payment_intent: 'pi_none' }))).toMatchObject({ statusCode: 404 });
  });
});

describe('wrong input', () => {
  it.each([
    ['JSON', 'application/json', '{"amount":1}', 400],
    ['no form at all', 'application/x-www-form-urlencoded', '%%%[[[', 400],
    ['a huge body', 'application/x-www-form-urlencoded', `amount=${'9'.repeat(70_000)}`, 413],
    ['an endless number', 'application/x-www-form-urlencoded', `amount=${'9'.repeat(400)}&currency=jpy`, 400],
  ])('returns a Stripe error for %s', async (_, type, body, status) => {
    const headers = { authorization: 'Bearer sk_test_sandbox', 'content-type': type };
    const answer = await fetch(`${url}/v1/payment_intents`, { method: 'POST', headers, body });
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({
      error: { type: 'invalid_request_error', message: expect.any(String) },
    });
  });

  it('responds to unknown URLs as Stripe does', async () => {
    const answer = await fetch(`${url}/v1/unknown`);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
  });
});
