import { createElement, type Face } from './client-element.ts';
import { createExpress, type ExpressOptions } from './client-express.ts';
import { IntegrationError } from './client-frame.ts';
import type { Reply, TokenParams } from './messages.ts';

export type ElementsOptions = {
  mode?: string;
  amount?: number;
  currency?: string;
  clientSecret?: string;
  locale?: string;
  allowedPaymentMethodTypes?: string[];
  paymentMethodCreation?: string;
  appearance?: { variables?: Record<string, string> };
};

type ExpressFace = ReturnType<typeof createExpress>['face'];
type Question = 'confirmationToken' | 'paymentMethod';
type Requester = (question: Question, params: TokenParams | undefined) => Promise<Reply>;

export type Elements = ReturnType<typeof createElements>;

/** Request functions of groups, hidden from the shop. */
const requesters = new WeakMap<object, Requester>();

/** Requests a token or a payment method from the form of an Elements group. */
export function requestFromElements(owner: object | undefined, question: Question, params: TokenParams | undefined) {
  const request = owner && requesters.get(owner);
  if (!request) throw new IntegrationError('Expected an Elements instance made by stripe.elements().');
  return request(question, params);
}

/** `stripe.elements(options)`. `base` is the sandbox's address with a trailing slash. */
export function createElements(base: string, key: string, options: ElementsOptions, locale: string) {
  checkOptions(options);
  let settings: ElementsOptions = { locale, ...options };
  let payment: ReturnType<typeof createElement> | null = null;
  let express: ReturnType<typeof createExpress> | null = null;
  let submitted = false;

  function paymentElement() {
    if (!payment) throw new IntegrationError('The Elements group has no Payment Element.');
    return payment;
  }

  const group = {
    create(name: string, own: ExpressOptions = {}): Face | ExpressFace {
      if (name === 'expressCheckout') {
        express = createExpress({
          base,
          key,
          configuration: () => ({ locale: settings.locale ?? 'auto', amount: settings.amount ?? 0 }),
          options: own,
          forget() {
            express = null;
          },
        });
        return express.face;
      }
      if (name !== 'payment') throw new IntegrationError(`This sandbox has no Element of the type '${name}'.`);
      if (payment) throw new IntegrationError('Can only create one Element of type payment at once.');
      payment = createElement({
        base,
        configuration: () => ({
          locale: settings.locale ?? 'auto',
          variables: settings.appearance?.variables ?? {},
        }),
        forget() {
          payment = null;
        },
      });
      return payment.face;
    },
    async update(changes: ElementsOptions): Promise<void> {
      checkOptions(changes);
      settings = { ...settings, ...changes };
      payment?.refresh();
    },
    /** Validates the form, shows its errors, and focuses the first invalid field. */
    async submit() {
      const wallet = express?.wallet();
      if (wallet) {
        submitted = true;
        return { selectedPaymentMethod: wallet };
      }
      const { error } = await paymentElement().request('submit', {});
      submitted = !error;
      return error ? { error } : { selectedPaymentMethod: 'card' };
    },
  };

  requesters.set(group, async (question, params) => {
    if (!submitted) throw new IntegrationError('elements.submit() must be called before this.');
    if (question === 'paymentMethod' && settings.paymentMethodCreation !== 'manual')
      throw new IntegrationError("createPaymentMethod() with elements needs paymentMethodCreation: 'manual'.");
    if (!express?.wallet()) return paymentElement().request(question, { key, params });
    return express.make(question);
  });
  return group;
}

function checkOptions(options: ElementsOptions): void {
  if ('paymentMethodTypes' in options) {
    throw new IntegrationError('paymentMethodTypes is no longer supported. Use allowedPaymentMethodTypes instead.');
  }
  const { mode, amount, currency } = options;
  if (mode === undefined) return;
  if (mode !== 'payment') throw new IntegrationError(`Invalid value for elements(): mode '${mode}'.`);
  if (amount === undefined || !Number.isInteger(amount) || amount <= 0) {
    throw new IntegrationError('Invalid value for elements(): amount should be a positive integer.');
  }
  if (!/^[a-z]{3}$/.test(currency ?? '')) {
    throw new IntegrationError('Invalid value for elements(): currency should be a lower-case code like jpy.');
  }
}
