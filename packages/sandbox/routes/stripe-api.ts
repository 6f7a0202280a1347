import { Hono } from 'hono';
import { apiCall, type Call, type SandboxEnv } from '../api-call.ts';
import type { SandboxContext } from '../context.ts';
import { answerChallenge } from '../stripe/authorise.ts';
import { createConfirmationToken, retrieveConfirmationToken } from '../stripe/confirmation-tokens.ts';
import { noSuch } from '../stripe/errors.ts';
import { listDisputes, listPaymentIntents, listRefunds } from '../stripe/lists.ts';
import { paymentMethodView } from '../stripe/method-view.ts';
import {
  cancelPaymentIntent,
  confirmPaymentIntent,
  createPaymentIntent,
  knownIntent,
  retrievePaymentIntent,
} from '../stripe/payment-intents.ts';
import { newPaymentMethod } from '../stripe/payment-methods.ts';
import { createRefund, retrieveRefund } from '../stripe/refunds.ts';
import { paymentIntentView, publicPaymentIntentView } from '../stripe/views.ts';

/** The calls of the Stripe API that the shop and its pages use, mounted at /v1. */
export function stripeApiRoutes(context: SandboxContext) {
  /** With the publishable key a payment can be read only by its client secret; otherwise it appears not to exist. */
  const guard = ({ caller, id, params }: Call) => {
    if (caller === 'secret') return;
    const secret = params.text('client_secret');
    if (secret === null || knownIntent(context, id).client_secret !== secret)
      throw noSuch('payment_intent', id, 'intent');
  };

  return (
    new Hono<SandboxEnv>()
      .post(
        '/payment_intents',
        apiCall(context, {
          name: 'payment_intents.create',
          answer: ({ params, forced }) => createPaymentIntent(context, params, forced),
        }),
      )
      .get(
        '/payment_intents',
        apiCall(context, { name: 'payment_intents.list', answer: ({ params }) => listPaymentIntents(context, params) }),
      )
      .get(
        '/payment_intents/:id',
        apiCall(context, {
          name: 'payment_intents.retrieve',
          browser: true,
          answer(call) {
            guard(call);
            const secret = call.params.text('client_secret');
            const intent = retrievePaymentIntent(context, call.id, call.params);
            if (secret !== null && secret !== intent.client_secret) throw noSuch('payment_intent', call.id, 'intent');
            if (call.caller === 'secret') return intent;
            return publicPaymentIntentView(paymentIntentView(knownIntent(context, call.id), context.base()));
          },
        }),
      )
      .post(
        '/payment_intents/:id/confirm',
        apiCall(context, {
          name: 'payment_intents.confirm',
          answer: ({ id, params, forced }) => confirmPaymentIntent(context, id, params, forced),
        }),
      )
      .post(
        '/payment_intents/:id/cancel',
        apiCall(context, {
          name: 'payment_intents.cancel',
          answer: ({ id, params }) => cancelPaymentIntent(context, id, params),
        }),
      )
      // Not in Stripe's API: the challenge page sends the buyer's choice here.
      .post(
        '/payment_intents/:id/authenticate',
        apiCall(context, {
          name: 'payment_intents.authenticate',
          browser: true,
          answer(call) {
            guard(call);
            call.params.only('client_secret', 'result');
            const result = call.params.oneOf('result', ['complete', 'fail', 'cancel']);
            if (result === null) throw call.params.missing('result');
            const intent = answerChallenge(context, knownIntent(context, call.id), result);
            return publicPaymentIntentView(paymentIntentView(intent, context.base()));
          },
        }),
      )
      .post(
        '/refunds',
        apiCall(context, {
          name: 'refunds.create',
          answer: ({ params, forced }) => createRefund(context, params, forced),
        }),
      )
      .get('/refunds', apiCall(context, { name: 'refunds.list', answer: ({ params }) => listRefunds(context, params) }))
      .get(
        '/disputes',
        apiCall(context, { name: 'disputes.list', answer: ({ params }) => listDisputes(context, params) }),
      )
      .get(
        '/refunds/:id',
        apiCall(context, { name: 'refunds.retrieve', answer: ({ id }) => retrieveRefund(context, id) }),
      )
      .post(
        '/confirmation_tokens',
        apiCall(context, {
          name: 'confirmation_tokens.create',
          browser: true,
          answer: ({ params }) => createConfirmationToken(context, params),
        }),
      )
      .get(
        '/confirmation_tokens/:id',
        apiCall(context, {
          name: 'confirmation_tokens.retrieve',
          answer: ({ id }) => retrieveConfirmationToken(context, id),
        }),
      )
      .post(
        '/payment_methods',
        apiCall(context, {
          name: 'payment_methods.create',
          browser: true,
          answer({ params }) {
            params.only('type', 'card', 'billing_details');
            return paymentMethodView(context.ledger.put('payment_method', newPaymentMethod(context, params)));
          },
        }),
      )
  );
}
