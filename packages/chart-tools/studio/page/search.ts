import type { GraphState } from '../../drawing/graph.ts';
import type { Facts } from '../facts.ts';
import { button, find, make } from './parts.ts';

/** Something that the search finds; `goal` is a state or transition. */
export type Found = {
  readonly kind: 'state' | 'event' | 'text';
  readonly text: string;
  readonly about: string;
  readonly goal: string;
};

const maxFound = 14;

/** As in drawing/graph.ts, which a browser cannot load. */
const isSettled = ({ type, tags }: GraphState): boolean => type === 'atomic' && !tags.includes('pending');

/** Everything that can be found: states with their descriptions, events, and texts on screens in each language. */
export const indexOf = ({ charts, screenTexts, langs }: Facts): Found[] => {
  const states = charts.flatMap(({ graph }) => graph.states);
  const found = charts.flatMap(({ graph }): Found[] => {
    const events = [...new Set(graph.transitions.filter(({ forbidden }) => !forbidden).map(({ event }) => event))];
    return [
      ...graph.states.map(({ id, description }): Found => ({ kind: 'state', text: id, about: description, goal: id })),
      ...events.map((event): Found => {
        const first = graph.transitions.find((t) => t.event === event && !t.forbidden);
        return { kind: 'event', text: event, about: graph.id, goal: first?.id ?? '' };
      }),
    ];
  });
  const texts = Object.entries(screenTexts).flatMap(([screen, rows]) => {
    const shown = states.filter((one) => one.screen === screen);
    const state = shown.find(isSettled) ?? shown[0] ?? states.find(({ id }) => id === screen);
    // A chart that is one screen begins with reading; its texts are seen where the visitor may act.
    const settled = states.find((one) => one.id.startsWith(`${state?.id}.`) && isSettled(one));
    const goal = (state?.parent === null ? settled : state)?.id ?? '';
    if (goal === '') return [];
    return rows
      .flatMap((row) => Object.entries(row))
      .filter(([lang, text]) => langs.includes(lang) && text !== '')
      .map(([lang, text]): Found => ({ kind: 'text', text, about: `${screen}, ${lang}`, goal }));
  });
  return [...found, ...texts];
};

/** Entries that fit all words of a query: first those that begin with it, then those that contain it, texts last. */
export const searchIn = (all: readonly Found[], query: string): Found[] => {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const fits = all.filter(({ text, about }) => words.every((word) => `${text} ${about}`.toLowerCase().includes(word)));
  const rank = ({ kind, text }: Found): number => {
    const [first = ''] = words;
    const own = text.toLowerCase();
    const last = own.split('.').at(-1) ?? own;
    if (own === first || last === first) return 0;
    if (last.startsWith(first) || own.startsWith(first)) return kind === 'text' ? 2 : 1;
    return own.includes(first) ? 3 : 4;
  };
  return fits.toSorted((a, b) => rank(a) - rank(b) || a.text.length - b.text.length);
};

/** The search field: `/` focuses it, arrow keys choose, Enter goes there. */
export const createSearch = (facts: Facts, go: (found: Found) => void): void => {
  const all = indexOf(facts);
  const box = find('search', HTMLElement);
  const input = box.querySelector('input') ?? make('input');
  const list = box.querySelector('ul') ?? make('ul');
  const close = (): void => {
    list.hidden = true;
    list.replaceChildren();
  };
  const choose = (found: Found): void => {
    // the row that was pressed, and had the focus, is removed
    input.focus();
    close();
    input.value = '';
    go(found);
  };
  input.addEventListener('input', () => {
    const results = searchIn(all, input.value);
    const rows = results.slice(0, maxFound).map((found) => {
      const row = button(
        { class: found.kind },
        () => choose(found),
        make('b', {}, found.text),
        make('small', {}, found.about),
      );
      return make('li', {}, row);
    });
    const none = make('li', { class: 'hint' }, input.value.trim() === '' ? '' : 'Nothing is called so.');
    list.replaceChildren(...(rows.length > 0 ? rows : [none]));
    list.hidden = input.value.trim() === '';
  });
  box.addEventListener('keydown', (event) => {
    const rows = [...list.querySelectorAll('button')];
    const { activeElement } = document;
    const at = activeElement instanceof HTMLButtonElement ? rows.indexOf(activeElement) : -1;
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && event.target === input) rows[0]?.click();
    else if (event.key === 'ArrowDown') rows[at + 1]?.focus();
    else if (event.key === 'ArrowUp') (rows[at - 1] ?? input).focus();
    else return;
    event.preventDefault();
  });
  addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    if (event.key !== '/' || isTyping) return;
    event.preventDefault();
    input.focus();
  });
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Node && !box.contains(target)) close();
  });
};
