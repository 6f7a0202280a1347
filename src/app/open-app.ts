import { type ActorRefFrom, createActor, type InputFrom, type InspectionEvent } from 'xstate';
import { appMachine } from '#machines/app/app.machine.ts';
import { loadPaying } from '#machines/shared/lazy-machines.ts';
import type { Lang } from '#src/domain/lang.ts';
import { type Environment, rulesOf, type SiteSettings } from '#src/domain/site.ts';
import { within } from '#src/domain/within.ts';
import { mirrorHash } from '#src/mirrors/address/hash.ts';
import { isInspected } from '#src/mirrors/address/page-base.ts';
import { mirrorLanguage } from '#src/mirrors/language.ts';
import { mirrorAnalytics } from '#src/mirrors/measure/analytics.ts';
import { mirrorOtherTabs, mirrorRedirect, mirrorUnload } from '#src/mirrors/redirect.ts';
import { mirrorScroll } from '#src/mirrors/scroll.ts';
import { takeCachedToast } from '#src/mirrors/storage/cached-toast.ts';
import { mirrorCatalogue } from '#src/mirrors/storage/catalogue.ts';
import { mirrorStorage, storedPage, storedToken } from '#src/mirrors/storage/stored-app.ts';
import { mirrorTitle } from '#src/mirrors/title.ts';
import { trackPointer } from '#src/ui/pointer.ts';
import { preloadMachines } from './preload-machines.ts';

type Opening = { site: SiteSettings; lang: Lang; environment: Environment };

/**
 * Updates restored charts: a toast that was already seen is closed, flows continue in the page's language, and pages in a dead end
 * read their data again.
 */
export const welcomeBack = (app: ActorRefFrom<typeof appMachine>, lang: Lang): void => {
  const { toast, purchase, send, revoke, changedate, 'mail-release': release } = app.getSnapshot().children;
  toast?.send({ type: 'page.restored' });
  if (purchase?.getSnapshot().context.lang !== lang) purchase?.send({ type: 'language.choose', lang });
  for (const flow of [send, revoke, changedate, release]) flow?.send({ type: 'page.restored', lang });
};

/** Goes on with the order of a stored purchase that does not fit these charts. `now`: ms since 1970. */
export const recallOrder = (app: ActorRefFrom<typeof appMachine>, now: number): void => {
  const { context, children } = app.getSnapshot();
  const token = storedToken(context.site.code, now);
  if (token !== null) children.purchase?.send({ type: 'order.recalled', token });
};

type Inspect = { inspect?: (seen: InspectionEvent) => void };

/** The inspector, in development with `?inspect` only. */
const inspecting = async (environment: Environment): Promise<Inspect> => {
  if (environment !== 'development' || !isInspected()) return {};
  const { inspector } = await within(import('#src/mirrors/inspect/inspector.ts'));
  return { inspect: await inspector() };
};

/** The app restored from storage; null if no usable snapshot is stored. The restore code is loaded only if there is one. */
const restored = async (input: InputFrom<typeof appMachine>, inspect: Inspect) => {
  if (storedPage(input.site.code) === '') return null;
  const [{ restoreApp }] = await Promise.all([within(import('#src/mirrors/storage/restore.ts')), loadPaying()]);
  return restoreApp(appMachine, { input, ...inspect }, __CHARTS_SHAPE__, Date.now());
};

/**
 * Starts the charts, restored if possible, then the mirrors in the sequence of their dependencies. Throws Failure connection_error if
 * code that it needs cannot be loaded.
 */
export const openApp = async ({ site, lang, environment }: Opening) => {
  const input = { site: rulesOf(site), lang };
  const inspect = await inspecting(environment);
  const old = await restored(input, inspect);
  // the purchase goes on with the order of a snapshot that is missing
  if (storedToken(site.code, Date.now()) !== null) await loadPaying();
  const app = old ?? createActor(appMachine, { input, ...inspect });
  app.start();
  if (old) welcomeBack(app, lang);
  else recallOrder(app, Date.now());
  const cachedToast = takeCachedToast();
  if (cachedToast) app.getSnapshot().children.toast?.send({ type: 'toast.show', toast: cachedToast });
  trackPointer();
  mirrorStorage(app, appMachine, input, __CHARTS_SHAPE__);
  mirrorCatalogue(app);
  mirrorLanguage(app);
  mirrorTitle(app, site);
  mirrorRedirect(app);
  mirrorOtherTabs(app);
  mirrorUnload(app);
  mirrorHash(app, preloadMachines);
  mirrorScroll(app);
  mirrorAnalytics(app, site);
  return app;
};
