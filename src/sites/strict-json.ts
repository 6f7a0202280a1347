import { visit } from 'jsonc-parser';
import { toLine } from '#src/domain/plain-text.ts';

/** A name in a JSON text that a parser would leave out without an error: the keys that lead to it, and why. */
export type NameFault = { path: readonly string[]; problem: string };

/** Names that an object has twice, or that no object may have. The message has all of them, without values. */
export class NameFaults extends SyntaxError {
  readonly faults: readonly NameFault[];
  constructor(faults: readonly NameFault[]) {
    super(faults.map(({ path, problem }) => `${path.join('.')}: ${problem}`).join('; '));
    this.faults = faults;
  }
}

/** Maximum faults that are listed, keys that lead to one, and length of a name in it. */
const [maxFaults, maxKeys, maxNameLength] = [20, 10, 60];
/** Names that schemas leave out, since they would change the object itself. */
const inherited = new Set(['__proto__', 'constructor', 'prototype']);

const nameFaultsIn = (text: string): NameFault[] => {
  const faults: NameFault[] = [];
  const open: Map<string, number>[] = [];
  visit(text, {
    onObjectBegin: () => {
      open.push(new Map());
    },
    onObjectEnd: () => {
      open.pop();
    },
    onObjectProperty: (name, _offset, _length, lineBefore, _column, pathOf) => {
      const [lines, line] = [open.at(-1), lineBefore + 1];
      const first = lines?.get(name);
      lines?.set(name, first ?? line);
      if (faults.length === maxFaults || (first === undefined && !inherited.has(name))) return;
      const path = [...pathOf().slice(0, maxKeys), name].map((key) => toLine(String(key)).slice(0, maxNameLength));
      const places = first === line ? `line ${line}` : `lines ${first} and ${line}`;
      const problem = first === undefined ? `no such field (line ${line})` : `stands twice, on ${places}`;
      faults.push({ path, problem });
    },
  });
  return faults;
};

/** Parses JSON that people wrote. Throws NameFaults where JSON.parse would take the last of two values with one name. */
export const parseStrictJson = (text: string): unknown => {
  const value: unknown = JSON.parse(text);
  const faults = nameFaultsIn(text);
  if (faults.length > 0) throw new NameFaults(faults);
  return value;
};
