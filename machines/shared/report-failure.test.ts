import { describe, expect, it } from 'vitest';
import { type FailureDetails, failureCodes } from '#src/domain/failures.ts';
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

/** Written out, since visitors quote these numbers to support. */
const numbers = {
  session_timeout: 100,
  payment_api_failure: 101,
  seat_reserve_error: 102,
  product_change_date_error: 103,
  ticket_not_on_sale: 104,
  dearer_slot: 105,
  cannot_change_ticket: 106,
  coupon_not_available: 107,
  coupon_code_not_exist: 108,
  coupon_expired: 109,
  coupon_limit_reached: 110,
  coupon_out_of_coverage: 111,
  coupon_invalid_channel: 112,
  ticket_not_found: 113,
  split_no_child: 114,
  split_option_less_than_one: 115,
  invalid_input: 116,
  invalid_quantity: 117,
  token_not_found: 118,
  token_unavailable: 119,
  card_input: 120,
  script_blocked: 121,
  method_unavailable: 122,
  extension_limit: 123,
  payment_refunded: 124,
  order_closed: 125,
  idempotency_key_reused: 126,
  in_flight: 127,
  rate_limited: 128,
  bot_check_failed: 129,
  bad_request: 130,
  request_error: 131,
  connection_error: 132,
  bot_check_blocked: 133,
  return_not_found: 134,
  queue_required: 135,
  coupon_rest_unpayable: 136,
  companion_missing: 137,
};

it('each failure keeps its number, which no other has', () => {
  const shown = failureCodes.map((code) => [code, dialogOf({ code, unknown: false }).number]);
  expect(Object.fromEntries(shown)).toEqual(numbers);
  expect(new Set(Object.values(numbers)).size).toBe(failureCodes.length);
});
