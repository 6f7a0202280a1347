import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contrast } from '#src/domain/ink.ts';
import type { SiteCode, SiteSettings } from '#src/domain/site.ts';
import { root } from './source.ts';

/** A role by day and in the dark, as #rrggbb. */
type Roles = ReadonlyMap<string, readonly [string, string]>;

const textOf = (path: string): string => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '');
export const tokens = textOf('src/ui/tokens.css');
/** In: a site's code. Out: its skin as written, '' where the tokens are its face. */
export const skinOf = (code: SiteCode): string => textOf(`src/sites/${code}.css`);
/** In: a site's code. Out: its picture as written, '' without one. */
export const artworkOf = (code: SiteCode): string => textOf(`public/sites/${code}/artwork.svg`);

const declared = /--([\w-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6})|var\(--([\w-]+)\));/g;

/** In: style sheets, the later over the earlier. Out: the colour roles they end in. */
export const rolesIn = (...sheets: readonly string[]): Roles => {
  const rows = sheets.flatMap((css) => [...css.matchAll(declared)]);
  const byName = new Map(rows.map(([, name = '', light, dark, one, other]) => [name, { light, dark, one, other }]));
  const resolve = (name: string): readonly [string, string] | null => {
    const { light, dark, one, other } = byName.get(name) ?? {};
    if (light && dark) return [light, dark];
    return one ? [one, one] : other ? resolve(other) : null;
  };
  return new Map([...byName.keys()].flatMap((name) => (resolve(name) ? [[name, resolve(name) ?? ['', '']]] : [])));
};

/** What is read on what: ink, ground, and the least contrast (WCAG 2.2: letters 4.5, edges and states 3). */
const pairs: readonly (readonly [string, string, number])[] = [
  ...['ink', 'ink-2', 'ok', 'warn', 'danger', 'focus'].flatMap((ink) =>
    ['paper', 'paper-2'].map((paper) => [ink, paper, 4.5] as const),
  ),
  ...['ok', 'warn', 'danger'].flatMap((tone) => [tone, 'ink'].map((ink) => [ink, `${tone}-soft`, 4.5] as const)),
  ['accent-ink', 'accent', 4.5],
  ['header-ink', 'header', 4.5],
  ['line-2', 'paper', 3],
  ['accent', 'paper', 3],
];

/** `color-mix(in srgb, one 88%, other)`, as where a pointer is over the main button (buttons.css). */
const mixed = (one: string, other: string, part: number): string =>
  [1, 3, 5].reduce((color, at) => {
    const [a = 0, b = 0] = [one, other].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16));
    return (
      color +
      Math.round(a * part + b * (1 - part))
        .toString(16)
        .padStart(2, '0')
    );
  }, '#');

/** In: a site's roles and which mark its header shows. Out: a line for everything that cannot be read well. */
export const faceFaults = (roles: Roles, variant: SiteSettings['logo']['header']['variant']): string[] =>
  (['light', 'dark'] as const).flatMap((scheme, index) => {
    const of = (name: string) => roles.get(name)?.[index] ?? '';
    const said = (what: string, ratio: number, least: number) =>
      ratio >= least ? [] : [`${scheme}: ${what} reads ${ratio.toFixed(1)}:1`];
    const mark = (variant ?? (scheme === 'dark' ? 'white' : 'black')) === 'white' ? '#ffffff' : '#17191c';
    return [
      ...pairs.flatMap(([ink, ground, least]) => said(`${ink} on ${ground}`, contrast(of(ink), of(ground)), least)),
      ...said(
        'accent-ink under a pointer',
        contrast(of('accent-ink'), mixed(of('accent'), of('accent-ink'), 0.88)),
        4.5,
      ),
      ...said('a closed list of languages', contrast(mixed(of('header-ink'), of('header'), 0.75), of('header')), 4.5),
      ...said('the mark on the header', contrast(mark, of('header')), 4.5),
    ];
  });

/** In: a skin. Out: what it overrides that the tokens do not know. */
export const strangersIn = (skin: string): string[] =>
  [...skin.matchAll(/(--[\w-]+):/g)].map(([, name = '']) => name).filter((name) => !tokens.includes(`${name}:`));

/** What a picture may not hold: code, letters, what moves, anything fetched from elsewhere. */
const foreign =
  /<(?:script|text|tspan|image|a|foreignObject|animate\w*|set)\b|\bon\w+=|(?:href="|url\()(?!#)[^")]*|@import|<!|&/i;

/** In: a site's picture. Out: a line for everything wrong with it: it is small, still, 8:3, its own, and has a night. */
export const artworkFaults = (svg: string): string[] => [
  ...(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="720" height="270" viewBox="0 0 720 270">.*<\/svg>\n$/s.test(
    svg,
  )
    ? []
    : ['is no SVG of 720 by 270']),
  ...(Buffer.byteLength(svg) < 3000 ? [] : [`has ${Buffer.byteLength(svg)} bytes`]),
  ...(foreign.test(svg) ? [`holds ${foreign.exec(svg)?.[0]}`] : []),
  ...(svg.includes('@media (prefers-color-scheme:dark){') ? [] : ['has no dark version']),
  ...[...svg.matchAll(/(?:href="|url\()#(\w+)/g)]
    .filter(([, id]) => !svg.includes(`id="${id}"`))
    .map(([, id]) => `means #${id}, which is not there`),
];
