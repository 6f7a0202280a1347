import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { siteCodes } from '#src/domain/site.ts';
import { settingsOf } from '#src/sites/sites.ts';
import { artworkFaults, artworkOf, faceFaults, rolesIn, skinOf, strangersIn, tokens } from './faces.ts';
import { twice } from './sites.ts';
import { root } from './source.ts';

/** Sites without a skin: they use the design tokens as they are. */
const plain = ['borderless'];
const skinned = siteCodes.filter((code) => !plain.includes(code));

describe.each(siteCodes.map((code) => ({ code })))('the appearance of $code', ({ code }) => {
  it('has its own picture', () => {
    expect(artworkFaults(artworkOf(code))).toEqual([]);
  });

  it('has sufficient contrast in light and dark mode', async () => {
    const { variant } = (await settingsOf(code)).logo.header;
    expect(faceFaults(rolesIn(tokens, skinOf(code)), variant)).toEqual([]);
  });

  it('overrides only existing tokens, for this site only', () => {
    const skin = skinOf(code);
    expect(skin === '').toBe(plain.includes(code));
    expect(strangersIn(skin)).toEqual([]);
    expect([...skin.matchAll(/data-site="([^"]*)"/g)].map(([, site]) => site)).toEqual(skin ? [code] : []);
    expect(skin.split('\n').length).toBeLessThan(25);
  });
});

describe('the appearance of all sites', () => {
  it('is imported by the style sheet', () => {
    const skins = readdirSync(join(root, 'src/sites')).filter((file) => file.endsWith('.css') && file !== 'skins.css');
    expect(skins.sort()).toEqual(skinned.map((code) => `${code}.css`).sort());
    const listed = [...skinOf('skins' as (typeof siteCodes)[number]).matchAll(/@import "\.\/(.*)";/g)];
    expect(listed.map(([, file]) => file).sort()).toEqual(skins);
  });

  it('differs in picture and accent', () => {
    expect(twice(siteCodes.map(artworkOf))).toEqual([]);
    expect(twice(siteCodes.map((code) => String(rolesIn(tokens, skinOf(code)).get('accent'))))).toEqual([]);
  });
});

describe('the rules', () => {
  const frame = (inner: string, size = 'width="720" height="270" viewBox="0 0 720 270"') =>
    `<svg xmlns="http://www.w3.org/2000/svg" ${size}><style>@media (prefers-color-scheme:dark){}</style>${inner}</svg>\n`;

  it('accept a valid picture', () => {
    expect(artworkFaults(frame('<path id="a" d="M0 0H9"/><use href="#a"/>'))).toEqual([]);
  });

  it.each([
    ['contains <text', frame('<text>x</text>')],
    ['contains <script', frame('<script/>')],
    ['contains onload=', frame('<path onload="1"/>')],
    ['contains url(https://x.example/a', frame('<path fill="url(https://x.example/a)"/>')],
    ['contains href="other.svg#a', frame('<use href="other.svg#a"/>')],
    ['refers to the missing #b', frame('<use href="#b"/>')],
    ['is no SVG of 720 by 270', frame('', 'width="720" height="270"')],
    ['has 3157 bytes', frame(`<path d="${'M0 0'.repeat(750)}"/>`)],
    ['has no dark version', frame('').replace('dark', 'light')],
  ])('report that it %s', (fault, svg) => {
    expect(artworkFaults(svg)).toEqual([fault]);
  });

  it('report insufficient contrast', () => {
    const faults = (skin: string, variant?: 'white' | 'black') => faceFaults(rolesIn(tokens, skin), variant);
    expect(faults('--accent: #777777; --accent-ink: #ffffff;')).toEqual([
      'light: accent-ink on accent reads 4.5:1',
      'light: accent-ink under a pointer reads 3.6:1',
      'dark: accent-ink on accent reads 4.5:1',
      'dark: accent-ink under a pointer reads 3.6:1',
    ]);
    expect(faults('--header: #101010; --header-ink: #ffffff;')).toEqual(['light: the mark on the header reads 1.1:1']);
    expect(faults('--header: #101010; --header-ink: #ffffff;', 'white')).toEqual([]);
    expect(strangersIn('--papr: #ffffff;')).toEqual(['--papr']);
  });
});
