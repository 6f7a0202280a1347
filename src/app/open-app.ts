import { type ActorRefFrom, createActor } from 'xstate';
import { appMachine } from '#machines/app/app.machine.ts';
import { setApiBase } from '#src/api/call.ts';
import type { Lang } from '#src/domain/lang.ts';
import { type Environment, rulesOf, type SiteSettings } from '#src/domain/site.ts';
import { mirrorAnalytics } from '#src/mirrors/analytics.ts';
import { apiBase } from '#src/mirrors/base.ts';
import { mirrorCatalogue, openCatalogue } from '#src/mirrors/catalogue.ts';
import { mirrorHash } from '#src/mirrors/hash.ts';
import { mirrorLanguage } from '#src/mirrors/language.ts';
import { mirrorLeave, mirrorUnload } from '#src/mirrors/leave.ts';
import { mirrorScroll } from '#src/mirrors/scroll.ts';
import { mirrorStorage, restoreApp } from '#src/mirrors/storage.ts';
import { mirrorTitle } from '#src/mirrors/title.ts';
import { openPaymentDesk } from './payment-desk.ts';

type Opening = { site: SiteSettings; lang: Lang; environment: Environment };

/** 128 random bits; every idempotency key of the visit begins with them. */
const newSeed = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * A restored toast has been seen; a purchase that was begun in another language goes on in the page's; a ticket is read
 * anew, because it may have been used or changed meanwhile.
 */
const welcomeBack = (app: ActorRefFrom<typeof appMachine>, lang: Lang): void => {
  const { context, children } = app.getSnapshot();
  const { toast, purchase, ticket } = children;
  toast?.send({ type: 'page.restored' });
  if (purchase?.getSnapshot().context.lang !== lang) purchase?.send({ type: 'language.choose', lang });
  const read = ticket?.getSnapshot();
  if (read?.hasTag('settled') || (read && read.context.lang !== lang))
    app.send({ type: 'page.requested', screen: 'ticket', params: { token: context.token }, query: {} });
};

/** Starts the charts where the visitor left them, or afresh, and the mirrors in the order they depend on each other. */
export const openApp = ({ site, lang, environment }: Opening) => {
  setApiBase(apiBase());
  openCatalogue(site.code, lang, Date.now());
  const input = { site: rulesOf(site), lang, seed: newSeed() };
  const restored = restoreApp(appMachine, input, __CHARTS_SHAPE__, Date.now());
  const app = restored ?? createActor(appMachine, { input });
  app.start();
  if (restored) welcomeBack(app, lang);
  mirrorStorage(app, appMachine, input, __CHARTS_SHAPE__);
  mirrorCatalogue(app);
  mirrorLanguage(app);
  mirrorTitle(app, site);
  mirrorScroll(app);
  mirrorLeave(app);
  mirrorUnload(app);
  mirrorHash(app);
  mirrorAnalytics(app, site);
  openPaymentDesk(app, site, environment);
  return app;
};
