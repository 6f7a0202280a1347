import { expect, it } from 'vitest';
import { type FailureDetails, failureCodes } from '#src/domain/failures.ts';
import { dialogOf, enqueueFailureDialog } from './report-failure.ts';

/** Whether a dialog opens when a chart has failed with `failure`. */
const opens = (failure: FailureDetails): boolean => {
  const sent: unknown[] = [];
  const enqueue = { sendTo: (_: unknown, event: unknown) => sent.push(event) };
  enqueueFailureDialog({ enqueue, system: { get: () => ({}) as never } }, failure);
  return sent.length > 0;
};

it.each([
  ['session_timeout', {}, true],
  ['rate_limited', {}, true],
  ['connection_error', {}, true],
  ['coupon_expired', {}, false],
  ['payment_api_failure', {}, false],
  ['request_error', { silent: true }, false],
  ['session_timeout', { silent: true }, true],
] as const)('a failure: %s %j opens a dialog: %s', (code, part, isOpened) => {
  expect(opens({ code, unknown: false, ...part })).toBe(isOpened);
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

/** Written out in the order of their numbers, since visitors quote these to support. */
const numbered = [
  'session_timeout payment_api_failure seat_reserve_error product_change_date_error ticket_not_on_sale',
  'dearer_slot cannot_change_ticket coupon_not_available coupon_code_not_exist coupon_expired',
  'coupon_limit_reached coupon_out_of_coverage coupon_invalid_channel ticket_not_found split_no_child',
  'split_option_less_than_one invalid_input invalid_quantity token_not_found token_unavailable card_input',
  'script_blocked method_unavailable extension_limit payment_refunded order_closed idempotency_key_reused',
  'in_flight rate_limited bot_check_failed bad_request request_error connection_error bot_check_blocked',
  'return_not_found queue_required coupon_rest_unpayable companion_missing',
].flatMap((line) => line.split(' '));

it('each failure keeps its number, which no other has', () => {
  const shown = failureCodes.map((code) => [code, dialogOf({ code, unknown: false }).number]);
  expect(shown).toEqual(numbered.map((code, index) => [code, 100 + index]));
});
