import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contrast } from '#src/domain/ink.ts';
import type { SiteCode, SiteSettings } from '#src/domain/site.ts';
import { root } from './source.ts';

/** A colour role in light and dark mode, as #rrggbb. */
type Roles = ReadonlyMap<string, readonly [string, string]>;

const textOf = (path: string): string => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '');
export const tokens = textOf('src/ui/tokens.css');
/** The text of a site's skin, '' if it uses the design tokens as they are. */
export const skinOf = (code: SiteCode): string => textOf(`src/sites/${code}.css`);
/** The text of a site's picture, '' without one. */
export const artworkOf = (code: SiteCode): string => textOf(`public/sites/${code}/artwork.svg`);

const declared = /--([\w-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6})|var\(--([\w-]+)\));/g;

/** The resulting colour roles of style sheets; later ones override earlier ones. */
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

/** Foreground and background roles, with their minimum contrast (WCAG 2.2: text 4.5, edges and states 3). */
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

/** `color-mix(in srgb, one 88%, other)`, as used for the hovered primary button (buttons.css). */
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

/** A line for each insufficient contrast in a site's colours; `variant` is the header's logo. */
export const faceFaults = (roles: Roles, variant: SiteSettings['logo']['header']['variant']): string[] =>
  (['light', 'dark'] as const).flatMap((scheme, index) => {
    const of = (name: string) => roles.get(name)?.[index] ?? '';
    const contrastFault = (what: string, ratio: number, least: number) =>
      ratio >= least ? [] : [`${scheme}: ${what} reads ${ratio.toFixed(1)}:1`];
    const mark = (variant ?? (scheme === 'dark' ? 'white' : 'black')) === 'white' ? '#ffffff' : '#17191c';
    return [
      ...pairs.flatMap(([ink, background, least]) =>
        contrastFault(`${ink} on ${background}`, contrast(of(ink), of(background)), least),
      ),
      ...contrastFault(
        'accent-ink under a pointer',
        contrast(of('accent-ink'), mixed(of('accent'), of('accent-ink'), 0.88)),
        4.5,
      ),
      ...contrastFault(
        'a closed list of languages',
        contrast(mixed(of('header-ink'), of('header'), 0.75), of('header')),
        4.5,
      ),
      ...contrastFault('the mark on the header', contrast(mark, of('header')), 4.5),
    ];
  });

/** Custom properties of a skin that the design tokens do not define. */
export const strangersIn = (skin: string): string[] =>
  [...skin.matchAll(/(--[\w-]+):/g)].map(([, name = '']) => name).filter((name) => !tokens.includes(`${name}:`));

/** What a picture must not contain: code, text, animation, external resources. */
const foreign =
  /<(?:script|text|tspan|image|a|foreignObject|animate\w*|set)\b|\bon\w+=|(?:href="|url\()(?!#)[^")]*|@import|<!|&/i;

/** A line for each fault of a site's picture: it must be small, static, 8:3, self-contained, and have a dark mode. */
export const artworkFaults = (svg: string): string[] => [
  ...(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="720" height="270" viewBox="0 0 720 270">.*<\/svg>\n$/s.test(
    svg,
  )
    ? []
    : ['is no SVG of 720 by 270']),
  ...(Buffer.byteLength(svg) < 3000 ? [] : [`has ${Buffer.byteLength(svg)} bytes`]),
  ...(foreign.test(svg) ? [`contains ${foreign.exec(svg)?.[0]}`] : []),
  ...(svg.includes('@media (prefers-color-scheme:dark){') ? [] : ['has no dark version']),
  ...[...svg.matchAll(/(?:href="|url\()#(\w+)/g)]
    .filter(([, id]) => !svg.includes(`id="${id}"`))
    .map(([, id]) => `refers to the missing #${id}`),
];
