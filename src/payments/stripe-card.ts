import type { Appearance, Stripe, StripeElementLocale, StripeElements, StripeError } from '@stripe/stripe-js';
import { Failure, type FailureCode } from '#src/domain/failures.ts';
import type { Lang } from '#src/domain/lang.ts';
import type { PaymentToken } from '#src/domain/payment.ts';
import { inTime } from '#src/scripts/load-script.ts';
import { deskSettings } from './settings.ts';
import { openStripe } from './stripe-script.ts';

/** What a method makes of the filled-in fields. */
export type TokenMaker = {
  /** The provider lets these fields make payment methods only when it is told beforehand. */
  manual: boolean;
  /** Out: the provider's token, or what is wrong. */
  make: (stripe: Stripe, elements: StripeElements) => Promise<{ payment: PaymentToken } | { error: StripeError }>;
};

/** A card form on the page: number, expiry and code stay in the provider's frame (docs/payments.md#card-data). */
export type Card = {
  /** Ends when the fields can be typed into. Throws Failure script_blocked. */
  ready: Promise<void>;
  /** Out: the provider's token. Throws Failure that the visitor can mend. */
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

/** The shop's tokens as the frame needs them: plain colours, since variables end at its border. */
const appearanceOf = (place: HTMLElement): Appearance => {
  const probe = place.appendChild(document.createElement('span'));
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

const mend = (code: FailureCode) => new Failure({ code, unknown: false });

/** What is wrong in the fields is marked there; anything else is worth another try. */
const refusal = ({ type }: StripeError) =>
  mend(type === 'validation_error' || type === 'card_error' ? 'card_input' : 'token_unavailable');

const night = () => globalThis.matchMedia?.('(prefers-color-scheme: dark)');

type CardFacts = { amount: number; lang: Lang; maker: TokenMaker };

/** In: where the form goes, the amount in yen, the language of the page, and what is to be made. Out: the form, loading. */
export const mountCard = (place: HTMLElement, { amount, lang, maker }: CardFacts): Card => {
  const gone = new AbortController();

  const open = async () => {
    const stripe = await openStripe(await deskSettings());
    if (gone.signal.aborted) throw mend('token_unavailable');
    const elements = stripe.elements({
      mode: 'payment',
      amount,
      currency: 'jpy',
      locale: locales[lang],
      allowedPaymentMethodTypes: ['card'],
      ...(maker.manual ? { paymentMethodCreation: 'manual' as const } : {}),
      appearance: appearanceOf(place),
    });
    const element = elements.create('payment', {
      layout: 'tabs',
      wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
    });
    const shown = new Promise<void>((resolve, reject) => {
      element.on('ready', () => resolve());
      element.on('loaderror', reject);
    });
    gone.signal.addEventListener('abort', () => element.destroy());
    night()?.addEventListener('change', () => elements.update({ appearance: appearanceOf(place) }), gone);
    element.mount(place);
    await inTime(shown);
    return { stripe, elements };
  };
  const opened = open();
  // heard by `ready` and by `take`, whichever is asked
  opened.catch(() => undefined);

  const take = async (): Promise<PaymentToken> => {
    const { stripe, elements } = await opened;
    const { error: wrong } = await elements.submit();
    if (wrong) throw refusal(wrong);
    const made = await maker.make(stripe, elements);
    if ('error' in made) throw refusal(made.error);
    return made.payment;
  };

  return {
    ready: opened.then(() => undefined),
    take: () =>
      take().catch((thrown: unknown) => {
        throw thrown instanceof Failure ? thrown : mend('token_unavailable');
      }),
    remove: () => gone.abort(),
  };
};
