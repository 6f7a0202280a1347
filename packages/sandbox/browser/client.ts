import { showChallenge } from './client-challenge.ts';
import { createElements, type Elements, type ElementsOptions, requestFromElements } from './client-elements.ts';
import { IntegrationError } from './client-frame.ts';
import type { Failed, StripeError, TokenParams } from './messages.ts';
import { localised, textsOf } from './texts.ts';

type Intent = {
  id: string;
  status: string;
  last_payment_error: StripeError | null;
  next_action: { type: string; redirect_to_url?: { url: string } } | null;
};
type IntentResult = { paymentIntent: Intent; error?: undefined } | (Failed & { paymentIntent?: undefined });

/** Base address of the sandbox, from this script's own address. */
const script = document.currentScript;
const BASE = new URL('../', script instanceof HTMLScriptElement ? script.src : location.href).href;

function createStripe(key: string, options: { locale?: string } = {}) {
  if (typeof key !== 'string' || !key.startsWith('pk_')) {
    throw new IntegrationError('Invalid value for Stripe(): apiKey should be a publishable key (pk_…).');
  }
  let locale = options.locale ?? 'auto';

  async function request(path: string, method: 'GET' | 'POST', values: Record<string, string>): Promise<IntentResult> {
    const form = new URLSearchParams(values);
    try {
      const answer = await fetch(new URL(`v1/payment_intents/${path}${method === 'GET' ? `?${form}` : ''}`, BASE), {
        method,
        headers: { authorization: `Bearer ${key}` },
        ...(method === 'GET' ? {} : { body: form }),
      });
      const body = await answer.json();
      return body.error ? { error: localised(body.error, textsOf(locale)) } : { paymentIntent: body };
    } catch {
      return { error: { type: 'api_connection_error', message: textsOf(locale).errors.connection ?? '' } };
    }
  }

  const retrieve = (clientSecret: string) => request(idOf(clientSecret), 'GET', { client_secret: clientSecret });

  return {
    elements(settings: ElementsOptions = {}): Elements {
      if (settings.locale) locale = settings.locale;
      return createElements(BASE, key, settings, locale);
    },

    /** Resolves to `{confirmationToken}` or `{error}`; throws when the Elements were not submitted. */
    async createConfirmationToken({ elements, params }: { elements?: Elements; params?: TokenParams } = {}) {
      return requestFromElements(elements, 'confirmationToken', params);
    },

    async createPaymentMethod({ elements, params }: { elements?: Elements; params?: TokenParams } = {}) {
      return requestFromElements(elements, 'paymentMethod', params);
    },

    /**
     * Performs the action that the bank requires of the buyer. Resolves to `{paymentIntent}` or `{error}`; rejects when the
     * payment requires no action.
     */
    async handleNextAction({ clientSecret }: { clientSecret: string }): Promise<IntentResult> {
      const before = await retrieve(clientSecret);
      if (before.error) return before;
      const { id, status, next_action: action } = before.paymentIntent;
      if (status !== 'requires_action') {
        throw new IntegrationError('handleNextAction: The PaymentIntent supplied is not in the requires_action state.');
      }
      if (action?.redirect_to_url) {
        location.assign(action.redirect_to_url.url);
        return new Promise(() => {});
      }
      const texts = textsOf(locale);
      const result = await showChallenge({ base: BASE, key, intentId: id, clientSecret, texts });
      const after =
        result === 'cancel'
          ? await request(`${id}/authenticate`, 'POST', { client_secret: clientSecret, result })
          : await retrieve(clientSecret);
      if (after.error) return after;
      const { last_payment_error: error } = after.paymentIntent;
      return error ? { error: { ...localised(error, texts), payment_intent: after.paymentIntent } } : after;
    },

    registerAppInfo() {},
    _registerWrapper() {},
  };
}

function idOf(clientSecret: string): string {
  const id = /^(pi_[A-Za-z\d]+)_secret_\w+$/.exec(clientSecret ?? '')?.[1];
  if (!id) throw new IntegrationError('Invalid value for clientSecret: expected a PaymentIntent’s client secret.');
  return id;
}

// `loadStripe` returns this function; it compares `version` with the one it expects.
Object.assign(window, { Stripe: Object.assign(createStripe, { version: 'endive' }) });
