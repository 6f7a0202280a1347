import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * The names by which tests and testers' scripts find what is on a page. `surface.json` lists them by `data-state`, so that none
 * is lost or changed by accident.
 */

/** Names by place: controls as `event key ★`, fields as `name=…`. */
export type Surface = Readonly<Record<string, readonly string[]>>;

const file = resolve(import.meta.dirname, 'surface.json');

/** Events whose keys are constants; other keys come from the server or the calendar. */
const named = new Set(['page.requested.ticket', 'step.change', 'method.choose', 'way.choose']);

const keyOf = ({ event = '', key }: DOMStringMap): string => {
  if (key === undefined) return '';
  return named.has(event) ? ` ${key}` : ' <key>';
};

const lineOf = (control: HTMLElement): string => {
  const { dataset } = control;
  const primary = dataset.primary === undefined ? '' : ' ★';
  return dataset.event ? `${dataset.event}${keyOf(dataset)}${primary}` : `name=${control.getAttribute('name')}`;
};

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
  return {
    look: (): void => {
      put(document.documentElement.dataset.state ?? '', []);
      for (const control of document.querySelectorAll<HTMLElement>('[data-event], [name]:not(meta)')) {
        const { event } = control.dataset;
        put(placeOf(control), [lineOf(control)]);
        if (event && control.getAttribute('name')) put(placeOf(control), [`name=${control.getAttribute('name')}`]);
      }
    },
    seen: (): Surface =>
      Object.fromEntries(
        [...found]
          .toSorted(([one], [other]) => one.localeCompare(other, 'en'))
          .map(([place, lines]) => [place, [...lines].toSorted()]),
      ),
  };
};

/** The accepted names. */
export const accepted = (): Surface => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

export const accept = (surface: Surface): void => writeFileSync(file, `${JSON.stringify(surface, null, 2)}\n`);

/** A line for each name that was removed or added. */
export const changes = (before: Surface, after: Surface): string[] => {
  const lines = (one: Surface) =>
    Object.entries(one).flatMap(([place, all]) => ['', ...all].map((line) => `${place}: ${line}`));
  const [old, now] = [new Set(lines(before)), new Set(lines(after))];
  return [
    ...[...old].filter((line) => !now.has(line)).map((line) => `gone  ${line}`),
    ...[...now].filter((line) => !old.has(line)).map((line) => `new   ${line}`),
  ];
};
