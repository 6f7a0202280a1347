import { writeFileSync } from 'node:fs';
import { shownJson } from '#server/core/shown.ts';

/**
 * Writes an export to a new file that only the operator can read, or to stdout: a text as it is, data as JSON. Throws when the
 * file exists.
 */
export const writeExport = (data: unknown, file: string | undefined): void => {
  const text = typeof data === 'string' ? data : `${shownJson(data, 2)}\n`;
  if (file === undefined) process.stdout.write(text);
  else writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
};
