import * as v from 'valibot';
import { tryStorage } from '#src/device/try-storage.ts';

const MarksSchema = v.array(v.string());

/** Maximum number of marks; the oldest are removed first. */
const maxMarks = 50;

/** A short one-way digest (FNV-1a). */
const digest = (text: string): string => {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash.toString(36);
};

/**
 * Marks in tab or browser storage under a key. The returned function is true if a thing is new, and marks it. If storage is
 * blocked or broken, marks last as long as the page.
 */
export const createMarks = (storage: () => Storage, key: string): ((thing: string) => boolean) => {
  const met = new Set<string>();
  const read = () => tryStorage(() => v.parse(MarksSchema, JSON.parse(storage().getItem(key) ?? '[]'))) ?? [];
  const write = (marks: readonly string[]) =>
    tryStorage(() => storage().setItem(key, JSON.stringify(marks.slice(-maxMarks))));
  return (thing) => {
    const mark = digest(thing);
    if (met.has(mark)) return false;
    met.add(mark);
    // Read each time, because another tab may have added it.
    const marks = read();
    if (marks.includes(mark)) return false;
    write([...marks, mark]);
    return true;
  };
};
