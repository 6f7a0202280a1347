import type { WalkRecord } from './record.ts';

/** What the page knows of a walk; its pictures lie beside it. */
export type Shown = Omit<WalkRecord, 'coverage'>;

/** Runs in the page of the walks; nothing of this file may be named inside. */
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
  const saying = (data: unknown) => (data === null ? '' : typeof data === 'string' ? data : JSON.stringify(data));
  const told = (difference: NonNullable<Shown['difference']>) => {
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
  const stepOf = ({ steps, difference }: Shown, index: number) => {
    const step = steps[index];
    const row = make('li');
    if (!step) return row;
    row.classList.toggle('before', step.before);
    row.classList.toggle('unseen', step.seen === null);
    const what = make('span', step.event);
    const [data, guards] = [saying(step.data), step.guards.join(', ')];
    if (guards) what.append(make('small', `[${guards}]`));
    if (data) what.append(make('small', data));
    row.append(
      make('span', String(index + 1), 'number'),
      make('span', step.actor.split('/').at(-1)),
      make('span', step.who, 'who'),
      what,
      make('span', `→ ${step.state}`, 'state'),
    );
    if (step.picture) {
      const link = make('a');
      const image = make('img');
      link.setAttribute('href', step.picture);
      image.setAttribute('src', step.picture);
      image.setAttribute('loading', 'lazy');
      image.setAttribute('alt', `After step ${index + 1}`);
      link.append(image);
      row.append(link);
    }
    if (difference && difference.step === index + 1) row.append(told(difference));
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
        [walk.ground, walk.ground === 'charts' ? '' : walk.lang, walk.site].filter((word) => word).join(' · '),
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
    const fill = () => {
      if (steps.childElementCount > 0) return;
      if (walk.difference?.step === 0) steps.append(told(walk.difference));
      steps.append(...walk.steps.map((_, index) => stepOf(walk, index)));
    };
    details.append(summary, again, steps);
    details.addEventListener('toggle', fill);
    if (walk.difference) details.setAttribute('open', '');
    section.append(details);
    return section;
  };

  const show = () => {
    const asked = new FormData(form);
    const keys = ['ground', 'machine', 'lang', 'site'] as const;
    const words = String(asked.get('words') ?? '').toLowerCase();
    const fits = (walk: Shown) =>
      keys.every((key) => ['', walk[key]].includes(String(asked.get(key)))) &&
      (!asked.has('failed') || walk.difference !== null) &&
      JSON.stringify(walk).toLowerCase().includes(words);
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
