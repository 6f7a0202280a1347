import { readFileSync } from 'node:fs';

/** A file that is not text, or cannot be read; the message is for the operator. */
export class FileFault extends Error {}

/** The reasons that an operator can do something about. */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'this user may not read it',
  EISDIR: 'it is a folder',
};

/** The reason of a file system's error, in words. */
export const fileReason = (thrown: unknown): string => {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'unknown error';
  return reasons[code] ?? code;
};

/** The encodings in which spreadsheets write a file that begins like this. */
const encodingsOf = (bytes: Buffer): readonly string[] => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return ['utf-16le'];
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return ['utf-16be'];
  return ['utf-8', 'shift_jis'];
};

/** Reads a text file in UTF-8, UTF-16 or Shift_JIS, as spreadsheets write it. Throws FileFault. */
export const readTextFile = (path: string): string => {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (thrown) {
    throw new FileFault(`${path} cannot be read: ${fileReason(thrown)}.`);
  }
  for (const encoding of encodingsOf(bytes))
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      /* Try the next encoding. */
    }
  throw new FileFault(`${path} is neither UTF-8, UTF-16 nor Shift_JIS.`);
};
