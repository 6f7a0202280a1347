import { beforeAll, describe, expect, it } from 'vitest';
import { methods } from '#src/domain/payment.ts';
import { rank, seed } from '#test/tools/sample.ts';
import { allowLookUp, boughtBy } from './kit/arrange.ts';
import { readLedger } from './kit/buyer.ts';
import { type Attack, type Attacks, atConfirmation, atReturns, type Kind, kinds } from './kit/hostile-attacks.ts';
import { gmoAttacks } from './kit/hostile-gmo.ts';
import { signedResult, softbankAttacks } from './kit/hostile-softbank.ts';
import { stripeAttacks } from './kit/hostile-stripe.ts';
import { paymentsOf, readState, type Victims, victimsOf } from './kit/hostile-victims.ts';
import { forFile, type Shop, startWholeShop } from './kit/shop.ts';
import { signatureOf } from './kit/stripe.ts';

/**
 * Forged and false notices of every provider, sent to every endpoint that a provider or a returning browser uses. Each method has
 * a pending payment and two paid ones: none may be paid, refunded or released. The genuine notice must still work afterwards.
 */
const shop: Shop = await forFile(startWholeShop({ timeout: 1_200 }));
/** Number of attacks of each kind and method that are drawn by the seed; the methods together draw nearly all. FULL=1 runs all. */
const few = 8;
/** Kinds of forgery without a valid signature, and the endpoints that check one. */
const unsigned: Kind[] = ['re-cut', 'empty signature'];
const signing = ['/webhooks/stripe', '/webhooks/softbank'];

const send = async ({ path, body, headers = {} }: Attack): Promise<number> => {
  const reply = await fetch(`${shop.url}/api/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    redirect: 'manual',
    headers,
    ...(body === undefined ? {} : { body }),
  });
  await reply.body?.cancel();
  return reply.status;
};

describe.each(methods)('by %s', (method) => {
  let victims: Victims;
  let attacks: Attacks[];
  /** The state that no attack may change. */
  let before: Awaited<ReturnType<typeof readState>>;
  beforeAll(async () => {
    victims = await victimsOf(shop, method);
    const entries: Attacks = { returns: atReturns(victims), confirmations: atConfirmation(victims) };
    attacks = [await stripeAttacks(victims), await gmoAttacks(victims), await softbankAttacks(victims), entries];
    before = await readState(shop);
  });

  const of = (kind: Kind): Attack[] => {
    const all = attacks.flatMap((one) => one[kind] ?? []);
    const drawn = all.map((_, index) => rank(index, seed + methods.indexOf(method)));
    const last = drawn.toSorted((one, other) => one - other)[few];
    return all.filter((_, index) => process.env.FULL || last === undefined || (drawn[index] ?? 0) < last);
  };

  it.each(kinds)('%s: nothing is paid, refunded or released', async (kind) => {
    expect(of(kind).length).toBeGreaterThan(0);
    for (const attack of of(kind)) {
      await allowLookUp(shop);
      const status = await send(attack);
      expect(status, JSON.stringify(attack)).toBeLessThan(500);
      if (unsigned.includes(kind) && signing.includes(attack.path)) expect(status, JSON.stringify(attack)).toBe(400);
      expect(await paymentsOf(shop), JSON.stringify(attack)).toEqual(before.payments);
    }
    expect(await readState(shop)).toEqual(before);
  });

  it('the sweep after them pays, refunds and releases nothing', async () => {
    await shop.sweep();
    expect(await readState(shop)).toEqual(before);
  });

  it('the genuine response pays the waiting order once, and all three orders have their tickets', async () => {
    await allowLookUp(shop);
    await victims.finish();
    for (const { token, price } of [victims.open, victims.paid, victims.other]) {
      const { status, completion } = await shop.call('getOrder', { params: { token } });
      expect(status).toBe('paid');
      const { reservation_number, reservation_token } = await boughtBy(shop, token);
      expect(completion?.reservation_number).toBe(`…${reservation_number.slice(-4)}`);
      expect(await shop.call('getTicket', { params: { reservation_token } })).toMatchObject({ state: 'valid' });
      const charges = method === 'free' ? 0 : 1;
      expect(await readLedger(shop, token)).toMatchObject({ charges, captured: charges * price, refunded: 0 });
    }
  });
});

describe('a signed notice that has no valid shape', () => {
  const nul = String.fromCharCode(0);
  const event = (object: unknown, type: unknown = 'payment_intent.succeeded') => ({
    id: 'evt_1',
    type,
    data: { object },
  });
  const texts = [
    ...[[], {}, null, true, 7, 'text', [event({ id: 'pi_1' })], { type: 'payment_intent.x' }],
    ...[{ ...event({ id: 'pi_1' }), id: 7 }, { ...event({ id: 'pi_1' }), id: `evt_${nul}` }, event({ id: 'pi_1' }, 7)],
    ...[
      { id: 'evt_1', type: 'payment_intent.succeeded' },
      { ...event({}), data: null },
      { ...event({}), data: [] },
    ],
    ...[event(null), event([]), event('pi_1'), event({}), event({ id: null }), event({ id: `pi_${nul}` })],
    ...[
      event({ id: 'p'.repeat(20_000) }),
      { ...event({ id: 'pi_1' }), id: 'e'.repeat(20_000) },
      event(null, 'charge.failed'),
    ],
    ...[event({ id: 'pi_1', metadata: 7 }), event({ id: 'pi_1', metadata: { attempt_id: {} } })],
  ].map((value) => JSON.stringify(value));
  const stripe = [...texts, '', '{', 'NaN'].map((body): [string, () => Attack] => [
    `Stripe ${body.slice(0, 80)}`,
    // signed when it is sent: a signature is good for five minutes
    () => ({ path: '/webhooks/stripe', body, headers: { 'stripe-signature': signatureOf(body) } }),
  ]);
  const softbank = ['', nul, 'あ', 'o'.repeat(20_000)].map((id): [string, () => Attack] => [
    `SB Payment Service ${JSON.stringify(id.slice(0, 20))}`,
    () => signedResult({ order_id: id }),
  ]);
  it.each([...stripe, ...softbank])('%s: 400, and one line in the log', async (_, attackOf) => {
    const before = shop.logged.length;
    expect(await send(attackOf())).toBe(400);
    const lines = shop.logged.slice(before).filter(({ event: name }) => name !== 'request');
    expect(lines.map(({ level, event: name }) => `${level} ${name}`)).toEqual([
      expect.stringMatching(/^warn (?:stripe|softbank)_notice_refused$/),
    ]);
  });
});
