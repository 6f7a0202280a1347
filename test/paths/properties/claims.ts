import { i18n } from '@lingui/core';
import { expect } from 'vitest';
import type { Ticket } from '#src/domain/ticket.ts';
import type { MessageId } from '#src/ui/use-texts.ts';
import { fieldsOf } from '#test/paths/event-parts.ts';
import { type Moment, orderIn } from './moment.ts';
import { data, isHeld, purchase } from './rule.ts';

/** Texts that state a fact, each with the fact: what the server has answered so far, and what the charts know. */

/**
 * The server's replies so far: the requests that it did, the codes by which it refused others, and whether the order it spoke
 * of last is paid.
 */
type Replies = { readonly done: Set<string>; readonly refused: Set<string>; isPaid: boolean };
type Known = { readonly moment: Moment; readonly replies: Replies };
type Fact = (known: Known) => boolean;

const both =
  (...facts: readonly Fact[]): Fact =>
  (known) =>
    facts.every((fact) => fact(known));
const either =
  (...facts: readonly Fact[]): Fact =>
  (known) =>
    facts.some((fact) => fact(known));

const isPaid: Fact = ({ replies }) => replies.isPaid;
const isUnpaid: Fact = ({ replies }) => !replies.isPaid;
const hasOrder: Fact = ({ moment }) => {
  const { token, mailToken, completion } = purchase(moment) ?? {};
  return (token ?? mailToken ?? null) !== null && !completion;
};
/** The order of a change of date that costs something. */
const hasChangeOrder: Fact = ({ moment }) => (data(moment).placed ?? null) !== null;
const hasNoOrder: Fact = (known) => !hasOrder(known);
const isHolding: Fact = ({ moment }) => isHeld(moment);
const isReleased: Fact = ({ moment }) => !isHeld(moment);
const isAnswered =
  (...calls: readonly string[]): Fact =>
  ({ replies }) =>
    calls.some((call) => replies.done.has(call));
const isRefused =
  (...codes: readonly string[]): Fact =>
  ({ replies }) =>
    codes.some((code) => replies.refused.has(code));
const isTicket =
  (...states: readonly Ticket['state'][]): Fact =>
  ({ moment }) => {
    const { ticket } = data(moment);
    return states.some((state) => state === fieldsOf(ticket ?? fieldsOf(purchase(moment)?.completion).ticket).state);
  };
const hasNoTicket: Fact = ({ moment }) => (data(moment).ticket ?? null) === null;
/** The date was changed, at once or by the payment for it. */
const isMoved: Fact = either(isAnswered('changeDate'), isPaid);
/** The old link of a replacement whose reply was lost is refused. */
const isRevoked: Fact = either(isAnswered('revokeTicket'), isRefused('token_not_found'));
/** The payment of a purchase, or of a change of date. */
const checkout = ({ moment }: Known) => moment.now.running.find(({ path }) => path.endsWith('/checkout'))?.snapshot;
const isCheckingOut: Fact = (known) => checkout(known) !== undefined;
const paying = (known: Known) => fieldsOf(checkout(known)?.context);

/** Texts with a fact that they all state. */
const stating = (isSo: Fact, ...ids: readonly MessageId[]): [id: MessageId, isSo: Fact][] =>
  ids.map((id) => [id, isSo]);

/** docs/product.md says when each is shown; a text that is not here is in `noClaims` of claims.test.ts, or has none of its words. */
export const claims: ReadonlyMap<MessageId, Fact> = new Map<MessageId, Fact>([
  ...stating(isUnpaid, 'cancel_text', 'link_hold_text', 'payment_declined_text', 'payment_not_yet', 'express_failed'),
  ...stating(isUnpaid, 'failure_payment_api_failure', 'express_details_text'),
  ...stating(isUnpaid, 'order_changed_total', 'order_changed_coupon'),
  ...stating(isHolding, 'link_hold_title', 'hold_warning_title', 'hold_last_admission'),
  ...stating(isPaid, 'complete_title', 'complete_mail', 'complete_mail_to', 'complete_in_mail'),
  ...stating(isPaid, 'complete_correct_refused'),
  ...stating(
    isCheckingOut,
    'confirm_working',
    'confirm_working_long',
    'payment_callback_title',
    'payment_callback_once',
  ),
  ...stating(isMoved, 'changedate_done_title', 'changedate_done_mail', 'changedate_done_old'),
  ...stating(isRevoked, 'revoke_done', 'revoke_done_to', 'revoke_done_old'),
  ...stating(hasNoTicket, 'shared_missing_title', 'ticket_missing_title'),
  ...stating(isTicket('shared'), 'ticket_means_shared', 'share_on_title'),
  ...stating(either(isTicket('changed'), isMoved), 'changedate_changed_text', 'changedate_changed_title'),
  ...stating(isAnswered('correctEmail'), 'complete_corrected', 'complete_corrected_link'),
  ...stating(isAnswered('refundTicket'), 'choice_refunded', 'choice_refunded_text'),
  ...stating(isAnswered('handOver'), 'send_done_to', 'send_rest_gone'),
  ...stating(isAnswered('stopMagazine', 'readMagazine'), 'mail_release_done_title', 'mail_release_done_text'),
  ...stating(either(isReleased, isRefused('session_timeout')), 'failure_session_timeout', 'failure_last_admission'),
  ['order_cancelled', isAnswered('cancelOrder')],
  ['hold_until', either(isHolding, hasChangeOrder)],
  ['hold_taken_again', isAnswered('retakeHold')],
  ['error_kept', hasOrder],
  ['error_nothing_kept', hasNoOrder],
  ['return_lost_open', both(hasOrder, isUnpaid)],
  ['mail_confirm_other', hasOrder],
  ['mail_confirm_title', isRefused('token_not_found', 'token_unavailable')],
  ['decline_unfinished', both(either(hasOrder, hasChangeOrder), isUnpaid)],
  ['failure_payment_refunded', hasNoOrder],
  ['failure_coupon_expired', isRefused('coupon_expired')],
  ['failure_coupon_invalid_channel', isRefused('coupon_invalid_channel')],
  ['failure_coupon_limit_reached', isRefused('coupon_limit_reached')],
  ['failure_coupon_not_available', isRefused('coupon_not_available')],
  ['failure_coupon_out_of_coverage', isRefused('coupon_out_of_coverage')],
  ['failure_seat_reserve_error', isRefused('seat_reserve_error', 'session_timeout')],
  ['failure_token_not_found', isRefused('token_not_found')],
  ['express_agreed', ({ moment }) => moment.records.sheet !== null],
  ['checkout_resent', isAnswered('queryOutcome')],
  ['payment_callback_unreachable', (known) => paying(known).isUnreachable === true],
  ['payment_callback_unsent', (known) => (paying(known).payment ?? null) !== null],
  ['sended_mail_sent', isAnswered('putCustomer', 'resendOrderMail')],
  ['ticket_means_valid', isTicket('valid')],
  ['ticket_means_used', isTicket('used')],
  ['ticket_means_sent', isTicket('sent')],
  ['ticket_means_changed', isTicket('changed')],
  ['ticket_means_cancelled', isTicket('cancelled')],
  ['inquiry_sent_title', isAnswered('sendLinks')],
  ['receipt_received', isAnswered('readReceipt')],
  ['order_slot_gone', ({ moment }) => (data(moment).missed ?? null) !== null],
]);

/** The text's fixed parts, in the page's language; a plural has none. */
const partsOf = (id: string): readonly string[] => {
  const message: unknown = i18n.messages[id];
  return (Array.isArray(message) ? message : [message]).filter((part) => typeof part === 'string');
};

/** The claims with the fixed parts of their texts, the longest first: a text may be a part of another one. */
const shownClaims = () =>
  [...claims]
    .map(([id, isSo]) => ({ id, isSo, parts: partsOf(id).map((part) => part.replaceAll(/\s/g, '')) }))
    .filter(({ parts }) => parts.length > 0)
    .sort((a, b) => b.parts.join('').length - a.parts.join('').length);

/** Notes an answer. A reply with an order and no reservation number says that the order is not paid. */
const note = (replies: Replies, { call, failure, output }: NonNullable<Moment['answer']>): void => {
  if (failure) replies.refused.add(failure.code);
  else if (!fieldsOf(output).placed) replies.done.add(call);
  if (JSON.stringify(output ?? null).includes('reservation_number')) replies.isPaid = true;
  else if (orderIn(output) ?? orderIn(fieldsOf(output).placed)) replies.isPaid = false;
};

/** Checks the texts on the pages of one walk, in any language. Call the result after each step. */
export const watchClaims = () => {
  const replies: Replies = { done: new Set(), refused: new Set(), isPaid: false };
  return (moment: Moment): void => {
    if (moment.records.placed?.token !== moment.recordsBefore.placed?.token) replies.isPaid = false;
    if (moment.answer) note(replies, moment.answer);
    let page = document.body.textContent.replaceAll(/\s/g, '');
    for (const { id, isSo, parts } of shownClaims()) {
      if (!parts.every((part) => page.includes(part))) continue;
      expect(isSo({ moment, replies }), `“${i18n._(id)}” is so`).toBe(true);
      if (parts.length === 1) page = page.replaceAll(parts[0] ?? '', ' ');
    }
  };
};
