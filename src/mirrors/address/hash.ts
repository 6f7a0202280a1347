import * as v from 'valibot';
import type { App } from '#machines/refs.ts';
import { onScreen } from '#machines/shared/on-screen.ts';
import { pageRequested, type Screen } from '#machines/shared/screens.ts';
import { forgottenPrefix, isForgotten, recallLink } from '#src/device/forgotten-links.ts';
import { langOf } from '#src/domain/lang.ts';
import { onChange } from '#src/mirrors/changes.ts';
import { type Address, hashOf, isSame, parseHash } from './address.ts';
import { writeEntry } from './location.ts';
import { otherBase } from './page-base.ts';
import { paths } from './paths.ts';

/**
 * Reloads the page if its ticket was forgotten in another tab, also when the page comes from the back/forward cache. The
 * address mirror then shows that it was forgotten.
 */
export const watchForgotten = (): (() => void) => {
  const reloadForgotten = (): void => {
    if (isForgotten(parseHash(location.hash).params.token)) location.reload();
  };
  const onStored = ({ key }: StorageEvent): void => {
    if (key?.startsWith(forgottenPrefix)) reloadForgotten();
  };
  const onShow = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) reloadForgotten();
  };
  const end = new AbortController();
  addEventListener('storage', onStored, { signal: end.signal });
  addEventListener('pageshow', onShow, { signal: end.signal });
  return () => end.abort();
};

/** Screens that have a change variant (docs/product.md#change-variants). */
const changeable = ['order', 'sign-in', 'payment'];

/** True for pages whose link has a token (docs/product.md#routes): a ticket, a share, a newsletter subscription. */
const isOfLink = (screen: Screen): boolean => paths[screen].paths?.some((path) => path.includes('/:token')) ?? false;

/** The address of the current screen. */
export const locationOf = (app: App): Address => {
  const { screen, actor } = onScreen(app);
  const { context, children } = app.getSnapshot();
  const purchase = children.purchase?.getSnapshot().context;
  // A mail's link stays in the address until the visitor confirms it, so that a reload or another browser shows it again.
  if (screen === 'mail-confirm' && actor === app) return { screen, params: {}, query: { token: context.token } };
  if (isOfLink(screen)) return { screen, params: { token: context.token }, query: {} };
  if (screen === 'payment-callback') {
    return { screen, params: { paymentType: purchase?.method ?? 'order', status: 'checking' }, query: {} };
  }
  const query: Record<string, string> = purchase?.changing && changeable.includes(screen) ? { ref: 'c' } : {};
  return { screen, params: {}, query };
};

/** The state of our history entries: the entry's index, and the address before it. */
const EntrySchema = v.object({ index: v.number(), before: v.nullable(v.string()) });
type Entry = v.InferOutput<typeof EntrySchema>;
const firstEntry: Entry = { index: 0, before: null };

const entryOf = (state: unknown): Entry | null => (v.is(EntrySchema, state) ? state : null);

const addressInBar = (): Address => parseHash(location.hash);
/** The requested page. An old history entry of a ticket that was forgotten since requests the `forgotten` page. */
const requestedPage = (): Address => {
  const address = addressInBar();
  return entryOf(history.state) && isForgotten(address.params.token)
    ? { screen: 'forgotten', params: {}, query: {} }
    : address;
};
const pathOf = (hash: string | null): string | undefined => hash?.split('?')[0];

/**
 * Makes the bare address of a tab with a stored visit a typed one, so that it requests the choice of tickets, whatever the tab
 * showed before. Invitation-only sites have none: there the page that explains how to buy stays.
 */
export const typeBareAddress = (app: App): void => {
  const explains = app.getSnapshot().context.site.onlyMail && locationOf(app).screen === 'error';
  if (location.hash === '' && !explains) writeEntry('/', { replace: true, state: history.state });
};

/**
 * Mirrors the current screen into the hash, and addresses into requests of pages (docs/product.md#history). The visitor's steps
 * push an entry, automatic moves replace it; a step back uses the browser's Back; a refused Back is undone by `history.go`.
 */
export const mirrorHash = (app: App): (() => void) => {
  let entry = entryOf(history.state) ?? firstEntry;
  let shown = locationOf(app);
  /** While an address is being requested, `requestPage` corrects the address bar. */
  let isRequesting = false;
  /** We called `history.back()`; the charts are already at its target. */
  let isGoingBack = false;
  /** The shop was just opened: the history entry before its first one is not ours. */
  let isArriving = true;

  /** The entry of a typed address. */
  const entryAfter = (before: Address): Entry => ({
    index: entry.index + 1,
    before: isArriving ? null : hashOf(before),
  });

  const write = (to: Address, how: 'push' | 'replace', next: Entry): void => {
    const hash = hashOf(to);
    entry = next;
    recallLink(to.params.token);
    writeEntry(hash, { replace: hash === null || how === 'replace', state: next });
  };

  const replaceEntry = (to: Address): void => write(to, 'replace', entry);

  const follow = (): void => {
    if (isRequesting) return;
    const to = locationOf(app);
    const from = shown;
    shown = to;
    if (isSame(to, from) || hashOf(to) === null || isSame(to, addressInBar())) return;
    const other = otherBase(to.screen);
    if (other) {
      location.assign(`${other}#${hashOf(to)}`);
      return;
    }
    const isStep = paths[to.screen].entry === 'push' && paths[from.screen].entry === 'push';
    // An automatic step back, as after a declined payment, reuses the entry of the same route, whatever its query.
    const isBack = isStep ? entry.before === hashOf(to) : pathOf(entry.before) === pathOf(hashOf(to));
    if (isBack) {
      isGoingBack = true;
      history.back();
    } else if (isStep) write(to, 'push', { index: entry.index + 1, before: hashOf(from) });
    else replaceEntry(to);
  };

  /** Requests the page in the address bar, and corrects the bar if the chart shows another one. */
  const requestPage = (): void => {
    const requested = requestedPage();
    const other = otherBase(requested.screen);
    if (other) {
      // `replace`, because Back to the requested address would only redirect again
      location.replace(`${other}#${hashOf(requested) ?? ''}`);
      return;
    }
    const currentEntry = entryOf(history.state);
    /** Entries that Back or Forward went over; 0 for an address that was typed. */
    const steps = currentEntry ? currentEntry.index - entry.index : 0;
    const current = locationOf(app);
    if (isGoingBack || isSame(requested, current)) {
      isGoingBack = false;
      entry = currentEntry ?? entryAfter(shown);
      if (!currentEntry || location.hash !== `#${hashOf(current)}`) replaceEntry(current);
      return;
    }
    const before = shown;
    isRequesting = true;
    app.send(pageRequested(requested.screen, requested.params, requested.query));
    isRequesting = false;
    const now = locationOf(app);
    shown = now;
    const refused = isSame(now, before) && !isSame(requested, now);
    if (refused && steps !== 0) {
      history.go(-steps);
      return;
    }
    entry = currentEntry ?? entryAfter(before);
    isArriving = false;
    replaceEntry(now);
    const lang = langOf(requested.query.lang);
    if (lang) app.send({ type: 'language.choose', lang });
  };

  const end = onChange(app, follow);
  addEventListener('popstate', requestPage);
  const other = otherBase(shown.screen);
  if (location.hash !== '' && !isSame(requestedPage(), shown)) requestPage();
  else if (other) location.replace(`${other}#${hashOf(shown) ?? ''}`);
  else {
    isArriving = false;
    replaceEntry(shown);
  }
  return () => {
    end();
    removeEventListener('popstate', requestPage);
  };
};
