/**
 * Characters that act on what shows a text instead of being seen: controls (C0, DEL, C1), format characters such as direction marks
 * and tags, line and paragraph separators, ignorable ones such as fillers, and code points that are no character. Joiners and
 * variation selectors stay, which names and emoji need, and so do tags in the flags of England, Scotland and Wales.
 */
const acting =
  /(\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F})|(?![\p{Join_Control}\p{Variation_Selector}])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;

/** Puts something else in the place of each acting character. */
export const replaceActing = (text: string, put: (character: string) => string): string =>
  text.replace(acting, (character, flag?: string) => flag ?? put(character));

/** A blank for a break or a tab, nothing for other characters: `\s` has the byte order mark too, which separates no words. */
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
