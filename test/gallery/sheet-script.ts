/** A picture in the gallery's page; its file is `<name>.png` beside it. */
export type Entry = {
  name: string;
  screen: string;
  variant: string;
  site: string;
  lang: string;
  mode: string;
  state: string;
  chart: string;
  text: string;
  findings: string[];
};

/** Runs in the gallery's page. Must not refer to anything outside itself. */
export const browse = (entries: readonly Entry[]): void => {
  const form = document.querySelector('form');
  const main = document.querySelector('main');
  const large = document.querySelector('dialog');
  const picture = large?.querySelector('img');
  const about = large?.querySelector('p');
  const count = document.querySelector('output');
  if (!form || !main || !large || !picture || !about || !count) return;
  let shown: readonly Entry[] = [];
  let current: Entry | undefined;

  const make = <Name extends keyof HTMLElementTagNameMap>(name: Name, text = ''): HTMLElementTagNameMap[Name] => {
    const element = document.createElement(name);
    element.textContent = text;
    return element;
  };
  const rowOf = ({ screen, variant, site, mode }: Entry) => `${screen} · ${variant} · ${site} · ${mode}`;
  const chartLink = ({ chart, state }: Entry) => {
    const link = make('a', state);
    link.href = `../../machines/${chart}/${chart}.md`;
    return link;
  };
  const faults = ({ findings }: Entry) => {
    const list = make('ul');
    list.append(...findings.map((finding) => make('li', finding)));
    return list;
  };

  const open = (entry: Entry | undefined) => {
    if (!entry) return;
    current = entry;
    picture.src = `${entry.name}.png`;
    about.replaceChildren(make('b', rowOf(entry)), make('span', entry.lang), chartLink(entry), faults(entry));
    if (!large.open) large.showModal();
    history.replaceState(null, '', `#${entry.name}`);
  };
  const figureOf = (entry: Entry) => {
    const figure = make('figure');
    const button = make('button');
    const image = make('img');
    image.loading = 'lazy';
    image.alt = entry.name;
    image.src = `${entry.name}.png`;
    button.append(image);
    button.addEventListener('click', () => open(entry));
    const caption = make('figcaption');
    caption.append(make('b', entry.lang), chartLink(entry), faults(entry));
    figure.append(button, caption);
    figure.dataset.mode = entry.mode;
    figure.classList.toggle('found', entry.findings.length > 0);
    return figure;
  };

  const show = () => {
    const filters = new FormData(form);
    const keys = ['screen', 'variant', 'lang', 'site', 'mode'] as const;
    const query = String(filters.get('words') ?? '').toLowerCase();
    const fits = (entry: Entry) =>
      keys.every((key) => ['', entry[key]].includes(String(filters.get(key)))) &&
      (!filters.has('found') || entry.findings.length > 0) &&
      `${entry.name} ${entry.state} ${entry.text}`.toLowerCase().includes(query);
    shown = entries.filter(fits);
    const rows = new Map<string, Entry[]>();
    for (const entry of shown) rows.set(rowOf(entry), [...(rows.get(rowOf(entry)) ?? []), entry]);
    main.replaceChildren(
      ...[...rows].map(([name, some]) => {
        const section = make('section');
        const row = make('div');
        row.append(...some.map(figureOf));
        section.append(make('h2', name), row);
        return section;
      }),
    );
    const found = shown.filter(({ findings }) => findings.length > 0).length;
    count.textContent = `${shown.length} of ${entries.length} pictures, ${found} with findings`;
  };

  /** The same language in the next or previous row. */
  const inRow = (step: 1 | -1) => {
    if (!current) return;
    const { lang } = current;
    const here = rowOf(current);
    const index = shown.indexOf(current);
    const others = step > 0 ? shown.slice(index + 1) : shown.slice(0, index).toReversed();
    const next = others.find((one) => rowOf(one) !== here);
    open(others.find((one) => next && rowOf(one) === rowOf(next) && one.lang === lang) ?? next);
  };
  const beside = (step: 1 | -1) => current && open(shown[shown.indexOf(current) + step]);
  const keys: Readonly<Record<string, () => void>> = {
    ArrowRight: () => beside(1),
    ArrowLeft: () => beside(-1),
    ArrowDown: () => inRow(1),
    ArrowUp: () => inRow(-1),
  };
  addEventListener('keydown', (event) => {
    const key = keys[event.key];
    if (!large.open || !key || event.shiftKey) return;
    event.preventDefault();
    key();
  });
  large.querySelector('button')?.addEventListener('click', () => large.close());
  form.addEventListener('input', show);
  form.addEventListener('submit', (event) => event.preventDefault());
  show();
  open(entries.find(({ name }) => name === decodeURIComponent(location.hash.slice(1))));
};
