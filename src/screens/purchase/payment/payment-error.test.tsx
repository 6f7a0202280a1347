import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { cleanup, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { declineReasons } from '#src/domain/decline-reason.ts';
import { langs } from '#src/domain/lang.ts';
import { type Method, methods } from '#src/domain/payment.ts';
import { messageFiles } from '#src/mirrors/message-files.ts';
import { PaymentError } from './payment-error.tsx';

/** Words of each language for a card and the company that issued it. */
const cardWords = /\bcard\b|issuer|カード|카드|发卡|卡|發卡/i;
const byCard: readonly Method[] = ['gmo', 'stripe', 'stripe_secure', 'softbank_credit'];

/** The payment step's text about a declined payment. */
const textOf = (method: Method | null, reason: (typeof declineReasons)[number] | undefined) => {
  cleanup();
  render(
    <I18nProvider i18n={i18n}>
      <PaymentError
        declined={method ? { id: method, name: 'PayPay' } : undefined}
        failure={{ code: 'payment_api_failure', unknown: false, ...(reason && { reason }) }}
      />
    </I18nProvider>,
  );
  return screen.getByRole(reason ? 'alert' : 'status').textContent;
};

it('names the method whose balance is too low, and calls a payment that the visitor left no error', async () => {
  i18n.loadAndActivate({ locale: 'en', messages: (await messageFiles.en.rest()).messages });
  expect(textOf('gmo_paypay', 'funds_or_limit')).toContain('Your PayPay balance is too low.');
  expect(textOf(null, 'funds_or_limit')).toContain('The payment was not accepted.');
  expect(textOf('gmo_paypay', undefined)).toBe('You came back without paying. Your order is still here.');
  expect(screen.queryByRole('alert')).toBeNull();
});

it.each(langs)('words every decline by its method: only a card’s names a card (%s)', async (lang) => {
  const { messages } = await messageFiles[lang].rest();
  i18n.loadAndActivate({ locale: lang, messages });
  const named = [...methods, null].flatMap((method) =>
    [...declineReasons, undefined].flatMap((reason) =>
      cardWords.test(textOf(method, reason)) ? [`${method} ${reason}`] : [],
    ),
  );
  const expected = byCard.flatMap((method) =>
    ['wrong_input', 'funds_or_limit', 'refused', 'authentication'].map((reason) => `${method} ${reason}`),
  );
  expect(named.sort()).toEqual(expected.sort());
});
