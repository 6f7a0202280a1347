/** Selectors of the controls that are pressed as soon as they are visible, and of the elements that answer. */
export type Controls = { first: string; firstAnswer: string; second: string; secondAnswer: string };

/** Measurements of the page in the page; ms since its navigation began, 0: not yet. */
export type Measured = {
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
  const measured: Measured = { fcp: 0, lcp: 0, visible: 0, reacts: 0, second: 0, tasks: [], shift: 0 };
  Reflect.set(window, 'speedMeasured', measured);
  const observe = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') measured.fcp = startTime;
  });
  observe('largest-contentful-paint', ({ startTime }) => {
    measured.lcp = startTime;
  });
  observe('longtask', ({ duration }) => measured.tasks.push(duration));
  observe('layout-shift', (entry) => {
    if (!Reflect.get(entry, 'hadRecentInput') && measured.reacts === 0)
      measured.shift += Number(Reflect.get(entry, 'value'));
  });
  const seen = (selector: string): HTMLElement | null => {
    const element = document.querySelector<HTMLElement>(selector);
    if (!element || element.matches(':disabled')) return null;
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && getComputedStyle(element).visibility !== 'hidden' ? element : null;
  };
  const press = () => {
    if (measured.reacts > 0) return;
    seen(first)?.click();
    setTimeout(press, 50);
  };
  let isPressed = false;
  const look = () => {
    const now = performance.now();
    if (measured.visible === 0 && seen(first)) {
      measured.visible = now;
      press();
    }
    if (measured.visible > 0 && measured.reacts === 0 && seen(firstAnswer)) measured.reacts = now;
    const control = measured.reacts > 0 && !isPressed ? seen(second) : null;
    if (control) {
      isPressed = true;
      control.click();
    }
    if (isPressed && seen(secondAnswer)) {
      measured.second = now;
      Reflect.get(window, 'speedAnswered')('');
    } else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
};
