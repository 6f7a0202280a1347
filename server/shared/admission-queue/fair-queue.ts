import type { Network } from '#server/core/networks.ts';

/** The networks of a client, the widest first. */
export type Client = readonly Network[];

/** A network with its own items, or with networks inside it; `size`: items of all. */
type Node<Item> = { network: Network; size: number; items: Item[]; inner: Map<string, Node<Item>> };

const nodeOf = <Item>(network: Network): Node<Item> => ({ network, size: 0, items: [], inner: new Map() });

/** Removes an empty network, or moves one that was served behind the others. */
const removeOrMoveBehind = <Item>(parent: Node<Item>, child: Node<Item>): void => {
  parent.inner.delete(child.network.id);
  if (child.size > 0) parent.inner.set(child.network.id, child);
};

const take = <Item>(node: Node<Item>, isAllowed: (network: Network) => boolean): Item | null => {
  let item: Item | null = node.items.shift() ?? null;
  for (const child of node.inner.values()) {
    if (item !== null) break;
    item = isAllowed(child.network) ? take(child, isAllowed) : null;
    if (item !== null) removeOrMoveBehind(node, child);
  }
  if (item !== null) node.size -= 1;
  return item;
};

const has = <Item>(node: Node<Item>, isAllowed: (network: Network) => boolean): boolean =>
  node.items.length > 0 || [...node.inner.values()].some((child) => isAllowed(child.network) && has(child, isAllowed));

const removeAt = <Item>(items: Item[], index: number): Item | null =>
  index < 0 ? null : (items.splice(index, 1)[0] ?? null);

/** Removes an item of the client at the end of the path, where `indexOf` finds it. */
const cut = <Item>(node: Node<Item>, path: readonly Node<Item>[], indexOf: (items: Item[]) => number): Item | null => {
  const [child, ...deeper] = path;
  const item = child ? cut(child, deeper, indexOf) : removeAt(node.items, indexOf(node.items));
  if (item === null) return null;
  node.size -= 1;
  if (child?.size === 0) node.inner.delete(child.network.id);
  return item;
};

/** The networks of a client that have items, the widest first. */
const pathOf = <Item>(root: Node<Item>, client: Client): Node<Item>[] => {
  const path: Node<Item>[] = [];
  for (const { id } of client) {
    const child = (path.at(-1) ?? root).inner.get(id);
    if (!child) break;
    path.push(child);
  }
  return path;
};

const fullestOf = <Item>({ inner }: Node<Item>): Node<Item> | null => {
  let found: Node<Item> | null = null;
  for (const child of inner.values()) if (found === null || child.size > found.size) found = child;
  return found;
};

/**
 * The path to the fullest client, by the fullest network of each level, with the new item of `client` counted. Null if that is
 * `client` itself, also when others have as many items.
 */
const fullestPath = <Item>(root: Node<Item>, client: Client): Node<Item>[] | null => {
  const ownPath = pathOf(root, client);
  const path: Node<Item>[] = [];
  /* Whether the path so far is that of `client`, which wins a tie: the new item would make it the fullest. */
  let isOwn = true;
  for (let fullest = fullestOf(root); fullest !== null; fullest = fullestOf(path.at(-1) ?? root)) {
    const own: Node<Item> | undefined = isOwn ? ownPath[path.length] : undefined;
    isOwn = isOwn && fullest.size <= (own?.size ?? 0) + 1;
    if (isOwn && (!own || path.length === client.length - 1)) return null;
    path.push(isOwn && own ? own : fullest);
  }
  return path;
};

/**
 * A bounded queue with a queue for each client, served round robin by networks, and so within each: a client with many requests, or
 * many addresses, waits behind its own, not in front of others. With requests of similar cost this equals deficit round robin.
 */
export const createFairQueue = <Item>(maxItems: number) => {
  const root = nodeOf<Item>({ id: '', factor: 1 });
  return {
    get size() {
      return root.size;
    },
    /**
     * Appends an item to its client's queue; `more` raises the size limit for this call. A full queue drops the newest item of the
     * client with most items, which may be the new one. Returns the dropped item or null.
     */
    push: (client: Client, item: Item, more = 0): Item | null => {
      let dropped: Item | null = null;
      if (root.size >= maxItems + more) {
        const path = fullestPath(root, client);
        if (path === null || path.length === 0) return item;
        dropped = cut(root, path, (items) => items.length - 1);
      }
      let node = root;
      node.size += 1;
      for (const network of client) {
        const child = node.inner.get(network.id) ?? nodeOf<Item>(network);
        node.inner.set(network.id, child);
        child.size += 1;
        node = child;
      }
      node.items.push(item);
      return dropped;
    },
    /** Takes the next item, round robin among the allowed networks; null when there is none. */
    take: (isAllowed: (network: Network) => boolean) => take(root, isAllowed),
    /** Whether `take` would find an item. */
    has: (isAllowed: (network: Network) => boolean) => has(root, isAllowed),
    remove: (client: Client, item: Item): void => {
      const path = pathOf(root, client);
      if (path.length === client.length) cut(root, path, (items) => items.indexOf(item));
    },
  };
};

export type FairQueue<Item> = ReturnType<typeof createFairQueue<Item>>;
