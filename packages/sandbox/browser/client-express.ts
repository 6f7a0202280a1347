import { type Channel, extend, IntegrationError, openFrame } from './client-frame.ts';
import { openSheet, type Sheet } from './client-sheet.ts';
import type { Reply, Wallet } from './messages.ts';
import { sheetTextsOf } from './sheet-texts.ts';
import { textsOf } from './texts.ts';

/** Milliseconds that the shop has to answer a click, as Stripe allows. */
const ANSWER_LIMIT = 1000;

export type ExpressOptions = {
  paymentMethods?: Record<string, string>;
  buttonHeight?: number;
  buttonType?: { applePay?: string; googlePay?: string };
  emailRequired?: boolean;
  phoneNumberRequired?: boolean;
  billingAddressRequired?: boolean;
};
type LineItem = { name: string; amount: number };
type Handler = (event: Record<string, unknown>) => void;
type Parts = {
  base: string;
  key: string;
  configuration: () => { locale: string; amount: number };
  options: ExpressOptions;
  forget: () => void;
};

/** Details of the wallet's owner, if the sheet asks for them. */
function ownerFor({ emailRequired, phoneNumberRequired, billingAddressRequired }: ExpressOptions) {
  return {
    ...(billingAddressRequired && { name: 'Hanako Yamada' }),
    ...(emailRequired && { email: 'hanako@example.com' }),
    ...(phoneNumberRequired && { phone: '+81 90-1234-5678' }),
  };
}

const OPTION_NAMES: Record<Wallet, string> = { apple_pay: 'applePay', google_pay: 'googlePay', link: 'link' };
const ALL: Wallet[] = ['apple_pay', 'google_pay', 'link'];

/** The wallets of this device; a test names others in `window.__wallets`. */
function walletsOfDevice(): Wallet[] {
  const named: unknown = Reflect.get(window, '__wallets');
  if (Array.isArray(named)) return ALL.filter((wallet) => named.includes(wallet));
  const isAndroid =
    ['Android', 'Chrome'].every((name) => navigator.userAgent.includes(name)) && 'PaymentRequest' in window;
  return ALL.filter((wallet) =>
    wallet === 'apple_pay' ? 'ApplePaySession' in window : wallet === 'google_pay' && isAndroid,
  );
}

/** Stripe's Express Checkout Element: a button for each wallet of the device, and the wallet's sheet. */
export function createExpress({ base, key, configuration, options, forget }: Parts) {
  let listeners: { name: string; handler: Handler }[] = [];
  let channel: Channel | null = null;
  let sheet: Sheet | null = null;
  /** The wallet and test card that the buyer confirmed; null while there is nothing to make a token of. */
  let confirmed: { wallet: Wallet; alias: string } | null = null;

  const emit = (name: string, event: object = {}): void => {
    for (const { name: wanted, handler } of listeners) {
      if (wanted === name) handler({ elementType: 'expressCheckout', ...event });
    }
  };

  function closeSheet(): void {
    sheet?.close();
    sheet = null;
    confirmed = null;
  }

  function show(wallet: Wallet, lineItems: LineItem[]): void {
    const { amount, locale } = configuration();
    const sum = lineItems.reduce((all, item) => all + item.amount, 0);
    if (sum > amount) throw new IntegrationError(`The sum of lineItems (${sum}) is more than the amount (${amount}).`);
    const end = (): void => {
      closeSheet();
      emit('cancel');
    };
    sheet = openSheet({
      base,
      texts: textsOf(locale),
      content: { wallet, amount, lineItems, owner: Object.values(ownerFor(options)) },
      closed: end,
      paid(alias) {
        confirmed = { wallet, alias };
        emit('confirm', {
          expressPaymentType: wallet,
          billingDetails: ownerFor(options),
          paymentFailed: end,
        });
      },
    });
  }

  function press(wallet: Wallet): void {
    if (sheet) return;
    let isOpen = true;
    const answered = (): boolean => {
      const first = isOpen;
      isOpen = false;
      return first;
    };
    const late = setTimeout(() => {
      if (answered()) console.error('The click event was neither resolved nor rejected within 1 second.');
    }, ANSWER_LIMIT);
    emit('click', {
      expressPaymentType: wallet,
      resolve({ lineItems = [] }: { lineItems?: LineItem[] } = {}) {
        clearTimeout(late);
        if (answered()) show(wallet, lineItems);
      },
      reject() {
        clearTimeout(late);
        answered();
      },
    });
  }

  const face = {
    mount(target: string | Element): void {
      const place = typeof target === 'string' ? document.querySelector(target) : target;
      if (!place) throw new IntegrationError(`The selector or element you gave does not exist: ${target}`);
      const { paymentMethods = {}, buttonHeight = 44, buttonType } = options;
      const shown = walletsOfDevice().filter((wallet) => paymentMethods[OPTION_NAMES[wallet]] !== 'never');
      const none = { amazonPay: false, applePay: false, googlePay: false, link: false, paypal: false, klarna: false };
      const available = { ...none, ...Object.fromEntries(shown.map((wallet) => [OPTION_NAMES[wallet], true])) };
      if (shown.length === 0) {
        queueMicrotask(() => emit('ready', { availablePaymentMethods: undefined }));
        return;
      }
      const texts = textsOf(configuration().locale);
      const url = new URL('sandbox/elements/express', base);
      url.searchParams.set('wallets', shown.join(','));
      url.searchParams.set('locale', texts.lang);
      url.searchParams.set('height', String(buttonHeight));
      url.searchParams.set('type', buttonType?.applePay === 'check-out' ? 'checkout' : 'order');
      channel = openFrame({
        url,
        title: sheetTextsOf(texts.lang).frame,
        reactions: {
          ready: () => emit('ready', { availablePaymentMethods: available }),
          press: ({ wallet }) => press(wallet),
        },
      });
      extend(channel.frame);
      place.append(channel.frame);
    },
    unmount(): void {
      closeSheet();
      channel?.close();
      channel = null;
    },
    destroy(): void {
      face.unmount();
      forget();
    },
    on(name: string, handler: Handler) {
      listeners = [...listeners, { name, handler }];
      return face;
    },
    update: () => face,
  };

  return {
    face,
    wallet: (): Wallet | null => confirmed?.wallet ?? null,
    /** A token or payment method of the confirmed card; the sheet ends with it. */
    async make(question: 'confirmationToken' | 'paymentMethod'): Promise<Reply> {
      if (!confirmed) throw new IntegrationError('Nobody confirmed a payment in this Element.');
      const { wallet, alias } = confirmed;
      const isToken = question === 'confirmationToken';
      const [type, card] = isToken ? ['payment_method_data[type]', 'payment_method_data[card]'] : ['type', 'card'];
      try {
        const answer = await fetch(new URL(isToken ? 'v1/confirmation_tokens' : 'v1/payment_methods', base), {
          method: 'POST',
          headers: { authorization: `Bearer ${key}` },
          body: new URLSearchParams({
            [type]: 'card',
            [`${card}[token]`]: `tok_${alias}`,
            [`${card}[wallet]`]: wallet,
          }),
        });
        const body = await answer.json();
        if (!body.error) closeSheet();
        return body.error ? { error: body.error } : { [question]: body };
      } catch {
        const { errors } = textsOf(configuration().locale);
        return { error: { type: 'api_connection_error', message: errors.connection ?? '' } };
      }
    },
  };
}
