import { createActor, type InspectionEvent } from 'xstate';
import { appMachine } from '#machines/app/app.machine.ts';
import { cachedPage } from '#src/device/cached-page.ts';
import { ticketCache } from '#src/device/ticket-cache.ts';
import type { Lang } from '#src/domain/lang.ts';
import { type Environment, rulesOf, type SiteSettings } from '#src/domain/site.ts';
import { within } from '#src/domain/within.ts';
import { mirrorHash, typeBareAddress, watchForgotten } from '#src/mirrors/address/hash.ts';
import { isInspected } from '#src/mirrors/address/page-base.ts';
import { mirrorLanguage } from '#src/mirrors/language.ts';
import { mirrorAnalytics } from '#src/mirrors/measure/analytics.ts';
import { mirrorOtherTabs, mirrorRedirect, mirrorUnload } from '#src/mirrors/redirect.ts';
import { mirrorScroll } from '#src/mirrors/scroll.ts';
import { takeCachedToast } from '#src/mirrors/storage/cached-toast.ts';
import { mirrorCatalogue } from '#src/mirrors/storage/catalogue.ts';
import { recallOrder, restoreApp, welcomeBack } from '#src/mirrors/storage/restore.ts';
import { mirrorStorage } from '#src/mirrors/storage/stored-app.ts';
import { mirrorTitle } from '#src/mirrors/title.ts';
import { mirrorVenueLink } from '#src/mirrors/venue-link.ts';
import { trackFocus } from '#src/ui/focus.ts';
import { trackPointer } from '#src/ui/pointer.ts';
import { fetchPart } from './screens.ts';

/** `rendered`: resolves when the page is rendered. */
type Opening = { site: SiteSettings; lang: Lang; environment: Environment; rendered: Promise<unknown> };

/** The actor's option for the inspector, in development with `?inspect` only. */
const inspectOption = async (environment: Environment): Promise<{ inspect?: (event: InspectionEvent) => void }> => {
  if (environment !== 'development' || !isInspected()) return {};
  const { inspector } = await within(import('#src/mirrors/inspect/inspector.ts'));
  return { inspect: await inspector() };
};

/** Parts that a ticket's page needs when it opens without a network: its screens and the strips. */
const offlineParts = () => Promise.all([fetchPart('ticket'), import('./bottom-strips.tsx')]);

/**
 * Starts the charts, restored if possible, then the mirrors. Throws Failure connection_error if code that it needs cannot be loaded.
 */
export const openApp = async ({ site, lang, environment, rendered }: Opening) => {
  const input = { site: rulesOf(site), lang };
  const inspect = await inspectOption(environment);
  const restored = restoreApp(appMachine, { input, ...inspect }, __CHARTS_SHAPE__, Date.now());
  const app = restored ?? createActor(appMachine, { input, ...inspect });
  app.start();
  if (restored) welcomeBack(app, lang);
  else recallOrder(app, Date.now());
  const cachedToast = takeCachedToast();
  if (cachedToast) app.getSnapshot().children.toast?.send({ type: 'toast.show', toast: cachedToast });
  trackPointer();
  trackFocus();
  mirrorStorage(app, appMachine, input, __CHARTS_SHAPE__);
  mirrorCatalogue(app);
  mirrorLanguage(app);
  mirrorTitle(app, site);
  mirrorRedirect(app);
  mirrorOtherTabs(app);
  mirrorUnload(app);
  // these read the address that the page was opened with, which `mirrorHash` rewrites
  mirrorVenueLink(app, rendered);
  if (restored) typeBareAddress(app);
  mirrorHash(app);
  mirrorScroll(app);
  watchForgotten();
  ticketCache.onStored(() => cachedPage.save(offlineParts));
  mirrorAnalytics(app, site);
  return app;
};
