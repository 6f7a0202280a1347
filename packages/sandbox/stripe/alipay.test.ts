import { describe, expect, it } from 'vitest';
import { openSandbox, refusal } from '../fixture.ts';
import { type Choice, choices } from './alipay.ts';

const { stripe, url, sandbox } = await openSandbox();
const confirmed = {
  amount: 3000,
  currency: 'jpy',
  confirm: true,
  allowed_payment_method_types: ['alipay' as const],
  payment_method_data: { type: 'alipay' as const },
};
const return_url = 'https://shop.example/back?r=1';
const create = () => stripe.paymentIntents.create({ ...confirmed, return_url });

const choose = async (id: string, client_secret: string | null, button: Choice) => {
  const body = new URLSearchParams({ client_secret: client_secret ?? '', press: button });
  return fetch(`${url}/sandbox/alipay/${id}`, { method: 'POST', body, redirect: 'manual' });
};

describe('Alipay', () => {
  it('redirects the buyer to a page with a button for each outcome', async () => {
    const intent = await create();
    expect(intent).toMatchObject({ status: 'requires_action', payment_method_types: ['alipay'] });
    const action = intent.next_action?.alipay_handle_redirect;
    expect(intent.next_action?.type).toBe('alipay_handle_redirect');
    expect(action?.return_url).toBe(return_url);
    const page = await (await fetch(action?.url ?? '')).text();
    expect([...page.matchAll(/name="press" value="(\w+)"/g)].map(([, value]) => value)).toEqual(choices);
    expect(page).toContain('¥3,000');
  });

  it.each([
    ['success', 'succeeded', 'succeeded', undefined],
    ['late', 'processing', 'pending', undefined],
    ['never', 'requires_action', 'pending', undefined],
    ['wrong_amount', 'succeeded', 'succeeded', undefined],
    ['decline', 'requires_payment_method', 'failed', 'payment_method_provider_decline'],
    ['error', 'requires_payment_method', 'failed', 'payment_method_provider_timeout'],
    ['cancel', 'requires_payment_method', 'failed', 'payment_method_customer_decline'],
  ] as const)('%s: %s, and returns with %s', async (button, status, redirectStatus, code) => {
    const { id, client_secret } = await create();
    const { headers } = await choose(id, client_secret, button);
    expect(Object.fromEntries(new URL(headers.get('location') ?? '').searchParams)).toEqual({
      r: '1',
      payment_intent: id,
      payment_intent_client_secret: client_secret,
      redirect_status: redirectStatus,
    });
    const intent = await stripe.paymentIntents.retrieve(id);
    expect([intent.status, intent.last_payment_error?.code]).toEqual([status, code]);
    const taken = { success: 3000, wrong_amount: 4000 };
    expect(intent.amount_received).toBe(Object.entries(taken).find(([name]) => name === button)?.[1] ?? 0);
  });

  it('requires the client secret', async () => {
    const { id } = await create();
    expect((await choose(id, `${id}_secret_guessed`, 'success')).headers.get('location')).toBeNull();
    expect((await stripe.paymentIntents.retrieve(id)).status).toBe('requires_action');
  });

  it('accepts one choice: the next one only returns to the shop', async () => {
    const { id, client_secret } = await create();
    await choose(id, client_secret, 'success');
    const again = await choose(id, client_secret, 'cancel');
    expect(again.headers.get('location')).toContain('redirect_status=succeeded');
    expect(sandbox.ledger.all('charge').filter((charge) => charge.payment_intent === id)).toHaveLength(1);
  });

  it('requires a return address and to be among the allowed methods', async () => {
    expect(await refusal(stripe.paymentIntents.create(confirmed))).toMatchObject({ param: 'return_url' });
    const others = stripe.paymentIntents.create({ ...confirmed, return_url, allowed_payment_method_types: ['card'] });
    expect(await refusal(others)).toMatchObject({ code: 'payment_intent_incompatible_payment_method' });
  });
});
