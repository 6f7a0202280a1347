/** Samples of every class of characters that control a terminal or a page instead of being shown (`src/domain/plain-text.ts`). */
export const actingCharacters: readonly string[] = [
  '\u0000\u0007\u0008\u001b\u007f\u0085\u009b\u009d',
  '\t\n\r\u2028\u2029',
  '\u061c\u200e\u200f\u202a\u202e\u2066\u2069',
  '\u00ad\u200b\u2060\u206f\ufeff\ufff9\u{e0001}\u{e0041}',
  // fillers and others that are ignorable, format characters, and code points that are no character
  '\u034f\u115f\u1160\u17b4\u17b5\u180e\u2065\u3164\uffa0\ufff0\u{e0fff}',
  '\u0600\u06dd\u{1bca0}\u{1d173}\ufdd0\ufffe\uffff\u{1fffe}\u{10ffff}',
].flatMap((row) => [...row]);

/** The same without NUL, which no database column can hold. */
const storable = actingCharacters.filter((character) => character !== '\u0000');

/** A name that an earlier release may have stored: a title, a cleared screen, a false line, a turned direction, and all others. */
export const hostileName = `Eve\u001b]0;owned\u0007\u001b[2J\nAAAA-BBBB-CCCC  paid  borderless  Mallory\u202e${storable.join('x')}`;

/** Which of them are in a text, line feeds excepted. */
export const actingIn = (text: string): string[] =>
  actingCharacters.filter((character) => character !== '\n' && text.includes(character));

/** Names and notes as people write them. */
export const plainTexts: readonly string[] = [
  '山田 花子',
  // a variation selector chooses the shape of the first letter
  '葛\u{e0100}城',
  '👩‍👩‍👧 ❤️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏴󠁧󠁢󠁷󠁬󠁳󠁿',
  'ᠮᠣᠩᠭᠣᠯ\u180b\u180f',
  'محمد الأمين',
  'שרה כהן',
  'क्\u200dष र्\u200dय',
  'می\u200cخواهم',
  '한글 \u1112\u1161\u11ab',
  'e\u0301 Ｆｕｌｌ\u3000Ｗｉｄｔｈ\u00a0!',
];
