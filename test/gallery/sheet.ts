import type { Scene } from '#test/browser/kit/tour.ts';

export type Shot = { file: string; scene: Scene; lang: string; device: string; state: string };

const style = `
body { font: 15px/1.5 system-ui, sans-serif; margin: 24px; background: #eee; color: #222 }
section { display: flex; flex-wrap: wrap; gap: 16px; align-items: start; margin-bottom: 40px }
h2 { flex-basis: 100%; margin: 0 }
figure { margin: 0; background: #fff; padding: 8px; border-radius: 6px }
img { display: block; height: 460px; max-width: 100%; object-fit: contain; object-position: top }
code { font-size: 13px }`;

const figure = ({ file, lang, device, state }: Shot): string =>
  `<figure><a href="${file}"><img src="${file}" alt="" loading="lazy"></a>` +
  `<figcaption>${lang}, ${device}<br><code>${state}</code></figcaption></figure>`;

/** In: pictures. Out: one page with all of them, a row for each scene, the chart's state under each picture. */
export const sheet = (shots: readonly Shot[]): string => {
  const rows = Object.entries(Object.groupBy(shots, ({ scene }) => scene));
  const sections = rows.map(
    ([scene, row]) => `<section><h2>${scene}</h2>${(row ?? []).map(figure).join('\n')}</section>`,
  );
  return (
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Gallery</title><style>${style}</style>\n` +
    `<h1>Gallery</h1>\n${sections.join('\n')}\n</html>\n`
  );
};
