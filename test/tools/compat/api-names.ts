import { compatData, featureAt, lackingAt } from './support.ts';

/** Names of built-in objects by which the data lists them differently. */
const builtinOf = (name: string): string => {
  if (/^(?:Ui|I)nt(?:8|16|32)(?:Clamped)?Array$|^Big(?:Ui|I)nt64Array$|^Float(?:16|32|64)Array$/.test(name))
    return 'TypedArray';
  const bare = name.replace(/^(?:Readonly)(?=Array|Map|Set)/, '').replace(/Like$/, '');
  return { IteratorObject: 'Iterator', AsyncIteratorObject: 'AsyncIterator' }[bare] ?? bare;
};

/** Possible paths of an object's member in the data: the language's first, then the web APIs'. */
const pathsOf = (owner: string, member: string, isStatic: boolean): string[][] => {
  const name = builtinOf(owner);
  const builtin = name.startsWith('Intl.') ? ['Intl', name.slice(5)] : [name];
  return [
    ['javascript', 'builtins', ...builtin, member],
    ['api', owner, isStatic ? `${member}_static` : member],
  ];
};

/** The browsers that lack a member of an object; undefined if the data does not list it. */
export const memberLacking = (owner: string, member: string, isStatic: boolean): string[] | undefined => {
  for (const path of pathsOf(owner, member, isStatic)) {
    const found = lackingAt(...path);
    if (found) return found;
  }
  return undefined;
};

/** The browsers that lack a global name: a constructor, a function, a property of the window. */
export const globalLacking = (name: string): string[] | undefined =>
  lackingAt('javascript', 'builtins', name) ?? lackingAt('api', 'Window', name) ?? lackingAt('api', name);

/** The type of well-known global names. */
export const holders: Readonly<Record<string, string>> = {
  navigator: 'Navigator',
  document: 'Document',
  window: 'Window',
  globalThis: 'Window',
  self: 'Window',
  performance: 'Performance',
  history: 'History',
  location: 'Location',
  screen: 'Screen',
  crypto: 'Crypto',
  caches: 'CacheStorage',
  localStorage: 'Storage',
  sessionStorage: 'Storage',
};

type Owner = { owner: string; lacking: readonly string[] };

let byName: ReadonlyMap<string, readonly Owner[]> | undefined;

/** Members by name alone, of objects that every supported browser has; collected once. */
export const membersByName = (): ReadonlyMap<string, readonly Owner[]> => {
  byName ??= collectMembers();
  return byName;
};

const collectMembers = (): ReadonlyMap<string, readonly Owner[]> => {
  const found = new Map<string, Owner[]>();
  const read = (owner: string, ...path: string[]) => {
    const node = featureAt(...path);
    if (!node || (node.__compat && lackingAt(...path)?.length !== 0)) return;
    for (const key of Object.keys(node)) {
      if (key === '__compat' || /_event$|_permission$/.test(key)) continue;
      const lacking = lackingAt(...path, key);
      const name = key.replace(/_static$/, '');
      if (lacking) found.set(name, [...(found.get(name) ?? []), { owner, lacking }]);
    }
  };
  const { api, javascript } = compatData();
  for (const name of Object.keys(api)) read(name, 'api', name);
  for (const name of Object.keys(javascript.builtins ?? {})) {
    read(name, 'javascript', 'builtins', name);
    if (name === 'Intl')
      for (const inner of Object.keys(featureAt('javascript', 'builtins', 'Intl') ?? {}))
        read(`Intl.${inner}`, 'javascript', 'builtins', 'Intl', inner);
  }
  return found;
};
