import { line } from '#server/core/shown.ts';

/** Largest number of lines of one kind in a message. */
export const maxLines = 50;

/** The first lines, and how many more there are. */
export const firstLines = (lines: readonly string[]): string[] =>
  lines.length > maxLines ? [...lines.slice(0, maxLines), `and ${lines.length - maxLines} more.`] : [...lines];

/** Why a catalogue cannot be imported, in text for the venue; one line per fault. */
export class CatalogueFault extends Error {
  constructor(...lines: readonly string[]) {
    super(
      firstLines(lines)
        .map((text) => line`${text}`)
        .join('\n'),
    );
  }
}
