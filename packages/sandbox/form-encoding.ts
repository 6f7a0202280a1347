import { failure } from './stripe/errors.ts';

export type FormValue = string | FormMap;
export type FormMap = { [name: string]: FormValue };

const MAX_FIELDS = 500;
const MAX_DEPTH = 5;

const emptyMap = (): FormMap => Object.create(null);

/**
 * Decodes `a=1&b[c]=2&d[0]=3` into nested maps (arrays become maps with the keys 0, 1, …), as the Stripe API does for bodies and
 * queries. Every value stays a string, of two with the same key the last.
 * Throws a Stripe failure (400) when the keys contradict each other.
 */
export function decodeForm(text: string): FormMap {
  const root = emptyMap();
  let fields = 0;
  for (const [key, value] of new URLSearchParams(text)) {
    fields += 1;
    if (fields > MAX_FIELDS) throw malformed('too many parameters');
    place(root, keyPath(key), value);
  }
  return root;
}

function keyPath(key: string): string[] {
  const parts = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(key);
  if (!parts?.[1]) throw malformed(`the parameter name ${JSON.stringify(key.slice(0, 100))} cannot be read`);
  const inner = (parts[2] ?? '').slice(1, -1);
  const path = [parts[1], ...(inner === '' && parts[2] === '' ? [] : inner.split(']['))];
  if (path.length > MAX_DEPTH) throw malformed(`the parameter ${parts[1]} is nested too deeply`);
  return path;
}

function place(root: FormMap, path: string[], value: string): void {
  let map = root;
  for (const [depth, part] of path.entries()) {
    const name = part === '' ? String(Object.keys(map).length) : part;
    const present = map[name];
    if (depth === path.length - 1) {
      if (present !== undefined && typeof present !== 'string') throw contradiction(path);
      map[name] = value;
      return;
    }
    if (typeof present === 'string') throw contradiction(path);
    const next = present ?? emptyMap();
    map[name] = next;
    map = next;
  }
}

const contradiction = ([name]: string[]) => malformed(`${name} is given both as a text and as a hash`);

const malformed = (reason: string) =>
  failure(400, { type: 'invalid_request_error', message: `Invalid request: ${reason}.` });
