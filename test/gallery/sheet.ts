import { machines } from '#machines/index.ts';
import type { devices } from '#test/browser/kit/lane.ts';

/** A picture: the part of the gallery it belongs to, what it shows, and where the charts were. */
export type Shot = {
  part: 'Screens' | 'Failures';
  file: string;
  scene: string;
  lang: string;
  device: keyof typeof devices;
  state: string;
};

const style = `
body { font: 15px/1.5 system-ui, sans-serif; margin: 24px; background: #eee; color: #222 }
section { display: flex; flex-wrap: wrap; gap: 16px; align-items: start; margin-bottom: 40px }
h2 { flex-basis: 100%; margin: 0 }
figure { margin: 0; background: #fff; padding: 8px; border-radius: 6px }
img { display: block; height: 460px; max-width: 100%; object-fit: contain; object-position: top }
code { font-size: 13px }`;

const plain = (name: string): string => name.replaceAll('-', '');

/** In: the state names on the way to what was on screen. Out: the innermost chart among them; states carry their route. */
const chartOf = (state: string): string =>
  state
    .split('.')
    .map((name) => Object.keys(machines).find((id) => plain(name).endsWith(plain(id))))
    .findLast((id) => id !== undefined) ?? 'app';

const figure = ({ part, scene, file, lang, device, state }: Shot): string => {
  const chart = chartOf(state);
  const title = part === 'Failures' ? `<b>${scene}</b>` : `${lang}, ${device}`;
  return (
    `<figure><a href="${file}"><img src="${file}" alt="" loading="lazy"></a>` +
    `<figcaption>${title}<br><a href="../../machines/${chart}/${chart}.md"><code>${state}</code></a></figcaption></figure>`
  );
};

const section = (heading: string, shots: readonly Shot[]): string =>
  `<section>${heading}${shots.map(figure).join('\n')}</section>`;

/**
 * In: pictures. Out: one page with all of them: the screens, a row for each scene, and the failures; under each picture the
 * chart's state, which leads to the drawing of the chart.
 */
export const sheet = (shots: readonly Shot[]): string => {
  const { Screens = [], Failures = [] } = Object.groupBy(shots, ({ part }) => part);
  const scenes = Object.entries(Object.groupBy(Screens, ({ scene }) => scene));
  const sections = [
    ...scenes.map(([scene, row]) => section(`<h2>${scene}</h2>`, row ?? [])),
    section('<h2>Failures</h2>', Failures),
  ];
  return (
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Gallery</title><style>${style}</style>\n` +
    `<h1>Gallery</h1>\n${sections.join('\n')}\n</html>\n`
  );
};
