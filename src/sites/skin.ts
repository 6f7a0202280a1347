import * as v from 'valibot';
import { contrast } from '#src/domain/ink.ts';
import type { Logo, SiteCode } from '#src/domain/site.ts';
import { AboutSchema, strictMessage, whole } from '#src/domain/site-fields.ts';
import { ColorSchema } from '#src/domain/site-settings.ts';

/** A colour in light and in dark mode. */
type Pair = readonly [light: string, dark: string];

/** The colours that a skin may set, with those of `src/ui/tokens.css`. */
export const usualColors = {
  paper: ['#ffffff', '#131416'],
  'paper-2': ['#f5f5f2', '#1c1e20'],
  ink: ['#17191c', '#f1f1ee'],
  'ink-2': ['#53575c', '#b2b5b9'],
  line: ['#dededa', '#34373a'],
  'line-2': ['#797d82', '#8c9095'],
  focus: ['#0b57d0', '#8fb8ff'],
  ok: ['#0d6446', '#6fd0a6'],
  'ok-soft': ['#ecf5f0', '#14261f'],
  warn: ['#855000', '#eab766'],
  'warn-soft': ['#fbf4e6', '#2a2114'],
  danger: ['#b0261c', '#ff9d92'],
  'danger-soft': ['#fcefed', '#301a18'],
  accent: ['#17191c', '#f1f1ee'],
  'accent-ink': ['#ffffff', '#131416'],
  header: ['#ffffff', '#131416'],
  'header-ink': ['#17191c', '#f1f1ee'],
} as const satisfies Record<string, Pair>;
export type ColorName = keyof typeof usualColors;

/** Colours that are those of others until a skin sets them. */
const derived: Partial<Record<ColorName, ColorName>> = {
  accent: 'ink',
  'accent-ink': 'paper',
  header: 'paper',
  'header-ink': 'ink',
};

const colorNames = Object.keys(usualColors) as ColorName[];

const color = 'a colour such as #17191c, or two: [light, dark]';

/** `skin.json`: named tokens. Missing tokens are as in `src/ui/tokens.css`. */
export const SkinFileSchema = v.strictObject(
  {
    about: AboutSchema,
    ...v.entriesFromList(
      colorNames,
      v.optional(v.union([ColorSchema, v.strictTuple([ColorSchema, ColorSchema])], color)),
    ),
    radius: v.optional(whole([0, 24], ' of pixels')),
    headings: v.optional(v.picklist(['sans', 'serif'], 'sans or serif')),
  },
  strictMessage(['about', ...colorNames, 'radius', 'headings']),
);
export type Skin = v.InferOutput<typeof SkinFileSchema>;

const pairOf = (skin: Skin, name: ColorName): Pair => {
  const color = skin[name];
  if (color !== undefined) return typeof color === 'string' ? [color, color] : color;
  const source = derived[name];
  return source ? pairOf(skin, source) : usualColors[name];
};

type Rule = readonly [ink: ColorName, background: ColorName, min: number];
const rulesOn = (inks: readonly ColorName[], backgrounds: readonly ColorName[]): Rule[] =>
  inks.flatMap((ink) => backgrounds.map((background): Rule => [ink, background, 4.5]));

/** Foreground and background, with their least contrast (WCAG 2.2: text 4.5, edges and states 3). */
const rules: readonly Rule[] = [
  ...rulesOn(['ink', 'ink-2', 'ok', 'warn', 'danger', 'focus'], ['paper', 'paper-2']),
  ...rulesOn(['ok', 'ink'], ['ok-soft']),
  ...rulesOn(['warn', 'ink'], ['warn-soft']),
  ...rulesOn(['danger', 'ink'], ['danger-soft']),
  ...rulesOn(['accent-ink'], ['accent']),
  ...rulesOn(['header-ink'], ['header']),
  ['line-2', 'paper', 3],
  ['accent', 'paper', 3],
];

/** `color-mix(in srgb, one <part>, other)`. */
const mixed = (one: string, other: string, part: number): string => {
  const channels = [1, 3, 5].map((start) => {
    const [a = 0, b = 0] = [one, other].map((hex) => Number.parseInt(hex.slice(start, start + 2), 16));
    const sum = Math.round(a * part + b * (1 - part));
    return sum.toString(16).padStart(2, '0');
  });
  return `#${channels.join('')}`;
};

/** A token whose contrast is too low, and what is needed. */
export type SkinFault = { field: string; problem: string };

/** A fault for each contrast of a skin that is too low, in light and dark mode; `variant` is the header's logo. */
export const contrastFaults = (skin: Skin, variant: Logo['variant']): SkinFault[] =>
  (['light', 'dark'] as const).flatMap((scheme, index) => {
    const colorOf = (name: ColorName): string => pairOf(skin, name)[index] ?? '';
    const mark = (variant ?? (scheme === 'dark' ? 'white' : 'black')) === 'white' ? '#ffffff' : '#17191c';
    // buttons.css and frame.css mix these colours
    const underPointer = mixed(colorOf('accent'), colorOf('accent-ink'), 0.88);
    const closedList = mixed(colorOf('header-ink'), colorOf('header'), 0.75);
    const checks: readonly (readonly [field: ColorName, what: string, ratio: number, min: number])[] = [
      ...rules.map(([ink, back, min]) => [ink, `on ${back}`, contrast(colorOf(ink), colorOf(back)), min] as const),
      ['accent-ink', 'on accent under a pointer', contrast(colorOf('accent-ink'), underPointer), 4.5],
      ['header-ink', 'of a closed list of languages', contrast(closedList, colorOf('header')), 4.5],
      ['header', `under the ${variant ?? 'usual'} logo`, contrast(mark, colorOf('header')), 4.5],
    ];
    return checks.flatMap(([field, what, ratio, min]) =>
      ratio >= min
        ? []
        : [{ field, problem: `${what} has a contrast of ${ratio.toFixed(2)}:1 in ${scheme} mode; at least ${min}` }],
    );
  });

/** The style sheet of a skin; '' without tokens. The oldest browsers know neither nesting nor `light-dark()`. */
export const skinCss = (code: SiteCode, skin: Skin): string => {
  const setNames = colorNames.filter((name) => skin[name] !== undefined);
  const lines = (index: 0 | 1, names: readonly ColorName[]) =>
    names.map((name) => `--${name}:${pairOf(skin, name)[index]}`);
  const page = `html[data-site="${code}"]`;
  const size = skin.radius === undefined ? [] : [`--radius:${skin.radius}px`];
  const light = [...lines(0, setNames), ...size];
  const inTwoModes = setNames.filter((name) => pairOf(skin, name)[0] !== pairOf(skin, name)[1]);
  const dark = lines(1, inTwoModes);
  const weight = skin.headings === 'serif' ? 500 : 600;
  // the serifs of devices for Japanese, Korean and Chinese have no medium weight; their regular one is lighter than the text beside it
  const bolder = `${page}:not(:lang(en)){--display-weight:600}`;
  const parts = [
    light.length > 0 ? `${page}{${light.join(';')}}` : '',
    dark.length > 0 ? `@media screen and (prefers-color-scheme:dark){${page}{${dark.join(';')}}}` : '',
    skin.headings
      ? `${page},${page} [lang]{--display:var(--${skin.headings});--display-weight:${weight}}${bolder}`
      : '',
  ].join('');
  return parts && `@layer tokens{${parts}}`;
};
