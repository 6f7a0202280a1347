import type { Look, Rect } from './look.ts';

/** The expectations for a page. */
export type Wanted = {
  /** BCP 47. */
  lang: string;
  /** Of the window, CSS pixels. */
  width: number;
  /** Ids of messages. */
  ids: ReadonlySet<string>;
};
type Text = Look['texts'][number];
type Check = (look: Look, wanted: Wanted) => string[];

/** Tolerance in CSS pixels for the edges of lines: letters overhang, fractions are rounded. */
const slack = 1.5;

const quote = ({ text, place }: Text): string => `“${text.slice(0, 40)}” in ${place}`;
const isWithin = (line: Rect, edge: Rect): boolean =>
  line.left >= edge.left - slack &&
  line.right <= edge.right + slack &&
  line.top >= edge.top - slack &&
  line.bottom <= edge.bottom + slack;
const meets = (one: Rect, other: Rect): boolean =>
  Math.min(one.right, other.right) - Math.max(one.left, other.left) > slack &&
  Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > slack;
const outside = (texts: Look['texts'], edgeOf: (text: Text) => Rect | null): string[] =>
  texts
    .filter((text) => {
      const edge = edgeOf(text);
      return edge !== null && text.lines.some((line) => !isWithin(line, edge));
    })
    .map(quote);

/** A day, a count, or an amount with its sign and currency, or times from the one to the other without spaces; no sentence. */
const isNumber = (text: string): boolean =>
  /^(?:[+\-−]?[¥￥]?\d[\d,.]*(?:円|엔|日元|日圓)?|\d+:\d+[~～〜]\d+:\d+)$/.test(text);

/** Text that is no text: a message id, an unfilled placeholder, a printed undefined or NaN. */
const isWordless = (text: string, ids: ReadonlySet<string>): boolean =>
  /\{\w+\}|\[object |\bundefined\b|\bNaN\b/.test(text) ||
  (text.match(/[a-z][a-z\d]*(?:_[a-z\d]+)+/g) ?? []).some((id) => ids.has(id));

/** The checks of every picture; each returns its findings with their places. */
export const checks = {
  'the page is wider than its window': ({ width }, wanted) =>
    width > wanted.width ? [`${width} instead of ${wanted.width} px`] : [],
  'text is cut off': ({ texts, tight }) => [...outside(texts, ({ cut }) => cut), ...tight],
  'text runs out of its box': ({ texts }) => outside(texts, ({ box }) => box),
  'text stands outside the window': ({ texts }, { width }) =>
    outside(texts, () => ({ left: 0, right: width, top: -1e6, bottom: 1e6 })),
  'texts overlap': ({ texts }) =>
    texts.flatMap((one, index) =>
      texts
        .slice(index + 1)
        .filter((other) => other.layer === one.layer)
        .filter((other) => one.lines.some((line) => other.lines.some((under) => meets(line, under))))
        .map((other) => `${quote(one)} and ${quote(other)}`),
    ),
  'text stands on a mark': ({ texts, marks }) =>
    texts.flatMap((text) =>
      marks
        .filter(({ rect, layer }) => layer === text.layer && text.lines.some((line) => meets(line, rect)))
        .map(({ place }) => `${quote(text)} and ${place}`),
    ),
  'a number is broken': ({ texts }) => texts.filter(({ text, rows }) => isNumber(text) && rows > 1).map(quote),
  'a date, time or amount is broken': ({ texts }) =>
    texts.flatMap((text) => text.broken.map((part) => `“${part}” in ${quote(text)}`)),
  'no words': ({ texts, hidden }, { ids }) =>
    [...texts.map(({ text }) => text), ...hidden].filter((text) => isWordless(text, ids)),
  'another language': ({ lang }, wanted) => (lang === wanted.lang ? [] : [`${lang} instead of ${wanted.lang}`]),
} as const satisfies Record<string, Check>;

/** A line for each finding. */
export const judge = (look: Look, wanted: Wanted): string[] =>
  Object.entries(checks).flatMap(([name, check]) => check(look, wanted).map((found) => `${name}: ${found}`));
