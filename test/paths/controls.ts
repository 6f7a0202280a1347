import { fireEvent, getRoles, isInaccessible, within } from '@testing-library/react';

/** Finds controls and fields as visitors do: only those that are visible and enabled. */

export const openDialog = (): HTMLElement | null => document.querySelector('dialog[open]');

/** Whether a control has a role and an accessible name, checked in its parent because the whole page would be slow. */
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
    // A modal dialog makes everything else inert.
    (dialog === null || dialog.contains(control)) &&
    !isInaccessible(control) &&
    isNamed(control)
  );
};

/** The events of all controls on the page, with and without their keys. */
export const controlsThere = (): ReadonlySet<string> =>
  new Set(
    [...document.querySelectorAll<HTMLElement>('[data-event]')].flatMap(({ dataset: { event = '', key } }) =>
      key === undefined ? [event] : [event, `${event} ${key}`],
    ),
  );

const eventsThere = () => [...controlsThere()].filter((one) => !one.includes(' '));

/** The usable controls that match a selector. Throws with the page's controls if there are none. */
export const offered = (selector: string): [HTMLElement, ...HTMLElement[]] => {
  const there = [...document.querySelectorAll<HTMLElement>(selector)];
  const [first, ...others] = there.filter(isOffered);
  if (first) return [first, ...others];
  const why = there.length > 0 ? 'is there, but not offered' : `is not there, only ${eventsThere().join(', ')}`;
  throw new Error(`no control: ${selector} ${why}`);
};

export const control = (event: string, key?: string): [HTMLElement, ...HTMLElement[]] =>
  offered(`[data-event="${event}"]${key === undefined ? '' : `[data-key="${key}"]`}`);

export const click = (event: string, key?: string): void => {
  const [found] = control(event, key);
  found.focus();
  fireEvent.click(found);
};

/** Writes into a field by its name, or selects it. */
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
