import { describe, expect, it, vi } from 'vitest';
import { createActor, fromPromise, toPromise, waitFor } from 'xstate';
import type { WaitInput } from '#machines/shared/wait.ts';
import type { CheckoutReply } from '#src/domain/checkout.ts';
import { Failure } from '#src/domain/failures.ts';
import { queryOutcome } from './checkout.actors.ts';
import { checkoutMachine } from './checkout.machine.ts';
import type { ChallengeInput, CheckoutInput, ConfirmInput, Outcome, PostInput, QueryInput } from './checkout.types.ts';

const input: CheckoutInput = {
  token: 'order-1',
  lang: 'ja',
  price: 3000,
  method: 'stripe_secure',
  payment: { token: 'ctoken_1', brand: 'visa', last4: '4242' },
  r: null,
};

type Replies = { post?: () => Promise<CheckoutReply>; query?: () => Outcome; confirm?: () => CheckoutReply };

/** Runs a checkout against these replies to its end and counts its posts and queries. */
const run = async (start: Partial<CheckoutInput>, { post, query, confirm }: Replies) => {
  const count = { posts: 0, queries: 0 };
  const unexpected = () => Promise.reject(new Error('not expected here'));
  const machine = checkoutMachine.provide({
    actors: {
      postCheckout: fromPromise<CheckoutReply, PostInput>(() => {
        count.posts += 1;
        return (post ?? unexpected)();
      }),
      queryOutcome: fromPromise<Outcome, QueryInput>(async () => {
        count.queries += 1;
        return query ? query() : unexpected();
      }),
      confirmPayment: fromPromise<CheckoutReply, ConfirmInput>(async () => (confirm ? confirm() : unexpected())),
      showChallenge: fromPromise<void, ChallengeInput>(async () => undefined),
      wait: fromPromise<number, WaitInput>(async () => 0),
    },
  });
  const actor = createActor(machine, { input: { ...input, ...start } }).start();
  const { output } = await waitFor(actor, ({ status }) => status === 'done', { timeout: 2000 });
  return { ...count, output };
};

const challenge: CheckoutReply = { status: 'requires_action', payment_intent_id: 'pi_1', client_secret: 's' };
const keyReused = () => Promise.reject(new Failure({ code: 'idempotency_key_reused', unknown: false }));

describe('querying the outcome of a payment', () => {
  it.each(['', '.', '..', '../orders', 'a b', 'あ', 'x'.repeat(256)])(
    'sends no request for the reference “%s”',
    async (r) => {
      const sent = vi.spyOn(globalThis, 'fetch');
      const actor = createActor(queryOutcome, { input: { token: 'order-1', r, attempt: null } }).start();
      await expect(toPromise(actor)).rejects.toMatchObject({ details: { code: 'return_not_found' } });
      expect(sent).not.toHaveBeenCalled();
      sent.mockRestore();
    },
  );
});

describe('a checkout', () => {
  it('does not pay after a return from a provider, even if a card is chosen', async () => {
    const ended = await run({ r: 'return-1' }, { query: () => ({ status: 'open', token: 'order-1' }) });
    expect(ended).toMatchObject({ posts: 0, queries: 1, output: { failure: { code: 'payment_api_failure' } } });
  });

  it('queries once and lets the visitor choose again when its key was used for another payment', async () => {
    const ended = await run({}, { post: keyReused, query: () => ({ status: 'open', token: 'order-1' }) });
    expect(ended).toMatchObject({ posts: 1, queries: 1, output: { completion: null } });
  });

  it('ends with the ticket when another tab paid with its key', async () => {
    const completion = { reservation_number: 'AAAA-BBBB-CCCC', reservation_token: 't' };
    const ended = await run({}, { post: keyReused, query: () => ({ status: 'paid', token: 'order-1', completion }) });
    expect(ended.output).toEqual({ completion, failure: null, token: 'order-1' });
  });

  it('resends the same request after a lost reply if the order is still open', async () => {
    let lost = true;
    const completion = { reservation_number: 'AAAA-BBBB-CCCC', reservation_token: 't' };
    const post = async (): Promise<CheckoutReply> => {
      if (!lost) return { status: 'paid', completion };
      lost = false;
      throw new Failure({ code: 'connection_error', unknown: true });
    };
    const ended = await run({}, { post, query: () => ({ status: 'open', token: 'order-1' }) });
    expect(ended).toMatchObject({ posts: 2, queries: 1, output: { completion } });
  });

  it('is declined when the identity check stays unfinished twice', async () => {
    const ended = await run(
      {},
      { post: async () => challenge, confirm: () => challenge, query: () => ({ status: 'open', token: 'order-1' }) },
    );
    expect(ended.output).toMatchObject({ failure: { code: 'payment_api_failure', reason: 'authentication' } });
  });
});
