import * as v from 'valibot';
import { type ActorOptions, type AnyActorRef, createActor, type InputFrom, type Snapshot } from 'xstate';
import type { appMachine } from '#machines/app/app.machine.ts';
import type { App } from '#machines/refs.ts';
import { onScreen } from '#machines/shared/on-screen.ts';
import { SnapshotSchema } from '#machines/snapshot.ts';
import { readItem } from '#src/device/session-storage.ts';
import type { Lang } from '#src/domain/lang.ts';
import { lifetime, orderKey, snapshotKey, withoutCatalogue, withoutLinkPage } from './stored-app.ts';

type AppLogic = typeof appMachine;

const EnvelopeSchema = v.object({
  /** Fingerprint of the charts that wrote it. */
  shape: v.string(),
  site: v.string(),
  savedAt: v.number(),
  snapshot: SnapshotSchema,
});

type Start = { input: InputFrom<AppLogic> } & Pick<ActorOptions<AppLogic>, 'inspect'>;

/**
 * An actor restored from the stored snapshot, or null. Snapshots that do not fit are discarded: other charts, another site, older
 * than a day, edited by hand, an unknown state. `now`: ms since 1970.
 */
export const restoreApp = (logic: AppLogic, { input, ...options }: Start, shape: string, now: number): App | null => {
  const key = snapshotKey(input.site.code);
  const parsed = v.safeParse(EnvelopeSchema, readItem(key));
  if (!parsed.success) return null;
  const { output } = parsed;
  const age = now - output.savedAt;
  if (output.shape !== shape || output.site !== input.site.code || Math.abs(age) > lifetime) return null;
  try {
    const fresh = createActor(logic, { input }).getPersistedSnapshot();
    const { context, children } = output.snapshot;
    // the site's rules may have changed since, or those of a page that a service worker opened
    children.purchase.snapshot.context.site = input.site;
    const { send, revoke, changedate, inquiry, signage } = children;
    for (const page of [send, revoke, changedate, inquiry, signage]) if (page) page.snapshot.context.lang = input.lang;
    const current = { ...output.snapshot, context: { ...context, lang: input.lang, site: input.site } };
    const snapshot = withoutLinkPage(withoutCatalogue(current, fresh));
    const app = createActor(logic, { input, ...options, snapshot: snapshot as Snapshot<unknown> });
    return isComplete(app) ? app : null;
  } catch {
    return null;
  }
};

/** True if neither the actor nor any chart below it has failed or was stopped. */
const isAlive = (ref: AnyActorRef): boolean => {
  const { status, children = {} } = ref.getSnapshot();
  return status !== 'error' && status !== 'stopped' && Object.values<AnyActorRef>(children).every(isAlive);
};

/** A restored actor is complete if all required children exist, nothing has failed, and a screen is shown. */
const isComplete = (app: App): boolean => {
  const { status, children } = app.getSnapshot();
  const { purchase, toast, dialog, catalogue } = children;
  if (status !== 'active' || !purchase || !toast || !dialog || !catalogue) return false;
  return isAlive(app) && onScreen(app).screen !== undefined;
};

/**
 * Updates restored charts: a toast that was already seen is closed, the purchase continues in the page's language, and pages in a
 * dead end read their data again.
 */
export const welcomeBack = (app: App, lang: Lang): void => {
  const { toast, purchase, send, revoke, changedate, 'mail-release': release } = app.getSnapshot().children;
  toast?.send({ type: 'page.restored' });
  if (purchase?.getSnapshot().context.lang !== lang) purchase?.send({ type: 'language.choose', lang });
  for (const flow of [send, revoke, changedate, release]) flow?.send({ type: 'page.restored' });
};

/** Token of the order that was open when the page was left; null without one. `now`: ms since 1970. */
export const storedToken = (site: string, now: number): string | null => {
  const stored = readItem(orderKey(site));
  const isStored = v.is(v.object({ token: v.string(), savedAt: v.number() }), stored);
  return isStored && Math.abs(now - stored.savedAt) <= lifetime ? stored.token : null;
};

/** Goes on with the order of a stored purchase that does not fit these charts. `now`: ms since 1970. */
export const recallOrder = (app: App, now: number): void => {
  const { context, children } = app.getSnapshot();
  const token = storedToken(context.site.code, now);
  if (token !== null) children.purchase?.send({ type: 'order.recalled', token });
};
