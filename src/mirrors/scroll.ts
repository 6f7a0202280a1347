import type { App } from '#machines/refs.ts';
import { onScreen } from '#machines/shared/on-screen.ts';
import { onChange } from '#src/mirrors/changes.ts';
import { afterPointerUp } from '#src/ui/pointer.ts';

/** How long after a navigation the page scrolls to its top, ms (docs/product.md#const-scroll-delay). */
const delay = 200;

const toTop = () => {
  // A new screen focuses its heading, so a field has the focus only if the visitor has moved it there.
  if (document.activeElement?.matches('input, select, textarea')) return;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  scrollTo({ top: 0, behavior: isCalm ? 'instant' : 'smooth' });
};

/** Scrolls to the top of each new screen, smoothly unless reduced motion is preferred, and never during a press. */
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
