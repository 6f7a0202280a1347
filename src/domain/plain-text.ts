/**
 * Characters that act on what shows a text instead of being seen: controls (C0, DEL, C1), line and paragraph separators, direction
 * marks, and invisible ones that no name needs: soft hyphen, zero-width space, word joiner and its neighbours, byte order mark,
 * annotation marks, tags. Joiners and variation selectors stay, which names and emoji need, and so do tags in the flag of a region.
 */
const acting =
  /(\u{1F3F4}[\u{E0020}-\u{E007E}]{1,16}\u{E007F})|[\p{Cc}\u00AD\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu;

/** Puts something else in the place of each acting character. */
export const replaceActing = (text: string, put: (character: string) => string): string =>
  text.replace(acting, (character, flag?: string) => flag ?? put(character));

const blankOr = (character: string): string => (/\s|\u0085/.test(character) && character !== '\uFEFF' ? ' ' : '');

/** A text of one line: breaks and tabs become blanks, the other acting characters go. */
export const toLine = (text: string): string => replaceActing(text, blankOr);

/** A text of several lines, which only a line feed separates. */
export const toLines = (text: string): string =>
  replaceActing(text.replace(/\r\n|[\r\u0085\u2028\u2029]/g, '\n'), (character) =>
    character === '\n' ? character : blankOr(character),
  );

export const isLine = (text: string): boolean => toLine(text) === text;
export const isLines = (text: string): boolean => toLines(text) === text;
