import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type {
  BrowserName,
  CompatData,
  CompatStatement,
  Identifier,
  SimpleSupportStatement,
} from '@mdn/browser-compat-data/types';
import { oldest } from '#build/browsers.ts';

/** The same by the names of browser-compat-data, with the in-app browsers that are based on them. */
const floor: Partial<Record<BrowserName, string>> = {
  safari: oldest.safari,
  safari_ios: oldest.safari,
  webview_ios: oldest.safari,
  chrome: oldest.chrome,
  chrome_android: oldest.chrome,
  webview_android: oldest.chrome,
  firefox: oldest.firefox,
  firefox_android: oldest.firefox,
};

const path = fileURLToPath(new URL('../../../node_modules/@mdn/browser-compat-data/data.json', import.meta.url));
/** The data twice: by its top level, and as a tree of features, which a path of names walks down. */
type Loaded = { data: CompatData; tree: Identifier };
let loaded: Loaded | null = null;

/** MDN's browser-compat-data, 20 MB of JSON, read once. */
const load = (): Loaded => {
  if (loaded === null) {
    const parsed = JSON.parse(readFileSync(path, 'utf8'));
    loaded = { data: parsed, tree: parsed };
  }
  return loaded;
};

export const compatData = (): CompatData => load().data;

const numbers = (version: string) => version.replace('≤', '').split('.').map(Number);

/** Whether a version is not newer than another. */
const isUpTo = (version: string, limit: string): boolean => {
  const [one, other] = [numbers(version), numbers(limit)];
  for (let index = 0; index < 3; index += 1) {
    const difference = (one[index] ?? 0) - (other[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return true;
};

const isThere = (row: SimpleSupportStatement, limit: string): boolean => {
  const { version_added: added, version_removed: removed } = row;
  if (typeof added !== 'string' || added === 'preview' || row.flags || row.prefix || row.alternative_name) return false;
  return isUpTo(added, limit) && !(typeof removed === 'string' && isUpTo(removed, limit));
};

/** The supported browsers whose oldest version lacks a feature; partial support counts as support. */
export const lacking = ({ support }: CompatStatement): BrowserName[] =>
  Object.entries(floor).flatMap(([name, limit]) => {
    const browser = name as BrowserName;
    const rows = support[browser];
    // An in-app browser without a statement is like the browser that it is based on.
    if (rows === undefined) return [];
    return [rows].flat().some((row) => isThere(row, limit)) ? [] : [browser];
  });

/** A row of the data by its path, or undefined. */
export const featureAt = (...path: readonly string[]): Identifier | undefined => {
  let node: Identifier | undefined = load().tree;
  for (const name of path) node = node && Object.hasOwn(node, name) ? node[name] : undefined;
  return node;
};

/** The browsers that lack the feature at a path; undefined if the data has no such row. */
export const lackingAt = (...path: readonly string[]): BrowserName[] | undefined => {
  const compat = featureAt(...path)?.__compat;
  return compat && lacking(compat);
};

/** The first version of each named browser that has any of the features. */
export const firstVersions = (paths: readonly (readonly string[])[]): Record<string, string> =>
  Object.fromEntries(
    Object.keys(oldest).map((name) => {
      const versions = paths.flatMap((path) => {
        const rows = featureAt(...path)?.__compat?.support[name as BrowserName] ?? [];
        return [rows].flat().flatMap((row) => (isThere(row, '999') ? [String(row.version_added)] : []));
      });
      return [name, versions.reduce((one, other) => (isUpTo(one, other) ? one : other), '999')];
    }),
  );
