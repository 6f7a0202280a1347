import { inspect } from 'node:util';
import { replaceActing } from '#src/domain/plain-text.ts';

/**
 * Text for a terminal or a log. Visitors, venues and providers wrote parts of it, which must not set a title, clear a screen, turn
 * the direction or begin a line: a text shows U+FFFD in the place of each such character, JSON its escape.
 */

const shownPart = (text: string): string => replaceActing(text, () => '\uFFFD');

/** A line of text; inserted values cannot begin another line. */
export const line = (texts: TemplateStringsArray, ...parts: readonly (string | number | null | undefined)[]): string =>
  String.raw({ raw: texts }, ...parts.map((part) => shownPart(String(part))));

/** A name that a visitor typed, without a run of blanks, after which a terminal would begin another line. */
export const shownName = (name: string): string => name.replace(/[\s\u2800]{2,}/g, ' ');

/** A text of several lines. */
export const shownText = (text: string): string =>
  replaceActing(text, (character) => (character === '\n' ? character : '\uFFFD'));

/** An error that nothing is known of, with its stack. */
export const shownError = (thrown: unknown): string => shownText(inspect(thrown));

const escaped = (character: string): string =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

/** JSON, whose strings escape what `JSON.stringify` leaves as it is. `indent`: blanks for each level, on separate lines. */
export const shownJson = (value: unknown, indent = 0): string =>
  replaceActing(JSON.stringify(value, null, indent), (character) =>
    character === '\n' ? character : escaped(character),
  );
