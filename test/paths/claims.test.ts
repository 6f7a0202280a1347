import { expect, it } from 'vitest';
import messages from '#locales/en/messages.json';
import { claims } from './properties/claims.ts';

/** Words of texts that may state a fact about an order, its seats, its payment or a ticket. */
const words =
  /\b(?:held|kept|paid|charged|sent|valid|booked|emailed|released|replaced|refunded|cancelled|used|sold out|forgotten|confirmed|expired|unsubscribed)\b/i;

/** Texts with such a word that state no such fact of the moment, by what they do instead. */
const noClaims: Readonly<Record<string, readonly string[]>> = {
  'say what a press will do, or what is done later': [
    'forget_question_text choice_question_text mail_confirm_offer complete_correct_hint confirm_terms_cancel',
    'confirm_terms_delivery confirm_terms_payment revoke_old revoke_parts send_rest_none changedate_done_wallet',
    'changedate_pay_back inquiry_sent_text receipt_addressee_hint share_qr_text consent_text',
  ],
  'say that the outcome is not known': ['revoke_unknown send_unknown'],
  'say that input is kept, which other rules check': [
    'failure_bot_check_blocked failure_bot_check_failed queue_kept queue_stale reconnect_lost',
    'order_slot_no_nearest order_recalled',
  ],
  'are labels, hints, or about the form': [
    'common_validate_default hold_label inquiry_email_hint inquiry_lead order_when_period',
    'receipt_paid_by ticket_valid decline_authentication',
  ],
  'are rules of the ticket, or a value of the catalogue or the ticket that its screen test reads': [
    'changedate_coupon changedate_less changedate_no_refund changedate_one_date changedate_rule',
    'changedate_back_pay changedate_refund changedate_refund_terms',
    'order_stock_sold_out ticket_part_sent ticket_state_cancelled ticket_state_used',
    'ticket_state_valid receipt_refused_moved revoke_closed_title failure_dearer_slot',
  ],
  'explain a heading that is in the table': [
    'mail_confirm_text mail_release_missing_title revoke_done_mailed shared_missing_text',
    'ticket_missing_text queue_over',
  ],
  'are on a page that its address opens as well': ['forgotten_title forgotten_lead'],
};

it('every text that states a fact has its fact in the table', () => {
  const excluded = Object.values(noClaims).flatMap((rows) => rows.flatMap((row) => row.split(' ')));
  const known = new Set<string>([...claims.keys(), ...excluded]);
  const stating = Object.entries(messages).flatMap(([id, text]) => (words.test(text) ? [id] : []));
  const unknown = stating.filter((id) => !known.has(id));
  expect(unknown, 'without a fact').toEqual([]);
  const gone = [...known].filter((id) => !(id in messages));
  expect(gone, 'texts that are gone').toEqual([]);
});
