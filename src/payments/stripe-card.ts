import type { Appearance, Stripe, StripeElementLocale, StripeElements, StripeError } from '@stripe/stripe-js';
import type { PaymentToken } from '#src/domain/checkout.ts';
import { Failure, type FailureCode } from '#src/domain/failures.ts';
import type { Lang } from '#src/domain/lang.ts';
import { inTime } from '#src/scripts/load-script.ts';
import { paymentSettings } from './settings.ts';
import { openStripe } from './stripe-script.ts';

/** How a method creates a token from the card fields. */
export type TokenMaker = {
  /** Stripe creates payment methods from these fields only if the elements were created for it. */
  manual: boolean;
  /** Creates the provider's token, or returns its error. */
  make: (stripe: Stripe, elements: StripeElements) => Promise<{ payment: PaymentToken } | { error: StripeError }>;
};

/** A card form; number, expiry and code stay in the provider's frame (docs/payments.md#card-data). */
export type Card = {
  /** Resolves when the fields can be edited. Throws Failure script_blocked. */
  ready: Promise<void>;
  /** The provider's token. Throws a Failure that the visitor can resolve. */
  take: () => Promise<PaymentToken>;
  remove: () => void;
};

const locales: Record<Lang, StripeElementLocale> = {
  ja: 'ja',
  en: 'en',
  'zh-hans': 'zh',
  kr: 'ko',
  'zh-hant': 'zh-TW',
};

/** The shop's design tokens with computed colours, because custom properties are not visible inside the frame. */
const appearanceOf = (container: HTMLElement): Appearance => {
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
    fontSizeBase: '16px',
    borderRadius: styles.borderRadius,
  };
  probe.remove();
  return { theme: 'stripe', labels: 'above', variables };
};

/** A failure that the visitor can correct or retry: nothing was sent. */
const failWith = (code: FailureCode) => new Failure({ code, unknown: false });

/** Errors in the fields are shown there; after any other error the visitor can retry. */
const refusal = ({ type }: StripeError) =>
  failWith(type === 'validation_error' || type === 'card_error' ? 'card_input' : 'token_unavailable');

const darkMode = () => globalThis.matchMedia?.('(prefers-color-scheme: dark)');

type CardFacts = { amount: number; lang: Lang; maker: TokenMaker };

/** Starts loading a card form into `container`; the amount is in yen. */
export const mountCard = (container: HTMLElement, { amount, lang, maker }: CardFacts): Card => {
  const controller = new AbortController();

  const open = async () => {
    const stripe = await openStripe(await paymentSettings());
    if (controller.signal.aborted) throw failWith('token_unavailable');
    const elements = stripe.elements({
      mode: 'payment',
      amount,
      currency: 'jpy',
      locale: locales[lang],
      allowedPaymentMethodTypes: ['card'],
      ...(maker.manual ? { paymentMethodCreation: 'manual' as const } : {}),
      appearance: appearanceOf(container),
    });
    const element = elements.create('payment', {
      layout: 'tabs',
      wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
    });
    const shown = new Promise<void>((resolve, reject) => {
      element.on('ready', () => resolve());
      element.on('loaderror', reject);
    });
    controller.signal.addEventListener('abort', () => element.destroy());
    darkMode()?.addEventListener('change', () => elements.update({ appearance: appearanceOf(container) }), controller);
    element.mount(container);
    await inTime(shown);
    return { stripe, elements };
  };
  const opened = open();
  // `ready` and `take` report the error
  opened.catch(() => undefined);

  const take = async (): Promise<PaymentToken> => {
    const { stripe, elements } = await opened;
    const { error } = await elements.submit();
    if (error) throw refusal(error);
    const made = await maker.make(stripe, elements);
    if ('error' in made) throw refusal(made.error);
    return made.payment;
  };

  return {
    ready: opened.then(() => undefined),
    take: () =>
      take().catch((thrown: unknown) => {
        throw thrown instanceof Failure ? thrown : failWith('token_unavailable');
      }),
    remove: () => controller.abort(),
  };
};
