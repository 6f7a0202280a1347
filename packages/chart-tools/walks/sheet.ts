import type { Figures } from '../explore/figures.ts';
import type { WalkRecord } from './record.ts';
import type { Sum } from './report.ts';
import { browse, type Shown } from './sheet-script.ts';
import { style } from './sheet-style.ts';

const safe = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const targetNames: Readonly<Record<string, string>> = {
  charts: 'The bare charts',
  screens: 'The screens, in happy-dom',
};

const part = (taken: number, of: number): string =>
  of === 0 ? '<td></td>' : `<td><span>${taken}/${of}</span><meter min="0" max="${of}" value="${taken}"></meter></td>`;

const row = (name: string, figures: readonly Figures[]): string => {
  const sum = (read: (one: Figures) => number) => figures.reduce((total, one) => total + read(one), 0);
  return [
    `<td>${name}</td>`,
    part(
      sum(({ transitions }) => transitions.taken),
      sum(({ transitions }) => transitions.counted),
    ),
    part(
      sum(({ guards }) => guards.bothWays),
      sum(({ guards }) => guards.counted),
    ),
    part(
      sum(({ pairs }) => pairs.taken),
      sum(({ pairs }) => pairs.planned),
    ),
  ].join('');
};

const missing = (title: string, ids: readonly string[]): string =>
  ids.length === 0
    ? ''
    : `<details><summary>${title}: ${ids.length}</summary><ul>${ids.map((id) => `<li>${safe(id)}</li>`).join('')}</ul></details>`;

const renderTarget = ({ target: name, lang, walks, failed, seconds, figures }: Sum): string => `<section class="ground">
<header><h2>${targetNames[name] ?? name}</h2><span>${name === 'charts' ? '' : `${lang} · `}${walks} walks, ${failed} otherwise than planned · ${seconds.toFixed(1)} s</span></header>
<table><thead><tr><th>Chart</th><th>Transitions</th><th>Guards both ways</th><th>Pairs</th></tr></thead>
<tbody>${figures.map((one) => `<tr>${row(one.machine, [one])}</tr>`).join('')}</tbody>
<tfoot><tr>${row('All', figures)}</tr></tfoot></table>
${missing(
  'Transitions not taken',
  figures.flatMap(({ transitions }) => transitions.missing),
)}
${missing(
  'Guards never true',
  figures.flatMap(({ guards }) => guards.neverYes),
)}
${missing(
  'Guards never false',
  figures.flatMap(({ guards }) => guards.neverNo),
)}
</section>`;

const choice = (name: string, label: string, values: readonly string[]): string =>
  `<label>${label}<select name="${name}"><option value="">all</option>` +
  `${[...new Set(values)].map((value) => `<option>${value}</option>`).join('')}</select></label>`;

/** The report as one page that contains everything but the saved pages. */
export const sheet = (records: readonly WalkRecord[], sums: readonly Sum[]): string => {
  const of = (key: 'target' | 'lang' | 'machine' | 'site') => records.map((record) => record[key]);
  // The coverage is already part of the sums.
  const shown = records.map(({ coverage: _, ...rest }): Shown => rest);
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Walks</title>
<style>${style}</style>
<form>
<h1>Walks</h1>
${choice('target', 'Target', of('target'))}
${choice('machine', 'Chart', of('machine'))}
${choice('lang', 'Language', of('lang'))}
${choice('site', 'Site', of('site'))}
<label>Words<input type="search" name="words" placeholder="an event, a state, a guard"></label>
<label class="tick"><input type="checkbox" name="failed"> otherwise than planned only</label>
<output></output>
</form>
<main><div>${sums.map(renderTarget).join('')}</div><div id="walks"></div></main>
<script>(${browse})(${JSON.stringify(shown).replaceAll('<', '\\u003c')})</script>
</html>
`;
};
