/**
 * The names by which tests and testers' scripts find what is on a page. `surface.json` lists them by `data-state`, so that none
 * is lost or changed by accident: controls as `event key ★`, fields as `name=…`.
 */

/** Events whose keys are constants; other keys come from the server or the calendar. */
const named = new Set(['page.requested.ticket', 'step.change', 'method.choose', 'way.choose']);

const keyOf = ({ event = '', key }: DOMStringMap): string => {
  if (key === undefined) return '';
  return named.has(event) ? ` ${key}` : ' <key>';
};

const lineOf = (control: HTMLElement): string => {
  const { dataset, role } = control;
  if (role === 'status' || role === 'alert')
    return `role=${role} in ${control.closest('[class]')?.className ?? 'page'}`;
  const primary = dataset.primary === undefined ? '' : ' ★';
  return dataset.event ? `${dataset.event}${keyOf(dataset)}${primary}` : `name=${control.getAttribute('name')}`;
};

/** The place of the focus, when its control has vanished. */
const focusLine = ({ tagName, parentElement }: Element): string =>
  `focus on ${tagName.toLowerCase()} in ${parentElement?.closest('[class]')?.className ?? 'page'}`;

/** The names that every page has are listed once. */
const placeOf = (control: HTMLElement): string => {
  if (control.closest('dialog')) return 'any dialog';
  return control.closest('main') ? (document.documentElement.dataset.state ?? '') : 'around every page';
};

/** Collects the names on pages. */
export const createSurface = () => {
  const found = new Map<string, Set<string>>();
  const put = (place: string, lines: readonly string[]): void => {
    const known = found.get(place) ?? new Set();
    for (const line of lines) known.add(line);
    found.set(place, known);
  };
  let focused: Element | null = null;
  return {
    look: (): void => {
      const { activeElement } = document;
      if (activeElement && focused && !focused.isConnected)
        put(document.documentElement.dataset.state ?? '', [focusLine(activeElement)]);
      focused = activeElement;
      put(document.documentElement.dataset.state ?? '', []);
      for (const control of document.querySelectorAll<HTMLElement>(
        '[data-event], [name]:not(meta), [role="status"], [role="alert"]',
      )) {
        const { event } = control.dataset;
        put(placeOf(control), [lineOf(control)]);
        if (event && control.getAttribute('name')) put(placeOf(control), [`name=${control.getAttribute('name')}`]);
      }
    },
    /** The content of `surface.json`. */
    text: (): string => {
      const places = [...found].toSorted(([one], [other]) => one.localeCompare(other, 'en'));
      const names = Object.fromEntries(places.map(([place, lines]) => [place, [...lines].toSorted()]));
      return `${JSON.stringify(names, null, 2)}\n`;
    },
  };
};
