import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Outcome } from '#server/providers/adapter.ts';
import { attemptFixture, factsFixture } from '#server/providers/attempt.fixture.ts';
import { parseFault } from '#server/sandbox/faults.ts';
import { type RunningSandbox, startSandbox } from '#server/sandbox/main.ts';
import type { Method } from '#src/domain/payment.ts';
import { createAlipay } from './alipay.ts';
import { createStripe } from './card.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
});
beforeEach(() => sandbox.sandbox.faults.clear());
afterAll(() => sandbox.close());

const options = () => ({
  accounts: { default: { account: 'default', secretKey: 'sk_test_sandbox', webhookSecret: 'whsec_test' } },
  apiBase: sandbox.url,
  timeout: 2_000,
  log: () => undefined,
});

const attemptOf = (method: Method, token: string) =>
  attemptFixture({ id: crypto.randomUUID(), order_id: crypto.randomUUID(), method, token });
const facts = factsFixture({ returnUrl: 'https://shop.example/api/v1/payment-return/alipay?r=reference' });
const strike = (fault: object) => sandbox.sandbox.faults.add(parseFault({ route: 'payment_intents.create', ...fault }));
const cut = () => strike({ fault: 'drop_after', times: 2 });
const intents = () => sandbox.sandbox.ledger.all('payment_intent');

describe('stripe', () => {
  const card = (token = 'pm_card_visa') => attemptOf('stripe', token);

  it('charges an attempt once, however often it is started', async () => {
    const attempt = card();
    const adapter = createStripe(options());
    const paid = await adapter.start(attempt, facts);
    expect(paid).toMatchObject({ kind: 'paid', amount: 3800, currency: 'jpy' });
    expect(await adapter.start(attempt, facts)).toEqual(paid);
    const metadata = { attempt_id: attempt.id, order_id: attempt.order_id };
    expect(intents().filter((intent) => intent.metadata.attempt_id === attempt.id)).toMatchObject([{ metadata }]);
  });

  it.each([
    ['pm_card_authenticationRequired', 'authentication'],
    ['pm_card_visa_chargeDeclinedInsufficientFunds', 'funds_or_limit'],
  ])('reports why %s was refused', async (token, reason) => {
    const outcome = await createStripe(options()).start(card(token), facts);
    expect(outcome).toMatchObject({ kind: 'declined', reason, providerId: expect.stringMatching(/^pi_/) });
  });

  it('finds a payment whose response was lost when the attempt is cancelled', async () => {
    cut();
    const attempt = card();
    const adapter = createStripe(options());
    expect(await adapter.start(attempt, facts)).toEqual({ kind: 'unknown' });
    expect(await adapter.cancel(attempt, facts)).toMatchObject({ kind: 'paid' });
  });

  it('refunds once', async () => {
    const attempt = card();
    const adapter = createStripe(options());
    const paid = await adapter.start(attempt, facts);
    const stored = { ...attempt, provider_id: paid.kind === 'paid' ? paid.providerId : null };
    expect([await adapter.refund(stored, 'borderless'), await adapter.refund(stored, 'borderless')]).toEqual([
      true,
      true,
    ]);
    const refunds = sandbox.sandbox.ledger.all('refund').filter((row) => row.payment_intent === stored.provider_id);
    expect(refunds).toMatchObject([{ amount: 3800 }]);
  });
});

describe('alipay', () => {
  const wallet = () => attemptOf('alipay', '');
  const idOf = (outcome: Outcome): string => ('providerId' in outcome ? (outcome.providerId ?? '') : '');

  it('redirects the browser to its page, the same one at every poll', async () => {
    const attempt = wallet();
    const adapter = createAlipay(options());
    const outcome = await adapter.start(attempt, facts);
    const url = expect.stringMatching(/\/sandbox\/alipay\/pi_\w+\?client_secret=/);
    expect(outcome).toMatchObject({ kind: 'redirect', redirect: { method: 'GET', fields: {}, url } });
    expect(await adapter.poll({ ...attempt, provider_id: idOf(outcome) }, facts)).toEqual(outcome);
    expect(await adapter.poll(attempt, facts)).toEqual(outcome);
  });

  it.each(['received', 'lost'])(
    'is cancelled at the provider when the attempt is cancelled, its response %s',
    async (answer) => {
      if (answer === 'lost') cut();
      const attempt = wallet();
      const adapter = createAlipay(options());
      const id = idOf(await adapter.start(attempt, facts)) || null;
      expect(id === null).toBe(answer === 'lost');
      expect(await adapter.cancel({ ...attempt, provider_id: id }, facts)).toMatchObject({ kind: 'cancelled' });
      expect(intents().at(-1)).toMatchObject({ status: 'canceled', metadata: { attempt_id: attempt.id } });
    },
  );

  it('that is refused immediately reports no card reason', async () => {
    strike({ fault: 'decline', code: 'expired_card' });
    const outcome = await createAlipay(options()).start(wallet(), facts);
    expect(outcome).toMatchObject({ kind: 'declined', reason: 'try_later' });
  });
});
