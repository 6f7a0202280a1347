import { describe, expect, it, onTestFinished } from 'vitest';
import { attemptFixture, factsFixture } from '#server/payments/providers/attempt.fixture.ts';
import { startServer } from '#test/api/kit/process.ts';
import { createStripeSecure } from './methods.ts';

/** A provider that rejects the shop's API key. */
const refusing = async (status: number) => {
  const { url: apiBase, close } = await startServer((_, reply) => {
    reply.writeHead(status, { 'content-type': 'application/json', 'stripe-should-retry': 'false' });
    reply.end(JSON.stringify({ error: { type: 'invalid_request_error', message: 'No.' } }));
  });
  onTestFinished(close);
  return createStripeSecure({
    accounts: { default: { account: 'default', secretKey: 'sk_test_old', webhookSecret: 'whsec_test' } },
    apiBase,
    timeout: 5_000,
    log: () => undefined,
  });
};

const attempt = (provider_id: string | null) =>
  attemptFixture({ state: provider_id ? 'requires_action' : 'started', provider_id, token: 'ctoken_1' });
const facts = factsFixture();

describe.each([401, 403])('a key that the provider refuses (%s)', (status) => {
  it.each([
    ['poll', 'pi_1'],
    ['poll', null],
    ['cancel', 'pi_1'],
    ['cancel', null],
  ] as const)('leaves the outcome unknown, since an earlier request may have paid (%s, %s)', async (how, id) => {
    const adapter = await refusing(status);
    expect(await adapter[how](attempt(id), facts)).toMatchObject({ kind: 'unknown' });
  });

  it('declines an attempt that was never sent', async () => {
    const adapter = await refusing(status);
    expect(await adapter.start(attempt(null), facts)).toMatchObject({ kind: 'declined', reason: 'try_later' });
  });
});
