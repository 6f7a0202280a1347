import type { ActorRefFrom } from 'xstate';
import type { appMachine } from '#machines/app/app.machine.ts';
import type { Environment, SiteSettings } from '#src/domain/site.ts';
import { openDesk } from '#src/payments/settings.ts';

/** Tells the payment desk keys and script origins once the catalogue is there. */
export const openPaymentDesk = (
  app: ActorRefFrom<typeof appMachine>,
  site: SiteSettings,
  environment: Environment,
): void => {
  const open = () => {
    const catalogue = app.getSnapshot().children.catalogue?.getSnapshot().context.catalogue;
    if (!catalogue) return;
    subscription.unsubscribe();
    const { sandbox_url: sandboxUrl } = catalogue.configurations;
    const { stripe: stripeKey, gmoShop, softbankMerchant, softbankService } = site.paymentKeys[environment];
    const isLive = environment === 'production';
    const softbank = { merchant: softbankMerchant, service: softbankService, isLive };
    openDesk({ stripeKey, gmoShop, softbank, sandboxUrl });
  };
  const subscription = app.subscribe(open);
  open();
};
