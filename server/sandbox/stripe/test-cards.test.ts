import { describe, expect, it } from 'vitest';
import { TEST_CARDS } from '../cards.ts';
import { buyerOf, confirmationToken, openSandbox, refusal } from '../fixture.ts';

const box = await openSandbox();
const { stripe, url } = box;
const { payWith, authenticate } = buyerOf(box);

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
