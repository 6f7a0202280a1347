import { expect } from 'vitest';
import { fieldsOf } from '#test/paths/event-parts.ts';
import type { Moment } from './moment.ts';
import {
  begins,
  begunBesideHold,
  done,
  failed,
  inputOf,
  isNamed,
  isOver,
  isUnconfirmed,
  offers,
  on,
  payload,
  purchase,
  purchaseBefore,
  type Rule,
  refuses,
  reports,
  shows,
} from './rule.ts';

/** Who buys, and the confirmation mail. */

/** The clock that runs between two mails. */
const pauses = ({ now }: Moment) =>
  now.waiting.filter(({ path, isClock }) => isClock && path === 'app/purchase/resendPause');

export const identityRules: readonly Rule[] = [
  {
    docs: 'docs/product.md#mail-confirmation',
    sentence: 'sites with mail confirmation mail a link to the address; one that was confirmed is not confirmed again',
    when: on('customer.submit'),
    shows: 'sign-in',
    refuses: ['customer.submit', 'step.back'],
    must: (moment) => {
      const old = purchaseBefore(moment);
      const customer = fieldsOf(payload(moment, 'customer'));
      const isKnown = old?.confirmed === customer.email;
      const call = old?.site.mailConfirm && !isKnown ? 'sendOrderMail' : 'putCustomer';
      begins(moment, call);
      expect(inputOf(moment, call)).toMatchObject({ customer, token: old?.token });
      expect(purchase(moment)).toMatchObject({ customer, failure: null });
    },
  },
  {
    docs: 'docs/product.md#change-variants',
    sentence:
      'saved details lead on to payment; in a change variant, or with a wallet, straight to confirm, unless the total changed; unconfirmed ones stay',
    when: done('putCustomer'),
    purchase: { agreed: null },
    must: (moment) => {
      const old = purchaseBefore(moment);
      const { order, token } = fieldsOf(moment.answer?.output);
      expect(purchase(moment)).toMatchObject({ order, token, attempt: null });
      const isSame = fieldsOf(order).price === old?.order?.price;
      const isInSheet = old?.agreed?.price === fieldsOf(order).price;
      const isAgreed =
        isInSheet || (!isUnconfirmed(old) && old?.changing === true && old.method !== null && old.payment !== null);
      if (isSame && isInSheet) expect(purchase(moment)).toMatchObject(old?.agreed?.paid ?? {});
      if (isNamed(purchase(moment))) shows(moment, isAgreed && isSame ? 'confirm' : 'payment');
      else {
        shows(moment, 'sign-in');
        expect(purchase(moment)).toMatchObject({ confirmed: null });
      }
      expect(begunBesideHold(moment)).toEqual([]);
    },
  },
  {
    docs: 'docs/product.md#express-wallets',
    sentence: 'a sheet beside the form sends nothing: what it says is kept for the last page, or why it ended',
    when: on('sheet.ended'),
    shows: 'sign-in',
    begins: [],
    offers: ['customer.submit', 'step.back'],
    purchase: { payment: null },
    must: (moment) => {
      const { agreed, failure } = fieldsOf(payload(moment, 'sheet'));
      expect(purchase(moment)).toMatchObject({ agreed, failure, method: purchaseBefore(moment)?.method });
    },
  },
  {
    docs: 'docs/product.md#screen-sended-mail',
    sentence: 'the page names the address the mail went to',
    when: done(['sendOrderMail', 'resendOrderMail']),
    shows: 'sended-mail',
    purchase: (moment) => ({
      sentTo: fieldsOf(moment.answer?.output).sent_to,
      attempt: null,
      failure: null,
    }),
    begins: [],
    offers: 'mail.correct',
    must: (moment) => {
      const { at } = fieldsOf(moment.answer?.output);
      expect(pauses(moment).map(({ input }) => input)).toEqual([{ until: Number(at) + 60_000 }]);
    },
  },
  {
    docs: 'docs/product.md#const-mail-resend',
    sentence: 'a mail can be sent again once a minute: not while the pause lasts, and always after it',
    when: ({ now }) => now.screen === 'sended-mail',
    must: (moment) => {
      const isSending = moment.now.waiting.some(({ call }) => call === 'resendOrderMail');
      if (isSending || pauses(moment).length > 0) refuses(moment, 'mail.resend');
      else offers(moment, 'mail.resend');
    },
  },
  {
    docs: 'docs/product.md#failure-dialogs',
    sentence:
      'details that were refused can be sent again, a mail that could not be sent as well; the reason is reported',
    when: failed(['putCustomer', 'sendOrderMail', 'resendOrderMail'], (failure) => !isOver(failure)),
    shows: (moment) => moment.before.screen,
    begins: [],
    must: (moment) => {
      const { failure, call } = moment.answer ?? {};
      if (failure) reports(moment, failure);
      expect(purchase(moment)).toMatchObject({ failure, customer: purchaseBefore(moment)?.customer });
      offers(moment, call === 'resendOrderMail' ? 'mail.resend' : 'customer.submit');
    },
  },
  {
    docs: 'docs/product.md#screen-sended-mail',
    sentence: 'the mail can be sent again to the same address, and the address corrected',
    when: on('mail.resend'),
    begins: 'resendOrderMail',
    refuses: 'mail.resend',
    purchase: { failure: null },
    must: (moment) => {
      const { token, customer } = purchaseBefore(moment) ?? {};
      expect(inputOf(moment, 'resendOrderMail')).toMatchObject({ token, customer });
    },
  },
  {
    docs: 'docs/product.md#screen-sended-mail',
    sentence: 'correcting the address leads to the form',
    when: on('mail.correct'),
    shows: 'sign-in',
    offers: 'customer.submit',
    // A hold that ended while another page was shown is taken again.
    must: (moment) => expect(begunBesideHold(moment)).toEqual([]),
  },
];
