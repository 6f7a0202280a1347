import { expect, it } from 'vitest';
import { usualColors } from '#src/sites/skin.ts';
import { readText } from './source.ts';

const tokens = readText('src/ui/tokens.css').split('@media')[0] ?? '';

/** The colours of `tokens.css` in light and dark mode, with those that refer to others resolved. */
const declared = new Map(
  [...tokens.matchAll(/--([\w-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|var\(--([\w-]+)\));/g)].map(
    ([, name = '', light, dark, other]) => [name, { light, dark, other }],
  ),
);
const colorsOf = (name: string): readonly (string | undefined)[] => {
  const { light, dark, other } = declared.get(name) ?? {};
  return other ? colorsOf(other) : [light, dark];
};

it.each(Object.entries(usualColors))(
  'the contrast of skins is judged with the design token %s as it is',
  (name, pair) => {
    expect(colorsOf(name)).toEqual(pair);
  },
);

it.each(['radius', 'display', 'display-weight'])('skins set the design token %s, which exists', (name) => {
  expect(tokens).toContain(`--${name}:`);
});
