/** How long a click may follow its pointerup, ms: on a touch screen it comes in a later task. */
const clickDelay = 100;

const waiting = new Set<() => void>();
let isDown = false;

/** Runs it now, or after the click if a pointer is down: the click would miss what is moved before. */
export const afterPointerUp = (run: () => void): (() => void) => {
  if (isDown) waiting.add(run);
  else run();
  return () => waiting.delete(run);
};

/** Tracks mouse, pen and finger for `afterPointerUp`. Returns a function that ends it. */
export const trackPointer = (): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    clearTimeout(timer);
    isDown = false;
    const due = [...waiting];
    waiting.clear();
    for (const run of due) run();
  };
  const down = () => {
    clearTimeout(timer);
    timer = undefined;
    isDown = true;
  };
  const up = ({ type }: Event) => {
    // a script's click does not end a press
    if (type === 'click' && timer === undefined) return;
    clearTimeout(timer);
    timer = setTimeout(end, type === 'click' ? 0 : clickDelay);
  };
  // the mouse events of a touch follow its pointerup
  const downs = ['pointerdown', 'mousedown'];
  const ups = ['pointerup', 'mouseup', 'pointercancel', 'contextmenu', 'click'];
  for (const type of downs) addEventListener(type, down, true);
  for (const type of ups) addEventListener(type, up, true);
  return () => {
    for (const type of downs) removeEventListener(type, down, true);
    for (const type of ups) removeEventListener(type, up, true);
    end();
  };
};
