import * as v from 'valibot';

const MarksSchema = v.array(v.string());

/** Marks that are kept at most, the oldest go first. */
const most = 50;

/** A short digest (FNV-1a) that does not give back what it was made of. */
const digest = (text: string): string => {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash.toString(36);
};

/**
 * In: where marks are kept (of this tab, or of the browser and so of all its tabs) and under which key. Out: whether a
 * thing is met for the first time; then it is marked. Blocked or broken storage: as long as the page lives.
 */
export const createMarks = (storage: () => Storage, key: string): ((thing: string) => boolean) => {
  const met = new Set<string>();
  const read = (): string[] => {
    try {
      return v.parse(MarksSchema, JSON.parse(storage().getItem(key) ?? '[]'));
    } catch {
      return [];
    }
  };
  const write = (marks: readonly string[]) => {
    try {
      storage().setItem(key, JSON.stringify(marks.slice(-most)));
    } catch {
      // from memory, then
    }
  };
  return (thing) => {
    const mark = digest(thing);
    if (met.has(mark)) return false;
    met.add(mark);
    // read now: another tab may have been first
    const marks = read();
    if (marks.includes(mark)) return false;
    write([...marks, mark]);
    return true;
  };
};
