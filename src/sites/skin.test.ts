import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { contrastFaults, SkinFileSchema, skinCss } from './skin.ts';

const faultsOf = (skin: object, variant?: 'white' | 'black') =>
  contrastFaults(v.parse(SkinFileSchema, skin), variant).map(({ field, problem }) => `${field} ${problem}`);

describe('the contrast of a skin', () => {
  it('is judged in both modes, with the colours that the skin leaves as they are', () => {
    expect(faultsOf({ accent: '#777777', 'accent-ink': '#ffffff' })).toEqual([
      'accent-ink on accent has a contrast of 4.48:1 in light mode; at least 4.5',
      'accent-ink on accent under a pointer has a contrast of 3.59:1 in light mode; at least 4.5',
      'accent-ink on accent has a contrast of 4.48:1 in dark mode; at least 4.5',
      'accent-ink on accent under a pointer has a contrast of 3.59:1 in dark mode; at least 4.5',
    ]);
    expect(faultsOf({ paper: ['#ffffff', '#808080'] })[0]).toMatch(/^ink on paper .* in dark mode/);
  });

  it('counts the logo on the header', () => {
    const dark = { header: '#101010', 'header-ink': '#ffffff' };
    expect(faultsOf(dark)).toEqual([
      'header under the usual logo has a contrast of 1.08:1 in light mode; at least 4.5',
    ]);
    expect(faultsOf(dark, 'white')).toEqual([]);
  });
});

describe('the style sheet of a skin', () => {
  it('applies to its site only, in light and dark mode', () => {
    const css = skinCss('mine', { paper: ['#ffffff', '#101010'], header: '#0d3349', radius: 4, headings: 'serif' });
    expect(css).toBe(
      '@layer tokens{html[data-site="mine"]{--paper:#ffffff;--header:#0d3349;--radius:4px}' +
        '@media screen and (prefers-color-scheme:dark){html[data-site="mine"]{--paper:#101010}}' +
        'html[data-site="mine"],html[data-site="mine"] [lang]{--display:var(--serif);--display-weight:500}' +
        'html[data-site="mine"]:not(:lang(en)){--display-weight:600}}',
    );
  });

  it.each([
    { paper: 'red' },
    { paper: '#fff' },
    { paper: ['#ffffff'] },
    { paper: '#ffffff;}*{display:none' },
    { radius: '4px' },
    { radius: 100 },
    { headings: 'Comic Sans' },
    { background: '#ffffff' },
  ])('takes no other values: %j', (skin) => {
    expect(v.is(SkinFileSchema, skin)).toBe(false);
  });
});
