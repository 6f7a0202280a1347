import type { ActorRefFrom } from 'xstate';
import type { appMachine } from '#machines/app/app.machine.ts';
import type { Leave } from '#machines/checkout/checkout.types.ts';

type App = ActorRefFrom<typeof appMachine>;

const purchaseOf = (app: App) => app.getSnapshot().children.purchase?.getSnapshot();
const checkoutOf = (app: App) => purchaseOf(app)?.children.checkout;

/** The visitor is here again: a payment that is on its way, and an order that is held, may have ended elsewhere. */
const tellReturned = (app: App): void => {
  const { checkout, hold } = purchaseOf(app)?.children ?? {};
  const paying = checkout?.getSnapshot();
  if (paying?.context.leave || paying?.hasTag('settled')) checkout?.send({ type: 'page.returned', r: null });
  hold?.send({ type: 'page.returned' });
};

const go = ({ url, method, fields }: Leave): void => {
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
 * Leaves for a payment provider when the checkout says so (docs/charts.md#leaving); must run after storage, so that the visitor
 * comes back to a page that knows. Coming back by Back or from the browser's memory asks what became of it. Out: its end.
 */
export const mirrorLeave = (app: App): (() => void) => {
  tellReturned(app);
  const subscription = app.subscribe(() => {
    const checkout = checkoutOf(app);
    const snapshot = checkout?.getSnapshot();
    const leave = snapshot?.context.leave;
    if (!checkout || !leave || !snapshot.can({ type: 'checkout.left' })) return;
    checkout.send({ type: 'checkout.left' });
    go(leave);
  });
  const onShow = (event: PageTransitionEvent) => event.persisted && tellReturned(app);
  addEventListener('pageshow', onShow);
  return () => {
    subscription.unsubscribe();
    removeEventListener('pageshow', onShow);
  };
};

/** Another value for each order that ends in a tab of this browser. */
const key = 'ticket-store:ended';

const tellOthers = (): void => {
  try {
    localStorage.setItem(key, String(Date.now()));
  } catch {
    // the others look when they are seen again
  }
};

/**
 * An order that is paid, cancelled or replaced in one tab is over in all of them: the others look when it ends, and when
 * they are seen again, in case it ended in another browser. Out: its end.
 */
export const mirrorOtherTabs = (app: App): (() => void) => {
  let known = purchaseOf(app)?.context.token;
  const subscription = app.subscribe(() => {
    const token = purchaseOf(app)?.context.token;
    if (known && known !== token) tellOthers();
    known = token;
  });
  const onStored = (event: StorageEvent) => event.key === key && tellReturned(app);
  const onSeen = () => document.visibilityState === 'visible' && tellReturned(app);
  addEventListener('storage', onStored);
  document.addEventListener('visibilitychange', onSeen);
  return () => {
    subscription.unsubscribe();
    removeEventListener('storage', onStored);
    document.removeEventListener('visibilitychange', onSeen);
  };
};

/** While a payment runs, the browser asks before the page is closed or reloaded. Out: its end. */
export const mirrorUnload = (app: App): (() => void) => {
  const ask = (event: BeforeUnloadEvent) => {
    const snapshot = checkoutOf(app)?.getSnapshot();
    if (snapshot?.hasTag('pending') && snapshot.context.leave === null) event.preventDefault();
  };
  addEventListener('beforeunload', ask);
  return () => removeEventListener('beforeunload', ask);
};
