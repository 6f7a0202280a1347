import { line } from '#server/core/shown.ts';

/** Largest number of lines of one kind in a message. */
export const mostLines = 50;

/** The first lines, and how many more there are. */
export const firstLines = (lines: readonly string[]): string[] =>
  lines.length > mostLines ? [...lines.slice(0, mostLines), `and ${lines.length - mostLines} more.`] : [...lines];

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
