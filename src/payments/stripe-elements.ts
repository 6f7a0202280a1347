import type { Appearance, Stripe, StripeElementLocale, StripeElements, StripeError } from '@stripe/stripe-js';
import type { PaymentToken } from '#src/domain/checkout.ts';
import { Failure, type FailureCode } from '#src/domain/failures.ts';
import { htmlLang, type Lang } from '#src/domain/lang.ts';
import type { Method } from '#src/domain/payment.ts';
import { paymentSettings } from './settings.ts';
import { openStripe } from './stripe-script.ts';

export type TokenMaker = {
  /** Stripe creates payment methods from these fields only if the elements were created for it. */
  manual: boolean;
  /** Creates the provider's token, or returns its error. */
  make: (stripe: Stripe, elements: StripeElements) => Promise<{ payment: PaymentToken } | { error: StripeError }>;
};

/** Stripe's code of a language. */
const localeOf = (lang: Lang): StripeElementLocale => {
  if (lang === 'zh-hans') return 'zh';
  return lang === 'zh-hant' ? 'zh-TW' : htmlLang[lang];
};

/** The shop's design tokens with computed colours and text size: custom properties are not visible inside the frame. */
export const appearanceOf = (container: HTMLElement): Appearance => {
  const probe = container.appendChild(document.createElement('span'));
  const styles = getComputedStyle(probe);
  const color = (token: string) => {
    probe.style.color = `var(--${token})`;
    return styles.color;
  };
  probe.style.borderRadius = 'var(--radius)';
  const variables = {
    colorPrimary: color('accent'),
    colorBackground: color('paper'),
    colorText: color('ink'),
    colorTextSecondary: color('ink-2'),
    colorTextPlaceholder: color('ink-2'),
    colorDanger: color('danger'),
    inputColorBorder: color('line-2'),
    fontFamily: styles.fontFamily,
    fontSizeBase: styles.fontSize,
    borderRadius: styles.borderRadius,
  };
  probe.remove();
  return { theme: 'stripe', labels: 'above', variables };
};

/** A failure that the visitor can correct or retry: nothing was sent. */
export const failWith = (code: FailureCode) => new Failure({ code, unknown: false });

/** Errors in the fields are shown there; after any other error the visitor can retry. */
const refusal = ({ type }: StripeError) =>
  failWith(type === 'validation_error' || type === 'card_error' ? 'card_input' : 'token_unavailable');

/** A payment's facts. `amount`: total in yen. */
export type PaymentFacts = { amount: number; lang: Lang; maker: TokenMaker };

/** Stripe's elements for a payment, in the page's language and colours. Throws Failure, also when it was aborted meanwhile. */
export const openElements = async (
  container: HTMLElement,
  { amount, lang, maker }: PaymentFacts,
  { signal }: AbortController,
) => {
  const stripe = await openStripe(await paymentSettings());
  if (signal.aborted) throw failWith('token_unavailable');
  const elements = stripe.elements({
    mode: 'payment',
    amount,
    currency: 'jpy',
    locale: localeOf(lang),
    allowedPaymentMethodTypes: ['card'],
    ...(maker.manual ? { paymentMethodCreation: 'manual' as const } : {}),
    appearance: appearanceOf(container),
  });
  return { stripe, elements };
};
export type Opened = Awaited<ReturnType<typeof openElements>>;

/** The provider's token of what its elements hold. Throws a Failure that the visitor can resolve. */
export const takeFrom = async ({ stripe, elements }: Opened, maker: TokenMaker): Promise<PaymentToken> => {
  try {
    const { error } = await elements.submit();
    if (error) throw refusal(error);
    const made = await maker.make(stripe, elements);
    if ('error' in made) throw refusal(made.error);
    return made.payment;
  } catch (thrown) {
    throw thrown instanceof Failure ? thrown : failWith('token_unavailable');
  }
};

const confirmation: TokenMaker = {
  manual: false,
  make: async (stripe, elements) => {
    const { confirmationToken, error } = await stripe.createConfirmationToken({ elements });
    if (error) return { error };
    const card = confirmationToken.payment_method_preview.card;
    return { payment: { token: confirmationToken.id, brand: card?.brand ?? '', last4: card?.last4 ?? '' } };
  },
};

const paymentMethod: TokenMaker = {
  manual: true,
  make: async (stripe, elements) => {
    const { paymentMethod: made, error } = await stripe.createPaymentMethod({ elements });
    if (error) return { error };
    const { id, card } = made;
    return { payment: { token: id, brand: card?.brand ?? '', last4: card?.last4 ?? '' } };
  },
};

/** The methods by Stripe's elements, each with its tokens. */
export const tokenMakers = { stripe_secure: confirmation, stripe: paymentMethod } as const satisfies Partial<
  Record<Method, TokenMaker>
>;
export type StripeMethod = keyof typeof tokenMakers;
