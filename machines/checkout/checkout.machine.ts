import { assign, enqueueActions, setup } from 'xstate';
import { failureIn, isUnknown } from '#machines/shared/errors.ts';
import { outputOf, payloadOf } from '#machines/shared/params.ts';
import { enqueueToast } from '#machines/shared/report-failure.ts';
import { wait } from '#machines/shared/wait.ts';
import type { CheckoutReply } from '#src/domain/checkout.ts';
import { newIdempotencyKey } from '#src/domain/idempotency-key.ts';
import { confirmPayment, postCheckout, queryOutcome, showChallenge } from './checkout.actors.ts';
import { applyOutcome, applyReply, applyUnanswered, attemptOf, returnNotFound, usualPause } from './checkout.logic.ts';
import type { CheckoutTypes, Fact, Outcome, Reply } from './checkout.types.ts';

/** A payment attempt, until its outcome is known (docs/charts.md#idempotency-keys, docs/charts.md#leaving). */
export const checkoutMachine = setup({
  types: {} as CheckoutTypes,
  actors: { postCheckout, showChallenge, confirmPayment, queryOutcome, wait },
  guards: {
    mustAsk: ({ context }) => context.r !== null || context.payment === null,
    isPaid: ({ context }) => context.completion !== null,
    isChallenge: (_: unknown, { status }: Reply) => status === 'requires_action',
    /** 3-D Secure is still required but its script could not be loaded: the visitor has to choose another method. */
    isBlockedChallenge: ({ context }: Fact, { status }: Reply) =>
      status === 'requires_action' && context.failure !== null,
    /** 3-D Secure was not completed a second time: the visitor chooses a method again instead of repeating it forever. */
    isRepeatedChallenge: ({ context }: Fact, { status }: Reply) =>
      status === 'requires_action' && context.confirmations > 0,
    isRedirect: (_: unknown, { status }: Reply) => status === 'redirect',
    /** Nothing was sent yet and this tab was about to send. A return from a provider never pays by itself. */
    isOpenHere: ({ context: { payment, r, redirect } }: Fact, { status }: Reply) =>
      status === 'open' && payment !== null && r === null && redirect === null,
    isUnpaid: (_: unknown, { status }: Reply) => status === 'declined' || status === 'open',
    isUnsettledChallenge: ({ context }: Fact, { status }: Reply) => status === 'checking' && context.challenge !== null,
    isUnknown,
    /** Another tab paid with this key, or the server is still processing it: only a query shows the outcome. */
    isElsewhere: ({ event }) => failureIn(event).code === 'idempotency_key_reused',
    isReturnUnknown: ({ context, event }) => context.r !== null && failureIn(event).code !== 'payment_refunded',
    /** Neither the reference nor this browser's order identifies the payment. */
    isNothingKnown: ({ context, event }) => context.isReturnLost && failureIn(event).code !== 'payment_refunded',
    isUnanswered: ({ event }) => ['connection_error', 'request_error', 'rate_limited'].includes(failureIn(event).code),
  },
  actions: {
    assignReply: assign((_, reply: CheckoutReply) => applyReply(reply)),
    assignOutcome: assign(({ context }, outcome: Outcome) => applyOutcome(outcome, context)),
    assignRetry: assign(({ event }) => applyUnanswered(failureIn(event))),
    /** The next confirmation is another request, with a new key. */
    assignConfirmReply: assign(({ context }, reply: CheckoutReply) => ({
      ...applyReply(reply),
      confirmKey: newIdempotencyKey(),
      confirmations: context.confirmations + 1,
    })),
    assignReturn: assign(({ context }, { r }: { r: string | null }) => ({ r: r ?? context.r })),
    /** The key was used for another payment: query that one's outcome and do not send this one. */
    clearPayment: assign({ payment: null }),
    /** Opening an address must not pay with a card that was entered here before. */
    clearReturn: assign({ r: null, payment: null, isReturnLost: true }),
    /** The seats of an expired order may be held again, so its token stays; any other ended order is dropped. */
    assignReturnNotFound: assign(({ context, event }) => ({
      token: failureIn(event).code === 'session_timeout' ? context.token : null,
      failure: returnNotFound,
    })),
    clearFields: assign(({ context }) => ({ redirect: context.redirect && { ...context.redirect, fields: {} } })),
    assignChallengeFailure: assign({
      failure: { code: 'payment_api_failure', reason: 'authentication', unknown: false } as const,
    }),
    assignFailure: assign(({ event }) => ({ failure: failureIn(event) })),
    notifyResent: enqueueActions(enqueueToast({ textKey: 'checkout_resent' })),
  },
}).createMachine({
  id: 'checkout',
  description: 'The order is paid, or it is known why not.',
  context: ({ input }) => ({
    ...input,
    key: newIdempotencyKey(),
    confirmKey: newIdempotencyKey(),
    confirmations: 0,
    challenge: null,
    redirect: null,
    retryAfter: usualPause,
    isReturnLost: false,
    isUnreachable: false,
    completion: null,
    failure: null,
  }),
  initial: 'entering',
  states: {
    entering: {
      tags: ['pending'],
      description: 'A return from a provider is asked about; otherwise the payment is sent.',
      meta: { screen: 'confirm' },
      always: [{ guard: 'mustAsk', target: 'asking' }, { target: 'posting' }],
    },
    posting: {
      tags: ['pending'],
      description: 'The payment is on its way; nothing is pressed twice.',
      meta: { screen: 'confirm' },
      invoke: {
        id: 'postCheckout',
        src: 'postCheckout',
        input: ({ context }) => attemptOf(context),
        onDone: [
          {
            guard: { type: 'isChallenge', params: outputOf },
            target: 'challenging',
            actions: { type: 'assignReply', params: outputOf },
          },
          {
            guard: { type: 'isRedirect', params: outputOf },
            target: 'redirecting',
            actions: { type: 'assignReply', params: outputOf },
          },
          { target: 'waiting', actions: { type: 'assignReply', params: outputOf } },
        ],
        onError: [
          { guard: 'isUnknown', target: 'waiting', actions: 'assignRetry' },
          { guard: 'isElsewhere', target: 'asking', actions: 'clearPayment' },
          { target: 'declined', actions: 'assignFailure' },
        ],
      },
    },
    challenging: {
      tags: ['pending'],
      description: 'The bank checks who is paying.',
      meta: { screen: 'confirm' },
      invoke: {
        id: 'showChallenge',
        src: 'showChallenge',
        input: ({ context }) => ({ method: context.method, client_secret: context.challenge?.client_secret ?? '' }),
        onDone: 'confirming',
        onError: { target: 'confirming', actions: 'assignFailure' },
      },
    },
    confirming: {
      tags: ['pending'],
      description: 'The server asks the provider how the check ended.',
      meta: { screen: 'confirm' },
      invoke: {
        id: 'confirmPayment',
        src: 'confirmPayment',
        input: ({ context }) => ({
          payment_intent_id: context.challenge?.payment_intent_id ?? '',
          key: context.confirmKey,
        }),
        onDone: [
          { guard: { type: 'isBlockedChallenge', params: outputOf }, target: 'declined' },
          {
            guard: { type: 'isRepeatedChallenge', params: outputOf },
            target: 'declined',
            actions: 'assignChallengeFailure',
          },
          { target: 'waiting', actions: { type: 'assignConfirmReply', params: outputOf } },
        ],
        onError: [
          { guard: 'isUnknown', target: 'waiting', actions: 'assignRetry' },
          { target: 'declined', actions: 'assignFailure' },
        ],
      },
    },
    redirecting: {
      tags: ['pending'],
      description: 'The page is about to be left for the provider.',
      meta: { screen: 'confirm' },
      on: {
        'checkout.left': { target: 'away', actions: 'clearFields' },
        'page.returned': { target: 'asking', actions: { type: 'assignReturn', params: payloadOf } },
      },
    },
    away: {
      description: 'The visitor is at the provider.',
      meta: { screen: 'payment-callback' },
      on: {
        'page.returned': { target: 'asking', actions: { type: 'assignReturn', params: payloadOf } },
        'checkout.ask': 'asking',
      },
    },
    asking: {
      tags: ['pending'],
      description: 'The server is asked what became of the payment.',
      meta: { screen: 'payment-callback' },
      on: {
        'page.returned': { target: 'asking', reenter: true, actions: { type: 'assignReturn', params: payloadOf } },
      },
      invoke: {
        id: 'queryOutcome',
        src: 'queryOutcome',
        input: ({ context }) => ({ token: context.token, r: context.r, attempt: attemptOf(context) }),
        onDone: [
          { guard: { type: 'isOpenHere', params: outputOf }, target: 'posting', actions: 'notifyResent' },
          {
            guard: { type: 'isUnpaid', params: outputOf },
            target: 'declined',
            actions: { type: 'assignOutcome', params: outputOf },
          },
          { guard: { type: 'isUnsettledChallenge', params: outputOf }, target: 'confirming' },
          { target: 'waiting', actions: { type: 'assignOutcome', params: outputOf } },
        ],
        onError: [
          { guard: 'isUnanswered', target: 'waiting', actions: 'assignRetry' },
          { guard: 'isReturnUnknown', target: 'entering', actions: 'clearReturn' },
          { guard: 'isNothingKnown', target: 'declined', actions: 'assignReturnNotFound' },
          { target: 'declined', actions: 'assignFailure' },
        ],
      },
    },
    waiting: {
      description: 'A reply that pays ends here; until then the question is put again by itself or by the visitor.',
      meta: { screen: 'payment-callback' },
      always: { guard: 'isPaid', target: 'paid' },
      invoke: {
        id: 'askAgain',
        src: 'wait',
        input: ({ context }) => ({ for: context.retryAfter * 1000 }),
        onDone: 'asking',
      },
      on: {
        'page.returned': { target: 'asking', actions: { type: 'assignReturn', params: payloadOf } },
        'checkout.ask': 'asking',
      },
    },
    paid: {
      type: 'final',
      description: 'The order is paid and has its ticket.',
    },
    declined: {
      type: 'final',
      description:
        'It is known that nothing was paid, and why; or nothing is known of the payment that was asked about.',
    },
  },
  output: ({ context }) => ({
    completion: context.completion,
    failure: context.completion ? null : context.failure,
    token: context.token,
  }),
});
