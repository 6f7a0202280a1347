import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { messages } from '#locales/en/messages.json?lingui';
import { Failure } from '#src/domain/failures.ts';
import type { Method } from '#src/domain/payment.ts';
import { takeTokenFrom } from '#src/payments/payment-session.ts';
import type { PaymentSettings } from '#src/payments/settings.ts';

/** The page object of the card forms on our page. */

export const noSettings: PaymentSettings = {
  stripeKey: '',
  gmoShop: '',
  softbank: { merchant: '', service: '', isLive: false },
  fingerprint: null,
  sandboxUrl: '',
};

export const number = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Card number' });
export const code = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Security code' });
export const month = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Month' });
export const year = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Year' });
export const nextYear = '2028';

export const fillCard = async (card: { number: string; code: string }) => {
  await userEvent.type(number(), card.number);
  await userEvent.selectOptions(month(), '03');
  await userEvent.selectOptions(year(), nextYear);
  await userEvent.type(code(), card.code);
};

export const blocked = (again: () => void) => (
  <button type="button" onClick={again}>
    again
  </button>
);

/** Props of every form, on the last day of a month. */
export const formProps = { amount: 6000, lang: 'en', today: '2027-05-31', waiting: null, blocked } as const;

export const englishForm = (form: ReactNode) => <I18nProvider i18n={i18n}>{form}</I18nProvider>;

export const showInEnglish = (form: ReactNode) => {
  i18n.loadAndActivate({ locale: 'en', messages });
  return render(englishForm(form));
};

/** The failure that the form's token was refused with; throws if it was not refused. */
export const refusalOf = async (method: Method) => {
  const thrown: unknown = await takeTokenFrom(method).catch((reason: unknown) => reason);
  if (!(thrown instanceof Failure)) throw new Error('not refused');
  return thrown.details;
};
