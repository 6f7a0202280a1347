import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const roles = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, name, light, dark]) => [
    name,
    [light, dark],
  ]),
);

const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const contrast = (ink: string, paper: string, scheme: 0 | 1): number => {
  const [dark = 0, light = 0] = [ink, paper]
    .map((role) => luminance(roles.get(role)?.[scheme] ?? ''))
    .sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};

const pairs = [
  ...['ink', 'ink-2', 'ok', 'warn', 'danger', 'focus'].flatMap((ink) => [
    [ink, 'paper'],
    [ink, 'paper-2'],
  ]),
  ...['ok', 'warn', 'danger'].flatMap((tone) => [
    [tone, `${tone}-soft`],
    ['ink', `${tone}-soft`],
  ]),
].map(([ink = '', paper = '']) => ({ ink, paper }));

describe.each([
  { name: 'light', scheme: 0 as const },
  { name: 'dark', scheme: 1 as const },
])('contrast in $name', ({ scheme }) => {
  test.each(pairs)('$ink on $paper reads 4.5:1', ({ ink, paper }) => {
    expect(contrast(ink, paper, scheme)).toBeGreaterThanOrEqual(4.5);
  });

  test('edges of controls stand out 3:1', () => {
    expect(contrast('line-2', 'paper', scheme)).toBeGreaterThanOrEqual(3);
  });
});
