import type { FormMap } from './form-encoding.ts';
import { invalidParam, type StripeFailure } from './stripe/errors.ts';

/** Typed reading of decoded parameters. Each method throws the Stripe API's 400 for a wrong value. */
export type Params = ReturnType<typeof createParams>;

/** `path`: where the map is inside the whole form, for error messages. */
export function createParams(map: FormMap, path = '') {
  const full = (name: string) => (path === '' ? name : `${path}[${name}]`);

  function text(name: string): string | null {
    const value = map[name];
    if (value === undefined) return null;
    if (typeof value !== 'string') throw invalidParam(full(name), `Invalid string: ${full(name)}`);
    if (value === '') {
      const message = `You passed an empty string for '${full(name)}'. Leave the parameter out or give it a value.`;
      throw invalidParam(full(name), message, 'parameter_invalid_empty');
    }
    if (value.length > 5000) throw invalidParam(full(name), `Invalid string: ${full(name)} is too long`);
    return value;
  }

  function oneOf<Choice extends string>(name: string, choices: readonly Choice[]): Choice | null {
    const value = text(name);
    if (value === null) return null;
    const found = choices.find((choice) => choice === value);
    if (!found) throw invalidParam(full(name), `Invalid ${full(name)}: must be one of ${choices.join(', ')}`);
    return found;
  }

  return {
    text,
    oneOf,
    has: (name: string): boolean => map[name] !== undefined,
    missing: (name: string): StripeFailure =>
      invalidParam(full(name), `Missing required param: ${full(name)}.`, 'parameter_missing'),
    required(name: string): string {
      const value = text(name);
      if (value === null) throw this.missing(name);
      return value;
    },
    integer(name: string): number | null {
      const value = text(name);
      if (value === null) return null;
      if (!/^-?\d{1,15}$/.test(value)) {
        throw invalidParam(full(name), `Invalid integer: ${value.slice(0, 100)}`, 'parameter_invalid_integer');
      }
      return Number(value);
    },
    flag(name: string): boolean {
      return oneOf(name, ['true', 'false']) === 'true';
    },
    /** The nested hash of that name; an empty one when it is absent. */
    group(name: string) {
      const value = map[name];
      if (typeof value === 'string' && value !== '') throw invalidParam(full(name), `Invalid object: ${full(name)}`);
      return createParams(typeof value === 'object' ? value : {}, full(name));
    },
    list(name: string): string[] {
      const value = map[name];
      if (value === undefined || value === '') return [];
      if (typeof value === 'string') throw invalidParam(full(name), `Invalid array: ${full(name)}`);
      const inner = createParams(value, full(name));
      return Object.keys(value).map((key) => inner.required(key));
    },
    /** Free keys and values; Stripe allows 50 keys of 40 characters with values of 500. */
    metadata(): Record<string, string> {
      const value = map.metadata;
      if (value === undefined || value === '') return {};
      if (typeof value === 'string') throw invalidParam('metadata', 'Invalid object: metadata');
      const entries = Object.entries(value);
      if (entries.length > 50) throw invalidParam('metadata', 'Metadata can have up to 50 keys.');
      for (const [key, entry] of entries) {
        const name = `metadata[${key.slice(0, 40)}]`;
        if (typeof entry !== 'string') throw invalidParam(name, 'Metadata values must be strings.');
        if (key.length > 40) throw invalidParam(name, 'Metadata keys can have up to 40 characters.');
        if (entry.length > 500) throw invalidParam(name, 'Metadata values can have up to 500 characters.');
      }
      return Object.fromEntries(
        entries.map(([key, entry]) => [key, String(entry)]).filter(([, entry]) => entry !== ''),
      );
    },
    /** Rejects every parameter that is not named. */
    only(...names: string[]): void {
      for (const name of Object.keys(map)) {
        if (names.includes(name)) continue;
        const shown = full(name.slice(0, 100));
        throw invalidParam(shown, `Received unknown parameter: ${shown}`, 'parameter_unknown');
      }
    },
  };
}
