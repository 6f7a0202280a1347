import type { ActorRefFrom } from 'xstate';
import type { appMachine } from '#machines/app/app.machine.ts';
import { botCheckKey, type Environment, type SiteSettings } from '#src/domain/site.ts';
import { openPaymentSession } from '#src/payments/settings.ts';

/** Passes keys and origins to the payment session, and to other users of external scripts, once the catalogue is loaded. */
export const passPaymentSettings = (
  app: ActorRefFrom<typeof appMachine>,
  site: SiteSettings,
  environment: Environment,
): void => {
  const pass = () => {
    const catalogue = app.getSnapshot().children.catalogue?.getSnapshot().context.catalogue;
    if (!catalogue) return;
    subscription.unsubscribe();
    const { sandbox_url: sandboxUrl, bot_check: wantsToken } = catalogue.configurations;
    const { stripe: stripeKey, gmoShop, softbankMerchant, softbankService } = site.paymentKeys[environment];
    const isLive = environment === 'production';
    const softbank = { merchant: softbankMerchant, service: softbankService, isLive };
    const recaptcha = wantsToken ? botCheckKey(site, environment) : '';
    const url = site.fingerprint?.url[environment];
    const fingerprint = site.fingerprint && url ? { ...site.fingerprint, url } : null;
    openPaymentSession({ stripeKey, gmoShop, softbank, recaptcha, fingerprint, sandboxUrl });
  };
  const subscription = app.subscribe(pass);
  pass();
};
