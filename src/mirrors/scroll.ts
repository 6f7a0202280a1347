import type { ActorRefFrom } from 'xstate';
import type { appMachine } from '#machines/app/app.machine.ts';
import { onScreen } from '#machines/shared/on-screen.ts';

type App = ActorRefFrom<typeof appMachine>;

/** How long after a navigation the page scrolls to its top, ms (SPEC §9). */
const delay = 200;

/** Scrolls to the top of each new screen, smoothly where the visitor has not asked for less motion. Out: its end. */
export const mirrorScroll = (app: App): (() => void) => {
  let shown = onScreen(app).screen;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const subscription = app.subscribe(() => {
    const { screen } = onScreen(app);
    if (screen === shown) return;
    shown = screen;
    clearTimeout(timer);
    timer = setTimeout(() => {
      const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
      scrollTo({ top: 0, behavior: isCalm ? 'instant' : 'smooth' });
    }, delay);
  });
  return () => {
    clearTimeout(timer);
    subscription.unsubscribe();
  };
};
