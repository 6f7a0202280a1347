import { machines } from '#machines/index.ts';
import { langs } from '#src/domain/lang.ts';
import type { Shot } from './camera.ts';
import { nameOf } from './plan.ts';
import { allScenes, partsOf } from './scenes.ts';
import { browse, type Entry } from './sheet-script.ts';
import { style } from './sheet-style.ts';

const plain = (name: string): string => name.replaceAll('-', '');

/** The innermost chart in a `data-state`, whose parts are also state names. */
const chartOf = (state: string): string =>
  state
    .split('.')
    .map((name) => Object.keys(machines).find((id) => plain(name).endsWith(plain(id))))
    .findLast((id) => id !== undefined) ?? 'app';

const entryOf = (shot: Shot): Entry => {
  const [screen, variant] = partsOf(shot.scene);
  const { site, lang, mode, state, text, findings } = shot;
  return { name: nameOf(shot), screen, variant, site, lang, mode, state, chart: chartOf(state), text, findings };
};

const placeOf = ({ scene, mode, lang }: Shot): number =>
  (allScenes.indexOf(scene) * 100 + (mode === 'phone' || mode === 'wall' ? 0 : mode.length)) * 10 + langs.indexOf(lang);

const choice = (name: string, label: string, values: readonly string[]): string =>
  `<label>${label}<select name="${name}"><option value="">all</option>` +
  `${[...new Set(values)].map((value) => `<option>${value}</option>`).join('')}</select></label>`;

/**
 * A page to browse pictures, complete but for the pictures: a row for each scene with its languages side by side; below each
 * picture the state, with a link to the chart's drawing.
 */
export const sheet = (shots: readonly Shot[]): string => {
  const entries = shots.toSorted((one, other) => placeOf(one) - placeOf(other)).map(entryOf);
  const of = (key: 'screen' | 'variant' | 'lang' | 'site' | 'mode') => entries.map((entry) => entry[key]);
  const data = JSON.stringify(entries).replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Gallery</title>
<style>${style}</style>
<form>
<h1>Gallery</h1>
${choice('screen', 'Screen', of('screen'))}
${choice('variant', 'Variant', of('variant').toSorted())}
${choice('lang', 'Language', of('lang'))}
${choice('site', 'Site', of('site'))}
${choice('mode', 'Shown', of('mode'))}
<label>Words<input type="search" name="words" placeholder="in the picture, its name or state"></label>
<label class="tick"><input type="checkbox" name="found"> findings only</label>
<output></output>
</form>
<main></main>
<dialog><header><p></p><button type="button" aria-label="Close">×</button></header><div><img alt=""></div></dialog>
<script>(${browse})(${data})</script>
</html>
`;
};
