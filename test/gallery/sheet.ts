import { langs } from '#src/domain/lang.ts';
import type { Shot } from './camera.ts';
import { nameOf } from './plan.ts';
import { allScenes } from './scenes.ts';

const style = `body { margin: 1rem; font: 0.875rem/1.4 system-ui }
section > div { display: flex; gap: 1rem; overflow-x: auto }
figure { flex: none; margin: 0; max-inline-size: 14rem }
img { inline-size: 100%; border: 1px solid #ccc }
li { color: #b00020 }`;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const rowOf = ({ scene, site, mode }: Shot): string => `${scene} · ${site} · ${mode}`;

const figureOf = (shot: Shot): string => {
  const file = `${nameOf(shot)}.png`;
  const findings = shot.findings.map((finding) => `<li>${escaped(finding)}</li>`).join('');
  return (
    `<figure><a href="${file}"><img loading="lazy" alt="${file}" src="${file}"></a>` +
    `<figcaption><b>${shot.lang}</b> ${shot.state}<ul>${findings}</ul></figcaption></figure>`
  );
};

/** A page of pictures: a row for each scene with its languages side by side, and the state and findings below each picture. */
export const sheet = (shots: readonly Shot[]): string => {
  const placeOf = ({ scene, lang }: Shot) => allScenes.indexOf(scene) * langs.length + langs.indexOf(lang);
  const rows = Map.groupBy(
    shots.toSorted((one, other) => placeOf(one) - placeOf(other)),
    rowOf,
  );
  const sections = [...rows].map(
    ([name, some]) => `<section><h2>${name}</h2><div>${some.map(figureOf).join('\n')}</div></section>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Gallery</title><style>${style}</style>
<h1>Gallery</h1>
${sections.join('\n')}
</html>
`;
};
