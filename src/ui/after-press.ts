/** How long after its release a press may still become a click, ms: on a touch screen in a later task. */
const clickDelay = 100;

const waiting = new Set<() => void>();
let isPressed = false;

/**
 * Runs it now, or after the click of the press that is going on, which would miss what is moved before. Returns a function that
 * cancels it.
 */
export const afterPress = (run: () => void): (() => void) => {
  if (isPressed) waiting.add(run);
  else run();
  return () => waiting.delete(run);
};

/** Follows what mouse, pen and finger press, for `afterPress`. Returns a function that ends it. */
export const followPress = (): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    clearTimeout(timer);
    isPressed = false;
    const due = [...waiting];
    waiting.clear();
    for (const run of due) run();
  };
  const press = () => {
    clearTimeout(timer);
    isPressed = true;
  };
  const release = () => {
    clearTimeout(timer);
    timer = setTimeout(end, clickDelay);
  };
  // The mouse events of a touch follow its pointerup.
  const starts = ['pointerdown', 'mousedown'];
  const ends = ['pointerup', 'mouseup', 'pointercancel', 'contextmenu'];
  for (const type of starts) addEventListener(type, press, true);
  for (const type of ends) addEventListener(type, release, true);
  return () => {
    for (const type of starts) removeEventListener(type, press, true);
    for (const type of ends) removeEventListener(type, release, true);
    end();
  };
};
