import { describe, expect, it, vi } from 'vitest';
import { createActor, fromPromise, toPromise, waitFor } from 'xstate';
import type { WaitInput } from '#machines/shared/wait.ts';
import type { CheckoutReply } from '#src/domain/checkout.ts';
import { Failure } from '#src/domain/failures.ts';
import { askOutcome } from './checkout.actors.ts';
import { checkoutMachine } from './checkout.machine.ts';
import type { AskInput, ChallengeInput, CheckoutInput, ConfirmInput, Outcome, PostInput } from './checkout.types.ts';

const input: CheckoutInput = {
  token: 'order-1',
  lang: 'ja',
  price: 3000,
  method: 'stripe_secure',
  payment: { token: 'ctoken_1', brand: 'visa', last4: '4242' },
  r: null,
};

type World = { post?: () => Promise<CheckoutReply>; ask?: () => Outcome; confirm?: () => CheckoutReply };

/** Runs a checkout against these replies to its end and counts its posts and queries. */
const run = async (start: Partial<CheckoutInput>, { post, ask, confirm }: World) => {
  const count = { posts: 0, asks: 0 };
  const unasked = () => Promise.reject(new Error('not expected here'));
  const machine = checkoutMachine.provide({
    actors: {
      postCheckout: fromPromise<CheckoutReply, PostInput>(() => {
        count.posts += 1;
        return (post ?? unasked)();
      }),
      askOutcome: fromPromise<Outcome, AskInput>(async () => {
        count.asks += 1;
        return ask ? ask() : unasked();
      }),
      confirmPayment: fromPromise<CheckoutReply, ConfirmInput>(async () => (confirm ? confirm() : unasked())),
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

describe('the question what became of a payment', () => {
  it.each(['', '.', '..', '../orders', 'a b', 'あ', 'x'.repeat(256)])(
    'is not sent for the reference “%s”',
    async (r) => {
      const sent = vi.spyOn(globalThis, 'fetch');
      const asking = createActor(askOutcome, { input: { token: 'order-1', r, attempt: null } }).start();
      await expect(toPromise(asking)).rejects.toMatchObject({ note: { code: 'return_not_found' } });
      expect(sent).not.toHaveBeenCalled();
      sent.mockRestore();
    },
  );
});

describe('a checkout', () => {
  it('that a provider’s return opened never pays by itself, though a card is chosen', async () => {
    const ended = await run({ r: 'return-1' }, { ask: () => ({ status: 'open', token: 'order-1' }) });
    expect(ended).toMatchObject({ posts: 0, asks: 1, output: { failure: { code: 'payment_api_failure' } } });
  });

  it('whose key paid for something else asks once and lets the visitor choose again', async () => {
    const ended = await run({}, { post: keyReused, ask: () => ({ status: 'open', token: 'order-1' }) });
    expect(ended).toMatchObject({ posts: 1, asks: 1, output: { completion: null } });
  });

  it('whose key paid for it in another tab ends with that ticket', async () => {
    const completion = { reservation_number: 'AAAA-BBBB-CCCC', reservation_token: 't' };
    const ended = await run({}, { post: keyReused, ask: () => ({ status: 'paid', token: 'order-1', completion }) });
    expect(ended.output).toEqual({ completion, failure: null, token: 'order-1' });
  });

  it('whose answer was lost sends the same again when the order is still open', async () => {
    let lost = true;
    const completion = { reservation_number: 'AAAA-BBBB-CCCC', reservation_token: 't' };
    const post = async (): Promise<CheckoutReply> => {
      if (!lost) return { status: 'paid', completion };
      lost = false;
      throw new Failure({ code: 'connection_error', unknown: true });
    };
    const ended = await run({}, { post, ask: () => ({ status: 'open', token: 'order-1' }) });
    expect(ended).toMatchObject({ posts: 2, asks: 1, output: { completion } });
  });

  it('whose identity check comes to no end twice can be left', async () => {
    const ended = await run(
      {},
      { post: async () => challenge, confirm: () => challenge, ask: () => ({ status: 'open', token: 'order-1' }) },
    );
    expect(ended.output).toMatchObject({ failure: { code: 'payment_api_failure', reason: 'authentication' } });
  });
});
