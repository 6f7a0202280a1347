import { compatData, featureAt, lackingAt } from './support.ts';

/** A language feature or web API that a supported browser lacks, with the paths where a newer browser may have it. */
export type Newer = {
  feature: string;
  paths: readonly (readonly string[])[];
  /** Whether every supported browser has the object that it belongs to; otherwise it cannot be reached without that object. */
  isReachable: boolean;
};

const lacks = (...at: readonly string[]): boolean => (lackingAt(...at)?.length ?? 0) > 0;
const isMember = (name: string) => !/^__compat$|_event$|_permission$/.test(name) && /^[\w$]+$/.test(name);

/** An object and its members. */
const newerOf = (owner: readonly string[], at: readonly string[]): Newer[] => {
  const isPage = at[0] === 'api';
  const isWindow = owner[0] === 'Window';
  const members = Object.keys(featureAt(...at) ?? {}).flatMap((key): Newer[] => {
    if (!isMember(key) || !lacks(...at, key)) return [];
    const name = key.replace(/_static$/, '');
    if (name === owner.at(-1)) return [];
    const own = [...owner, name];
    const inherited = [...owner, 'prototype', name];
    // Static members of web APIs are marked in the data, those of the language are not.
    const paths = isPage ? [isWindow ? [name] : key === name ? inherited : own] : [own, inherited];
    return [{ feature: [...owner, name].join('.'), paths, isReachable: !lacks(...at) }];
  });
  return lacks(...at) ? [{ feature: owner.join('.'), paths: [owner], isReachable: true }, ...members] : members;
};

/** Everything in MDN's data that at least one of the oldest supported browsers lacks. */
export const newerApis = (): Newer[] => {
  const { api, javascript } = compatData();
  const intl = Object.keys(featureAt('javascript', 'builtins', 'Intl') ?? {}).filter(isMember);
  return [
    ...Object.keys(api).flatMap((name) => newerOf([name], ['api', name])),
    ...Object.keys(javascript.builtins ?? {}).flatMap((name) => newerOf([name], ['javascript', 'builtins', name])),
    ...intl.flatMap((name) => newerOf(['Intl', name], ['javascript', 'builtins', 'Intl', name])),
  ];
};

/**
 * Runs in a page or worker: deletes what exists at the paths, members before their objects, and returns what it deleted. Must not
 * refer to anything outside itself.
 */
export const takeAway = (paths: readonly (readonly string[])[]): string[] => {
  const deleted: string[] = [];
  for (const path of [...paths].sort((one, other) => other.length - one.length)) {
    let owner: unknown = globalThis;
    for (const name of path.slice(0, -1)) {
      if ((typeof owner !== 'object' && typeof owner !== 'function') || owner === null) break;
      owner =
        name === 'TypedArray'
          ? Reflect.getPrototypeOf(Uint8Array)
          : Reflect.getOwnPropertyDescriptor(owner, name)?.value;
    }
    const name = path[path.length - 1] ?? '';
    if ((typeof owner !== 'object' && typeof owner !== 'function') || owner === null) continue;
    if (Object.hasOwn(owner, name) && Reflect.deleteProperty(owner, name)) deleted.push(path.join('.'));
  }
  return deleted;
};

/** The same as source text; stores the deleted paths in `takenAway`. */
export const takeAwayScript = (newer: readonly Newer[]): string =>
  `globalThis.takenAway = (${takeAway})(${JSON.stringify(newer.flatMap(({ paths }) => paths))});`;
