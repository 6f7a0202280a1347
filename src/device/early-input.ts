/** Ends keeping what is pressed before the page is ready, and returns it in sequence. */
export const takeEarlyInput = (): readonly EarlyInput[] => {
  const { earlyInput = [] } = window;
  delete window.earlyInput;
  return earlyInput;
};

/** The control itself, or the one that has taken its place: a product's own calendar, after one without stock. */
const currentOf = (control: HTMLElement): HTMLElement | null => {
  const { event = '', key } = control.dataset;
  if (control.isConnected || key === undefined) return control;
  return document.querySelector(`#root [data-event="${event}"][data-key="${CSS.escape(key)}"]`);
};

const play = ({ control: kept, value, checked }: EarlyInput): void => {
  const control = currentOf(kept);
  if (control instanceof HTMLSelectElement) {
    control.value = value;
    control.dispatchEvent(new Event('change', { bubbles: true }));
  } else if (control instanceof HTMLInputElement && !['radio', 'checkbox'].includes(control.type)) {
    // React compares with the value that was last set on the element itself
    control.value = '';
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(control, value);
    control.dispatchEvent(new Event('input', { bubbles: true }));
  } else {
    if (control instanceof HTMLInputElement) control.checked = !checked;
    control?.click();
  }
};

/**
 * Plays what the visitor pressed on the server's markup before the page took it over, as if it were pressed now: each press on
 * the screen that the one before has left.
 */
export const playEarlyInput = async (): Promise<void> => {
  for (const press of takeEarlyInput()) {
    press.control.removeAttribute('data-kept');
    play(press);
    await null;
  }
};
