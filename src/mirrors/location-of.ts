import type { ActorRefFrom } from 'xstate';
import type { appMachine } from '#machines/app/app.machine.ts';
import { onScreen } from '#machines/shared/on-screen.ts';
import type { Address } from './address.ts';

type App = ActorRefFrom<typeof appMachine>;

/** Screens that have a change variant (SPEC §2: "adds query ref=c"). */
const changeable = ['order', 'sign-in', 'payment'];

/** In: the app. Out: the address of what is on screen. */
export const locationOf = (app: App): Address => {
  const { screen } = onScreen(app);
  const { context, children } = app.getSnapshot();
  const purchase = children.purchase?.getSnapshot().context;
  if (screen === 'ticket') return { screen, params: { token: context.ticketToken }, query: {} };
  if (screen === 'payment-callback') {
    return { screen, params: { paymentType: purchase?.method ?? 'order', status: 'checking' }, query: {} };
  }
  const query: Record<string, string> = purchase?.changing && changeable.includes(screen) ? { ref: 'c' } : {};
  return { screen, params: {}, query };
};
