type Key = string | Request;

const nameOf = (key: Key): string => (typeof key === 'string' ? key : new URL(key.url).pathname);

/**
 * An in-memory implementation of the part of CacheStorage that the shop uses. `network` maps paths to responses; other paths
 * fail.
 */
export const memoryCaches = (network: Record<string, string> = {}) => {
  const all = new Map<string, Map<string, Response>>();
  const load = (path: string): Response => {
    const text = network[path];
    if (text === undefined) throw new TypeError('Failed to fetch');
    return new Response(text);
  };
  const cacheOf = (rows: Map<string, Response>) => ({
    match: async (key: Key) => rows.get(nameOf(key))?.clone(),
    put: async (key: Key, response: Response) => {
      rows.set(nameOf(key), response);
    },
    add: async (path: string) => {
      rows.set(path, load(path));
    },
    addAll: async (paths: string[]) => {
      for (const [path, response] of paths.map((path) => [path, load(path)] as const)) rows.set(path, response);
    },
    keys: async () => [...rows.keys()].map((path) => new Request(`http://localhost${path}`)),
    delete: async (key: Key) => rows.delete(nameOf(key)),
  });
  return {
    open: async (name: string) => {
      const rows = all.get(name) ?? new Map<string, Response>();
      all.set(name, rows);
      return cacheOf(rows);
    },
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
    /** Paths stored in a cache. */
    paths: (name: string) => [...(all.get(name)?.keys() ?? [])].toSorted(),
    /** Contents of all caches as text. */
    text: async () => {
      const rows = [...all.values()].flatMap((cache) => [...cache]);
      return (await Promise.all(rows.map(async ([path, row]) => path + (await row.clone().text())))).join('\n');
    },
  };
};
