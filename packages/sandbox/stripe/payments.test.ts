import { describe, expect, it } from 'vitest';
import { TEST_CARDS } from '../cards.ts';
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

describe('the published test cards', () => {
  const withoutChallenge = TEST_CARDS.filter(({ authentication }) =>
    ['none', 'optional', 'optional-broken'].includes(authentication),
  );

  it.each(withoutChallenge.filter(({ decline }) => decline === null))('$number pays', async ({ number }) => {
    const intent = await payWith(number);
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 3000, last_payment_error: null });
  });

  it.each([
    ['4000000000000002', 'card_declined', 'generic_decline'],
    ['4000000000009995', 'card_declined', 'insufficient_funds'],
    ['4000000000009987', 'card_declined', 'lost_card'],
    ['4000000000009979', 'card_declined', 'stolen_card'],
    ['4000000000006975', 'card_declined', 'card_velocity_exceeded'],
    ['4000000000000069', 'expired_card', 'expired_card'],
    ['4000000000000127', 'incorrect_cvc', 'incorrect_cvc'],
    ['4000000000000119', 'processing_error', 'processing_error'],
    ['4000008400001280', 'card_declined', 'generic_decline'],
  ])('%s is refused with %s / %s', async (number, code, declineCode) => {
    const error = await refusal(payWith(number));
    expect(error).toMatchObject({ type: 'StripeCardError', statusCode: 402, code, decline_code: declineCode });
    expect(error.payment_intent).toMatchObject({ status: 'requires_payment_method', last_payment_error: { code } });
    expect(error.charge).toMatch(/^ch_/);
  });

  it.each([
    ['4000002500003155', 'succeeded', null],
    ['4000002760003184', 'succeeded', null],
    ['4000003800000446', 'succeeded', null],
    ['4000000000003220', 'succeeded', null],
    ['4000008260003178', 'requires_payment_method', 'insufficient_funds'],
    ['4000008400001629', 'requires_payment_method', 'generic_decline'],
  ])('%s requires 3-D Secure, then %s %s', async (number, status, declineCode) => {
    const waiting = await payWith(number, { return_url: 'https://shop.example/return' });
    expect(waiting).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
    await authenticate(waiting, 'complete');
    const after = await stripe.paymentIntents.retrieve(waiting.id);
    expect(after.status).toBe(status);
    expect(after.last_payment_error?.decline_code ?? null).toBe(declineCode);
  });

  it('require 3-D Secure for an optional card only on request, where the broken one fails', async () => {
    const any = { payment_method_options: { card: { request_three_d_secure: 'any' as const } } };
    expect((await payWith('4000000000003055', any)).status).toBe('requires_action');
    expect(await refusal(payWith('4000000000003097', any))).toMatchObject({ code: 'processing_error' });
  });

  it('give no token for an invalid number or a card that is not a test card', async () => {
    expect(await confirmationToken(url, '4242424242424241')).toMatchObject({
      status: 402,
      body: { error: { type: 'card_error', code: 'incorrect_number' } },
    });
    expect(await confirmationToken(url, '4111111111111111')).toMatchObject({
      body: { error: { decline_code: 'test_mode_live_card' } },
    });
  });
});
