import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BrowserName, CompatData, Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data/types';
import { oldest } from '#build/browsers.ts';

/** MDN's browser-compat-data: by its top level, and as a tree of features. */
const dataFile = new URL('../../../node_modules/@mdn/browser-compat-data/data.json', import.meta.url);
const compatData: CompatData & Identifier = JSON.parse(readFileSync(fileURLToPath(dataFile), 'utf8'));

const numbers = (version: string): number[] => version.replace('≤', '').split('.').map(Number);

const isUpTo = (version: string, limit: string): boolean => {
  const [[major = 0, minor = 0], [limitMajor = 0, limitMinor = 0]] = [numbers(version), numbers(limit)];
  return major < limitMajor || (major === limitMajor && minor <= limitMinor);
};

const hasFeature = (row: SimpleSupportStatement, limit: string): boolean => {
  const { version_added: added, version_removed: removed } = row;
  if (typeof added !== 'string' || added === 'preview' || row.flags || row.prefix || row.alternative_name) return false;
  return isUpTo(added, limit) && !(typeof removed === 'string' && isUpTo(removed, limit));
};

/** The oldest supported browsers, and those on telephones, which are built on them. */
const floor: readonly (readonly [BrowserName, string])[] = [
  ...(['safari', 'safari_ios', 'webview_ios'] as const).map((name) => [name, oldest.safari] as const),
  ...(['chrome', 'chrome_android', 'webview_android'] as const).map((name) => [name, oldest.chrome] as const),
  ...(['firefox', 'firefox_android'] as const).map((name) => [name, oldest.firefox] as const),
];

const featureAt = (...path: readonly string[]): Identifier | undefined => {
  let node: Identifier | undefined = compatData;
  for (const name of path) node = node && Object.hasOwn(node, name) ? node[name] : undefined;
  return node;
};

/** A language feature or web API that a supported browser lacks, with the paths where a newer browser may have it. */
export type Newer = { feature: string; paths: readonly (readonly string[])[] };

/** Whether one of these browsers lacks a feature; an in-app browser without a row is like the browser it is built on. */
const lacks = (...at: readonly string[]): boolean => {
  const support = featureAt(...at)?.__compat?.support;
  return floor.some(([name, limit]) => {
    const rows = support?.[name];
    return rows !== undefined && ![rows].flat().some((row) => hasFeature(row, limit));
  });
};
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
    return [{ feature: [...owner, name].join('.'), paths }];
  });
  return lacks(...at) ? [{ feature: owner.join('.'), paths: [owner] }, ...members] : members;
};

/** Everything in MDN's data that at least one of the oldest supported browsers lacks. */
export const newerApis = (): Newer[] => {
  const { api, javascript } = compatData;
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
const takeAway = (paths: readonly (readonly string[])[]): string[] => {
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
