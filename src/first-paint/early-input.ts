/** The control itself, or the one that has taken its place: a product's own calendar, after one without stock. */
const currentOf = (control: HTMLElement): HTMLElement | null => {
  const { event = '', key } = control.dataset;
  if (control.isConnected || key === undefined) return control;
  return document.querySelector(`#root [data-event="${event}"][data-key="${CSS.escape(key)}"]`);
};

const play = ({ control: pressed, value, checked }: EarlyInput): void => {
  const control = currentOf(pressed);
  // the click below turns it to the state in which the visitor left it
  if (control instanceof HTMLInputElement && /radio|checkbox/.test(control.type)) control.checked = !checked;
  else if (control && 'value' in control && !(control instanceof HTMLButtonElement)) {
    // React compares with the value that was last set on the element itself, so its prototype sets this one
    control.value = '';
    Reflect.set(Object.getPrototypeOf(control), 'value', value, control);
    control.dispatchEvent(new Event('change', { bubbles: true }));
    return;
  }
  control?.click();
};

/**
 * Plays what the visitor pressed on the server's markup before the page took it over, as if it were pressed now: each press on
 * the screen that the one before has left.
 */
export const playEarlyInput = async (): Promise<void> => {
  const inputs = window.earlyInput ?? [];
  delete window.earlyInput;
  for (const input of inputs) {
    input.control.removeAttribute('data-kept');
    play(input);
    // React renders what it changes in a microtask
    await null;
    const control = input === inputs.at(-1) ? currentOf(input.control) : null;
    // the focus of a replaced control is on one of its ancestors (`ui/focus.ts`)
    if (document.activeElement?.contains(control)) control?.focus({ preventScroll: true });
  }
};
