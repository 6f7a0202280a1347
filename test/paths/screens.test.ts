import { journeys } from '@ticket-store/chart-tools/explore/compose.ts';
import { createCoverage, type Exclusion } from '@ticket-store/chart-tools/explore/coverage.ts';
import { figuresOf, figuresText, lacking } from '@ticket-store/chart-tools/explore/figures.ts';
import { tours } from '@ticket-store/chart-tools/explore/tours.ts';
import { nameWalks } from '@ticket-store/chart-tools/walks/named.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { machines } from '#machines/index.ts';
import { sampled } from '#test/tools/sample.ts';
import { impossible } from './impossible.ts';
import { openShop } from './open-page.tsx';
import { plans } from './plans.ts';
import { walk } from './walk.ts';

/** The reviewed list of transitions that walks may leave out, each with the reason. */
const exclusions: readonly Exclusion[] = [
  {
    machine: 'order',
    definition: 'order.searching | done(search) [0]',
    reason:
      'only the first search of a real page can find none; walked by the wide plans, and by test/api/catalogue.test.ts',
  },
  {
    machine: 'payment',
    definition: 'payment.choosing | payment.submit [1]',
    reason:
      'a page has a method chosen unless the server stops offering it; walked by the wide plans, and by payment-screen.test.tsx',
  },
  {
    machine: 'change-date',
    definition: 'change-date.confirm.paying | payment.submit [1]',
    reason: 'the same; walked by the wide plans',
  },
];

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
const createSurface = () => {
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

const posts = journeys(machines.app, plans, tours, { isBrief: (id) => id === 'purchase' });
const walks = nameWalks(posts);
const models = posts.map(({ model }) => model);
const langs = sampled('language of the walked screens', [['en', 'ja'] as const]);

describe.each(langs)('the screens in %s', (lang) => {
  openShop(lang);
  const coverage = createCoverage();
  const surface = createSurface();
  let began = 0;
  beforeAll(() => {
    began = performance.now();
  });

  it.each(walks.map((one) => [one.name, one] as const))('are walked as planned: %s', async (_, { journey }) => {
    await walk(journey, coverage, surface.look);
  });

  it('take every transition of every chart, and every event is handled', () => {
    const steps = walks.reduce((sum, { journey }) => sum + journey.steps.length, 0);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const excluded = exclusions.map((x) => `  excluded: ${x.definition} (${x.reason})`);
    const figures = figuresOf(models, coverage.results(), { exclusions, impossible });
    console.log([figuresText(figures), `${walks.length} walks, ${steps} steps, ${seconds} s`, ...excluded].join('\n'));
    expect(lacking(figures)).toEqual([]);
    expect(coverage.ignored).toEqual([]);
  });

  /* The second language of a process finds every part loaded, so that no page says that it loads. */
  it.runIf(lang === langs[0])('have the controls and fields listed in surface.json', async () => {
    await expect(
      surface.text(),
      'on purpose? npx vitest run --project paths test/paths/screens.test.ts -u',
    ).toMatchFileSnapshot('surface.json');
  });
});
