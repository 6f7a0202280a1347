/** Scrolls as little as is needed to see an element, gently unless the visitor prefers reduced motion. */
export const intoView = (element: Element | null): void =>
  element?.scrollIntoView({
    block: 'nearest',
    behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth',
  });

/** Moves the focus to the first choice inside an element: a free day or a radio button, otherwise any control. */
export const focusChoice = (element: HTMLElement | null): void => {
  const find = (selector: string) => element?.querySelector<HTMLElement>(selector);
  const open = ':not([aria-disabled])';
  const choice = find(`[data-day]${open}, [type="radio"]${open}`) ?? find(`button[data-event]${open}`);
  choice?.focus({ preventScroll: true });
  intoView(element);
};
