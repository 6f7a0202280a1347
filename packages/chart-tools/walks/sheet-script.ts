import type { WalkRecord } from './record.ts';

/** A walk in the report; its saved pages are files beside the page. */
export type Shown = Omit<WalkRecord, 'coverage'>;

/** Runs in the report's page. Must not refer to anything outside itself. */
export const browse = (walks: readonly Shown[]): void => {
  const form = document.querySelector('form');
  const list = document.querySelector('#walks');
  const count = document.querySelector('output');
  if (!form || !list || !count) return;

  const make = (name: string, text = '', kind = ''): HTMLElement => {
    const element = document.createElement(name);
    element.textContent = text;
    element.className = kind;
    return element;
  };
  const textOf = (data: unknown) => (data === null ? '' : typeof data === 'string' ? data : JSON.stringify(data));
  const renderDifference = (difference: NonNullable<Shown['difference']>) => {
    const box = make('div', '', 'difference');
    const facts = make('dl');
    const rows = [
      ['Planned', difference.planned],
      ['Seen', difference.seen || 'nothing: its actor is not there'],
      ['What differs', difference.message],
      ['Possible instead', difference.possible.join('\n') || 'nothing'],
    ] as const;
    for (const [term, text] of rows) facts.append(make('dt', term), make('dd', text));
    box.append(facts);
    return box;
  };
  /** The page at the step where the walk differed. */
  const figureOf = ({ step, shown }: NonNullable<Shown['difference']>) => {
    const figure = make('figure');
    if (!shown) return figure;
    const [link, page] = [make('a'), make('iframe')];
    link.setAttribute('href', shown);
    page.setAttribute('src', shown);
    page.setAttribute('title', `The page at step ${step}`);
    // A saved page is only displayed; it runs no scripts.
    page.setAttribute('sandbox', '');
    link.append(page);
    figure.append(make('figcaption', `At step ${step}, otherwise than planned`), link);
    return figure;
  };
  const stepOf = ({ steps, difference }: Shown, index: number) => {
    const step = steps[index];
    const row = make('li');
    if (!step) return row;
    row.classList.toggle('before', step.before);
    row.classList.toggle('unseen', step.seen === null);
    const what = make('span', step.event);
    const [data, guards] = [textOf(step.data), step.guards.join(', ')];
    if (guards) what.append(make('small', `[${guards}]`));
    if (data) what.append(make('small', data));
    row.append(
      make('span', String(index + 1), 'number'),
      make('span', step.actor.split('/').at(-1)),
      make('span', step.cause, 'who'),
      what,
      make('span', `→ ${step.state}`, 'state'),
    );
    if (difference && difference.step === index + 1) row.append(renderDifference(difference));
    return row;
  };
  const walkOf = (walk: Shown) => {
    const section = make('section');
    const details = make('details', '', walk.difference ? 'walk failed' : 'walk');
    const summary = make('summary');
    summary.append(
      make('b', walk.name),
      make(
        'span',
        [walk.target, walk.target === 'charts' ? '' : walk.lang, walk.site].filter((part) => part).join(' · '),
      ),
      make(
        'span',
        `${walk.steps.length === 1 ? '1 step' : `${walk.steps.length} steps`}, ${walk.seconds.toFixed(2)} s`,
      ),
      make('i', walk.difference ? `otherwise at step ${walk.difference.step}` : 'as planned'),
    );
    const again = make('p', 'Again:');
    again.append(make('code', walk.command, 'command'), make('span', walk.seed && `The visit's seed: ${walk.seed}`));
    const steps = make('ol');
    const body = make('div', '', 'body');
    const fill = () => {
      if (steps.childElementCount > 0) return;
      if (walk.difference?.step === 0) steps.append(renderDifference(walk.difference));
      for (const index of walk.steps.keys()) steps.append(stepOf(walk, index));
      body.append(steps);
      if (walk.difference?.shown) body.append(figureOf(walk.difference));
    };
    details.append(summary, again, body);
    details.addEventListener('toggle', fill);
    if (walk.difference) details.setAttribute('open', '');
    section.append(details);
    return section;
  };

  const show = () => {
    const filter = new FormData(form);
    const keys = ['target', 'machine', 'lang', 'site'] as const;
    const query = String(filter.get('words') ?? '').toLowerCase();
    const fits = (walk: Shown) =>
      keys.every((key) => ['', walk[key]].includes(String(filter.get(key)))) &&
      (!filter.has('failed') || walk.difference !== null) &&
      JSON.stringify(walk).toLowerCase().includes(query);
    const some = walks.filter(fits);
    list.replaceChildren(
      ...some.toSorted((one, other) => Number(other.difference !== null) - Number(one.difference !== null)).map(walkOf),
    );
    const failed = some.filter(({ difference }) => difference).length;
    count.textContent = `${some.length} of ${walks.length} walks, ${failed} otherwise than planned`;
  };
  form.addEventListener('input', show);
  form.addEventListener('submit', (event) => event.preventDefault());
  show();
};
