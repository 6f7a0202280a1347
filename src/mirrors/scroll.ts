import type { ActorRefFrom } from 'xstate';
import type { appMachine } from '#machines/app/app.machine.ts';
import { onScreen } from '#machines/shared/on-screen.ts';
import { onChange } from '#src/mirrors/changes.ts';
import { afterPointerUp } from '#src/ui/pointer.ts';

type App = ActorRefFrom<typeof appMachine>;

/** How long after a navigation the page scrolls to its top, ms (docs/product.md#const-scroll-delay). */
const delay = 200;

const toTop = () => {
  // A new screen focuses its heading, so a field has the focus only if the visitor has moved it there.
  if (document.activeElement?.matches('input, select, textarea')) return;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  scrollTo({ top: 0, behavior: isCalm ? 'instant' : 'smooth' });
};

/**
 * Scrolls to the top of each new screen, smoothly unless the visitor prefers reduced motion, and never during a press. Returns a
 * function that ends it.
 */
export const mirrorScroll = (app: App): (() => void) => {
  let shown = onScreen(app).screen;
  let cancel = () => {};
  const end = onChange(app, () => {
    const { screen } = onScreen(app);
    if (screen === shown) return;
    shown = screen;
    cancel();
    const timer = setTimeout(() => {
      cancel = afterPointerUp(toTop);
    }, delay);
    cancel = () => clearTimeout(timer);
  });
  return () => {
    cancel();
    end();
  };
};
