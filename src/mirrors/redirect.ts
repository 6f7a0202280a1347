import type { Redirect } from '#machines/checkout/checkout.types.ts';
import type { App } from '#machines/refs.ts';
import { tryStorage } from '#src/device/try-storage.ts';
import { onChange } from '#src/mirrors/changes.ts';

const purchaseOf = (app: App) => app.getSnapshot().children.purchase?.getSnapshot();
/** The payments that run: of a purchase, and of a change of date. */
const checkoutsOf = (app: App) => {
  const change = app.getSnapshot().children.changedate?.getSnapshot();
  return [purchaseOf(app)?.children.checkout, change?.children.checkout].filter((checkout) => checkout !== undefined);
};

/** The visitor is back: a payment or an order may have ended elsewhere. A checkout that awaits a reply goes on, unless it redirects. */
const notifyReturned = (app: App): void => {
  const { hold } = purchaseOf(app)?.children ?? {};
  for (const checkout of checkoutsOf(app)) {
    const snapshot = checkout.getSnapshot();
    if (snapshot.context.redirect || !snapshot.hasTag('pending')) checkout.send({ type: 'page.returned', r: null });
  }
  hold?.send({ type: 'page.returned' });
};

const go = ({ url, method, fields }: Redirect): void => {
  if (method === 'GET') {
    location.assign(url);
    return;
  }
  const form = document.createElement('form');
  form.method = 'POST';
  form.action = url;
  form.append(
    ...Object.entries(fields).map(([name, value]) =>
      Object.assign(document.createElement('input'), { type: 'hidden', name, value }),
    ),
  );
  document.body.append(form);
  form.submit();
};

/**
 * Redirects to a payment provider when the checkout requests it (docs/charts.md#leaving). It must run after storage, so that
 * the page the visitor returns to has the snapshot. A return by Back or from the back/forward cache polls the outcome.
 */
export const mirrorRedirect = (app: App): (() => void) => {
  notifyReturned(app);
  const end = onChange(app, () => {
    for (const checkout of checkoutsOf(app)) {
      const snapshot = checkout.getSnapshot();
      const { redirect } = snapshot.context;
      if (!redirect || !snapshot.can({ type: 'checkout.left' })) continue;
      checkout.send({ type: 'checkout.left' });
      go(redirect);
    }
  });
  const onShow = (event: PageTransitionEvent) => event.persisted && notifyReturned(app);
  addEventListener('pageshow', onShow);
  return () => {
    end();
    removeEventListener('pageshow', onShow);
  };
};

/** Written with a new value for each order that ends in a tab of this browser. */
const key = 'ticket-store:ended';

const notifyOtherTabs = (): void => tryStorage(() => localStorage.setItem(key, String(Date.now())));

/**
 * An order that is paid, cancelled or replaced in one tab has ended in all of them. Tabs check when another tab ends an order,
 * and when they become visible, because it may have ended in another browser.
 */
export const mirrorOtherTabs = (app: App): (() => void) => {
  let lastToken = purchaseOf(app)?.context.token;
  const end = onChange(app, () => {
    const token = purchaseOf(app)?.context.token;
    if (lastToken && lastToken !== token) notifyOtherTabs();
    lastToken = token;
  });
  const onStored = (event: StorageEvent) => event.key === key && notifyReturned(app);
  const onSeen = () => document.visibilityState === 'visible' && notifyReturned(app);
  addEventListener('storage', onStored);
  document.addEventListener('visibilitychange', onSeen);
  return () => {
    end();
    removeEventListener('storage', onStored);
    document.removeEventListener('visibilitychange', onSeen);
  };
};

/** While a payment runs, the browser asks before the page is closed or reloaded. Returns a function that ends it. */
export const mirrorUnload = (app: App): (() => void) => {
  const confirmUnload = (event: BeforeUnloadEvent) => {
    const snapshots = checkoutsOf(app).map((checkout) => checkout.getSnapshot());
    if (snapshots.some((one) => one.hasTag('pending') && one.context.redirect === null)) event.preventDefault();
  };
  addEventListener('beforeunload', confirmUnload);
  return () => removeEventListener('beforeunload', confirmUnload);
};
