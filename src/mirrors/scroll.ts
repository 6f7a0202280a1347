import type { ActorRefFrom } from 'xstate';
import type { appMachine } from '#machines/app/app.machine.ts';
import { onScreen } from '#machines/shared/on-screen.ts';

type App = ActorRefFrom<typeof appMachine>;

/** How long after a navigation the page scrolls to its top, ms (docs/product.md#const-scroll-delay). */
const delay = 200;

/**
 * Scrolls to the top of each new screen, smoothly unless the visitor prefers reduced motion. While a pointer is pressed it waits,
 * because scrolling then would lose the click. Returns a function that ends it.
 */
export const mirrorScroll = (app: App): (() => void) => {
  let shown = onScreen(app).screen;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isPressed = false;
  let isDue = false;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      isDue = isPressed;
      if (isPressed) return;
      const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
      scrollTo({ top: 0, behavior: isCalm ? 'instant' : 'smooth' });
    }, delay);
  };
  const onPointer = ({ type }: Event) => {
    isPressed = type === 'pointerdown';
    if (isDue) wait();
  };
  const pointerEvents = ['pointerdown', 'pointerup', 'pointercancel'];
  for (const type of pointerEvents) addEventListener(type, onPointer, true);
  const subscription = app.subscribe(() => {
    const { screen } = onScreen(app);
    if (screen === shown) return;
    shown = screen;
    wait();
  });
  return () => {
    clearTimeout(timer);
    for (const type of pointerEvents) removeEventListener(type, onPointer, true);
    subscription.unsubscribe();
  };
};
