/** Selectors of the controls that are pressed as soon as they are visible, and of the elements that answer. */
export type Controls = { first: string; firstAnswer: string; second: string; secondAnswer: string };

/** Measurements of the page in the page; ms since its navigation began, 0: not yet. */
export type Notes = {
  fcp: number;
  lcp: number;
  visible: number;
  reacts: number;
  second: number;
  tasks: number[];
  shift: number;
};

/**
 * Runs in the page before it: presses the first control as soon as it is seen, every 50 ms until it answers, then the second one
 * once; calls `speedAnswered` when that is answered.
 */
export const probe = ({ first, firstAnswer, second, secondAnswer }: Controls): void => {
  const notes: Notes = { fcp: 0, lcp: 0, visible: 0, reacts: 0, second: 0, tasks: [], shift: 0 };
  Reflect.set(window, 'speedNotes', notes);
  const observe = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') notes.fcp = startTime;
  });
  observe('largest-contentful-paint', ({ startTime }) => {
    notes.lcp = startTime;
  });
  observe('longtask', ({ duration }) => notes.tasks.push(duration));
  observe('layout-shift', (entry) => {
    if (!Reflect.get(entry, 'hadRecentInput') && notes.reacts === 0) notes.shift += Number(Reflect.get(entry, 'value'));
  });
  const seen = (selector: string): HTMLElement | null => {
    const element = document.querySelector<HTMLElement>(selector);
    if (!element || element.matches(':disabled')) return null;
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && getComputedStyle(element).visibility !== 'hidden' ? element : null;
  };
  const press = () => {
    if (notes.reacts > 0) return;
    seen(first)?.click();
    setTimeout(press, 50);
  };
  let isPressed = false;
  const look = () => {
    const now = performance.now();
    if (notes.visible === 0 && seen(first)) {
      notes.visible = now;
      press();
    }
    if (notes.visible > 0 && notes.reacts === 0 && seen(firstAnswer)) notes.reacts = now;
    const control = notes.reacts > 0 && !isPressed ? seen(second) : null;
    if (control) {
      isPressed = true;
      control.click();
    }
    if (isPressed && seen(secondAnswer)) {
      notes.second = now;
      Reflect.get(window, 'speedAnswered')('');
    } else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
};
