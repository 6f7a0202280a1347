import type { ChartChanges } from '../changes.ts';
import { narrowTexts } from './narrow-texts.ts';
import { button, make } from './parts.ts';

const isFault = (found: unknown): found is { readonly fault: string } =>
  typeof found === 'object' && found !== null && 'fault' in found;

const drawingOf = (text: string): Node => {
  if (text === '') return make('p', { class: 'hint' }, 'The chart does not exist here.');
  const svg = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  for (const part of svg.querySelectorAll('[id]')) part.removeAttribute('id');
  return svg;
};

/** Gives drawings the same size, so that both sides are shown in one scale. */
const alignSizes = (drawings: readonly SVGSVGElement[]): void => {
  const [width, height] = (['width', 'height'] as const).map((side) =>
    Math.max(...drawings.map(({ viewBox }) => viewBox.baseVal[side])),
  );
  for (const svg of drawings) {
    svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
    svg.setAttribute('width', String(width));
    svg.setAttribute('height', String(height));
  }
};

/** Two revisions of the charts side by side: a revision of git, and the files as they are. */
export const createChanges = (section: HTMLElement, chosen: (revision: string) => void) => {
  let revision = 'HEAD~1';
  const body = make('div', { class: 'changes' });
  const input = make('input', { type: 'text', 'aria-label': 'Earlier revision', spellcheck: 'false' });

  const showChart = (all: readonly ChartChanges[], chosen: ChartChanges): void => {
    const tabs = all.map((one) =>
      button(
        { class: 'tool', 'aria-pressed': String(one === chosen) },
        () => showChart(all, one),
        `${one.chart} (${one.changes.length})`,
      ),
    );
    const rows = chosen.changes.map(({ kind, what, summary, fields }) => {
      const more = fields.map(({ name, before, after }) =>
        make('small', {}, `${name}: ${before || '–'} → ${after || '–'}`),
      );
      return make('li', { class: kind }, make('b', {}, `${kind} ${what}`), ` ${summary} `, ...more);
    });
    body.replaceChildren(
      make('div', { class: 'variants', role: 'group', 'aria-label': 'Charts that changed' }, ...tabs),
      make(
        'div',
        { class: 'sides' },
        make('figure', {}, make('figcaption', {}, revision), drawingOf(chosen.before)),
        make('figure', {}, make('figcaption', {}, 'now'), drawingOf(chosen.after)),
      ),
      make('ul', { class: 'list' }, ...rows),
    );
    const drawings = [...body.querySelectorAll('svg')];
    alignSizes(drawings);
    for (const svg of drawings) narrowTexts(svg);
  };

  const load = async (chart: string): Promise<void> => {
    revision = input.value.trim();
    chosen(revision);
    body.replaceChildren(make('p', { class: 'hint' }, `Comparing with ${revision} …`));
    const wanted = revision;
    const found: unknown = await (await fetch(`changes/${encodeURIComponent(wanted)}`)).json();
    if (wanted !== revision || !body.isConnected) return;
    if (isFault(found)) {
      body.replaceChildren(make('p', { role: 'alert' }, found.fault));
      return;
    }
    const all: readonly ChartChanges[] = Array.isArray(found) ? found : [];
    const first = all.find((one) => one.chart === chart) ?? all[0];
    if (first) showChart(all, first);
    else body.replaceChildren(make('p', { class: 'hint' }, `No chart has changed since ${revision}.`));
  };

  return {
    show: (chart: string, since: string): void => {
      input.value = since || revision;
      const form = make(
        'form',
        { class: 'bar' },
        make('h2', {}, 'Since'),
        input,
        make('button', { class: 'tool' }, 'Compare'),
      );
      form.addEventListener('submit', (event) => {
        event.preventDefault();
        void load(chart);
      });
      section.replaceChildren(form, body);
      void load(chart);
    },
    clear: (): void => section.replaceChildren(),
  };
};
