import type { ActorRefFrom } from 'xstate';
import type { appMachine } from '#machines/app/app.machine.ts';
import type { Leave } from '#machines/checkout/checkout.types.ts';

type App = ActorRefFrom<typeof appMachine>;

const checkoutOf = (app: App) => app.getSnapshot().children.purchase?.getSnapshot().children.checkout;

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
 * Leaves for a payment provider when the checkout says so (DESIGN §3.12); must run after storage, so that the visitor
 * comes back to a page that knows. Coming back by Back or from the browser's memory asks what became of it. Out: its end.
 */
export const mirrorLeave = (app: App): (() => void) => {
  const back = () => {
    const checkout = checkoutOf(app);
    if (checkout?.getSnapshot().context.leave) checkout.send({ type: 'page.returned', r: null });
  };
  back();
  const subscription = app.subscribe(() => {
    const checkout = checkoutOf(app);
    const snapshot = checkout?.getSnapshot();
    const leave = snapshot?.context.leave;
    if (!checkout || !leave || !snapshot.can({ type: 'checkout.left' })) return;
    checkout.send({ type: 'checkout.left' });
    go(leave);
  });
  const onShow = (event: PageTransitionEvent) => event.persisted && back();
  addEventListener('pageshow', onShow);
  return () => {
    subscription.unsubscribe();
    removeEventListener('pageshow', onShow);
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
