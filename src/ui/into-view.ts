import { afterPointerUp } from './pointer.ts';

/**
 * Scrolls an element into view, smoothly unless the visitor prefers reduced motion: to the bottom of the view, so that content that
 * loads below it moves nothing visible; a tall element, or with `block`, to the top. The scroll waits for the end of a press, and
 * for the next frame, so that it forces no further layout.
 */
export const intoView = (element: Element | null, block?: 'start'): void => {
  if (!element) return;
  const scroll = () => {
    if (!element.isConnected) return;
    const isTall = element.getBoundingClientRect().height > innerHeight * 0.8;
    element.scrollIntoView({
      block: block ?? (isTall ? 'start' : 'end'),
      behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth',
    });
  };
  afterPointerUp(() => requestAnimationFrame(scroll));
};

/** Moves the focus to the first choice inside an element: a free day or a radio button, otherwise any control. */
export const focusChoice = (element: HTMLElement | null): void => {
  const find = (selector: string) => element?.querySelector<HTMLElement>(selector);
  const open = ':not([aria-disabled])';
  const choice = find(`[data-day]${open}, [type="radio"]${open}`) ?? find(`button[data-event]${open}`);
  choice?.focus({ preventScroll: true });
  intoView(element);
};
