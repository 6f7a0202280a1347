import { expect } from 'vitest';
import type { FailureDetails } from '#src/domain/failures.ts';
import { fieldsOf } from '#test/paths/event-parts.ts';
import { beforeOf, checkout, completes, declines, isDecline, replies, status, waits } from './payment-outcome.ts';
import { begins, done, failed, inputOf, purchase, type Rule } from './rule.ts';

/** A payment, from the last button until it is known what became of it (docs/product.md#screen-payment-callback). */

export const checkoutRules: readonly Rule[] = [
  {
    docs: 'docs/product.md#completion',
    sentence: 'a paid order is complete; number, ticket and what was bought remain, personal data does not',
    when: (moment) => done([...replies, 'queryOutcome'], status('paid'))(moment),
    must: completes,
  },
  {
    docs: 'docs/product.md#screen-payment',
    sentence: 'the bank may check the identity, with what the provider gave for it',
    when: done('postCheckout', status('requires_action')),
    begins: 'showChallenge',
    shows: 'confirm',
    must: (moment) => {
      const { client_secret } = fieldsOf(moment.answer?.output);
      expect(inputOf(moment, 'showChallenge')).toEqual({ method: purchase(moment)?.method, client_secret });
    },
  },
  {
    docs: 'docs/product.md#screen-payment-callback',
    sentence: 'the page is left for the provider with the fields it asked for, and asks nothing meanwhile',
    when: done('postCheckout', status('redirect')),
    begins: [],
    shows: 'confirm',
    must: (moment) => {
      const { url, method, fields } = fieldsOf(moment.answer?.output);
      expect(checkout(moment).redirect).toEqual({ url, method, fields });
    },
  },
  {
    docs: 'docs/product.md#screen-payment-callback',
    sentence: 'while the outcome is not known the page says so and asks again after the time that the server named',
    when: done([...replies, 'queryOutcome'], (output) => output.status === 'checking'),
    must: (moment) => {
      const isQuery = moment.answer?.call === 'queryOutcome';
      const hasQuestion = (beforeOf(moment).challenge ?? null) !== null;
      if (isQuery && hasQuestion) return begins(moment, 'confirmPayment');
      if (isQuery) expect(checkout(moment).isUnreachable).toBe(false);
      return waits(moment, fieldsOf(moment.answer?.output).retry_after);
    },
  },
  {
    docs: 'docs/product.md#screen-payment-callback',
    sentence: 'without an answer nobody knows what became of it: the page asks again',
    when: (moment) =>
      failed(replies, ({ unknown }) => unknown)(moment) ||
      failed('queryOutcome', ({ code }) => ['connection_error', 'request_error', 'rate_limited'].includes(code))(
        moment,
      ),
    must: (moment) => {
      waits(moment, moment.answer?.failure?.retryAfter ?? 3);
      expect(checkout(moment).isUnreachable).toBe(true);
    },
  },
  {
    docs: 'docs/product.md#payment-api-failure',
    sentence: 'a declined payment leads to the payment step with its reason',
    when: failed(replies, isDecline),
    must: (moment) => declines(moment, moment.answer?.failure ?? {}),
  },
  {
    docs: 'docs/charts.md#idempotency-keys',
    sentence: 'a payment that another one replaced under its key is asked about and never sent',
    when: failed('postCheckout', ({ code }) => code === 'idempotency_key_reused'),
    begins: 'queryOutcome',
    must: (moment) => expect(checkout(moment).payment).toBeNull(),
  },
  {
    docs: 'docs/payments.md#rules-for-every-method',
    sentence: 'after the bank’s question the server is asked, however the question ended',
    when: (moment) => moment.answer?.call === 'showChallenge',
    begins: 'confirmPayment',
    must: (moment) => {
      const { payment_intent_id } = moment.books.challenge;
      expect(inputOf(moment, 'confirmPayment').payment_intent_id).toBe(payment_intent_id);
      expect(checkout(moment).failure ?? null).toEqual(moment.answer?.failure ?? beforeOf(moment).failure);
    },
  },
  {
    docs: 'docs/product.md#payment-api-failure',
    sentence:
      'a question that could not be shown, or was not answered twice, declines the payment: another method can be chosen',
    when: done('confirmPayment', status('requires_action')),
    must: (moment) => {
      const { failure, confirmations } = beforeOf(moment);
      if (failure) return declines(moment, failure as FailureDetails);
      if (Number(confirmations) > 0) return declines(moment, { code: 'payment_api_failure', reason: 'authentication' });
      return waits(moment, beforeOf(moment).retryAfter);
    },
  },
];
