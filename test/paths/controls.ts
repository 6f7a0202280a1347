import { fireEvent, getRoles, isInaccessible, within } from '@testing-library/react';

/** How a visitor finds controls and fields: only what is there to be seen and used. */

export const openDialog = (): HTMLElement | null => document.querySelector('dialog[open]');

/** A name that a screen reader reads, and a role: looked for the way a visitor would, in the smallest place that has it. */
const isNamed = (control: HTMLElement): boolean =>
  Object.keys(getRoles(control)).some((role) =>
    within(control.parentElement ?? document.body)
      .queryAllByRole(role, { name: /\S/ })
      .includes(control),
  );

export const isOffered = (control: HTMLElement): boolean => {
  const dialog = openDialog();
  return (
    !(control.matches(':disabled, [aria-disabled="true"]') || control.closest('[inert]')) &&
    // a modal dialog makes everything else inert
    (dialog === null || dialog.contains(control)) &&
    !isInaccessible(control) &&
    isNamed(control)
  );
};

/** The events of all controls on the page, alone and with their keys. */
export const controlsThere = (): ReadonlySet<string> =>
  new Set(
    [...document.querySelectorAll<HTMLElement>('[data-event]')].flatMap(({ dataset: { event = '', key } }) =>
      key === undefined ? [event] : [event, `${event} ${key}`],
    ),
  );

const eventsThere = () => [...controlsThere()].filter((one) => !one.includes(' '));

/** The offered controls that fit a selector. Throws, saying what the page has instead, when there is none. */
export const offered = (selector: string): [HTMLElement, ...HTMLElement[]] => {
  const there = [...document.querySelectorAll<HTMLElement>(selector)];
  const [first, ...others] = there.filter(isOffered);
  if (first) return [first, ...others];
  const why = there.length > 0 ? 'is there, but not offered' : `is not there, only ${eventsThere().join(', ')}`;
  throw new Error(`no control: ${selector} ${why}`);
};

export const control = (event: string, key?: string): [HTMLElement, ...HTMLElement[]] =>
  offered(`[data-event="${event}"]${key === undefined ? '' : `[data-key="${key}"]`}`);

export const press = (event: string, key?: string): void => {
  fireEvent.click(control(event, key)[0]);
};

/** Writes into a field by its name, or picks it. */
export const fill = (name: string, typed: string): void => {
  const [field] = offered(`[name="${name}"]`);
  if (field instanceof HTMLInputElement && field.type === 'checkbox') {
    if (String(field.checked) !== typed) fireEvent.click(field);
  } else if (field instanceof HTMLInputElement && field.type === 'radio') {
    fireEvent.click(offered(`[name="${name}"][value="${typed}"]`)[0]);
  } else {
    fireEvent.change(field, { target: { value: typed } });
    fireEvent.blur(field);
  }
};
