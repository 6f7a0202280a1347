import { describe, expect, it } from 'vitest';
import type { FailureDetails } from '#src/domain/failures.ts';
import { dialogOf, enqueueFailureDialog } from './report-failure.ts';

/** Whether a dialog opens when a chart has failed with `failure`. */
const opens = (failure: FailureDetails): boolean => {
  const sent: unknown[] = [];
  enqueueFailureDialog({
    event: Object.assign({ type: 'failure.any' }, { failure }),
    enqueue: { sendTo: (_, event) => sent.push(event) },
    system: { get: () => ({}) as never },
  });
  return sent.length > 0;
};

describe('a failure', () => {
  it.each([
    ['session_timeout', {}, true],
    ['rate_limited', {}, true],
    ['connection_error', {}, true],
    ['coupon_expired', {}, false],
    ['payment_api_failure', {}, false],
    ['request_error', { silent: true }, false],
    ['session_timeout', { silent: true }, true],
  ] as const)('%s %j opens a dialog: %s', (code, part, isOpened) => {
    expect(opens({ code, unknown: false, ...part })).toBe(isOpened);
  });
});

it.each([
  ['bad_request', { quoted: 'X-17' }, { textKey: 'failure_bad_request', values: { code: 'X-17' } }],
  ['idempotency_key_reused', {}, { textKey: 'failure_bad_request', values: { code: 'idempotency_key_reused' } }],
  ['order_closed', {}, { textKey: 'failure_order_closed' }],
  ['request_error', {}, { textKey: 'failure_request_error' }],
  ['session_timeout', {}, { textKey: 'failure_session_timeout' }],
  [
    'session_timeout',
    { lastAdmission: '2026-12-01T09:15:00.000Z' },
    { textKey: 'failure_last_admission', values: { time: '18:15' } },
  ],
] as const)('the dialog of %s %j says %j', (code, part, text) => {
  expect(dialogOf({ code, unknown: false, ...part }).text).toEqual(text);
});
