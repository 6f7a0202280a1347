import type { App } from '#machines/refs.ts';
import { onScreen } from '#machines/shared/on-screen.ts';
import type { Screen } from '#machines/shared/screens.ts';
import type { Address } from './address.ts';
import { paths } from './paths.ts';

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
