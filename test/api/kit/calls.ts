import { None } from '#src/api/contract/define.ts';
import { contract } from '#src/api/contract/index.ts';
import type { Endpoint } from '#src/api/endpoint.ts';

/** Every call of the contract by its name. */
export const rows: [string, Endpoint][] = Object.entries(contract);

/** Names of the parameters in a path. */
export const pathParams = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

export const hasBody = ({ body }: Endpoint): boolean => body !== None;
export const hasQuery = ({ query }: Endpoint): boolean => query !== None;

/** Every settable position in a JSON value, as a path of keys. */
export const pathsOf = (value: unknown, path: string[] = []): string[][] => {
  const inside = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [...(path.length > 0 ? [path] : []), ...inside.flatMap(([key, inner]) => pathsOf(inner, [...path, key]))];
};

/** A copy of the value, with the change applied at the position `[key, ...rest]`. */
export const changed = (
  value: unknown,
  [key, ...rest]: string[],
  change: (parent: Record<string, unknown>, key: string) => void,
): unknown => {
  const copy = structuredClone(value);
  let parent = Object(copy);
  let last = key ?? '';
  for (const next of rest) {
    parent = Object(parent[last]);
    last = next;
  }
  change(parent, last);
  return copy;
};
