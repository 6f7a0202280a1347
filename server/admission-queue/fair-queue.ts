/** Waiting items of many clients. */
export type FairQueue<Item> = {
  readonly size: number;
  /**
   * Appends an item to its client's queue; `more` raises the size limit for this call. A full queue drops the newest item of the
   * client with most items, which may be the new one. Returns the dropped item or null.
   */
  push: (client: string, item: Item, more?: number) => Item | null;
  /** Takes the next item, round robin among the allowed clients; null when there is none. */
  take: (isAllowed: (client: string) => boolean) => Item | null;
  /** Whether `take` would find an item. */
  has: (isAllowed: (client: string) => boolean) => boolean;
  remove: (client: string, item: Item) => void;
  /** Number of items that would be taken before a new one of this client. */
  ahead: (client: string) => number;
};

/**
 * A bounded queue with a queue for each client, served round robin: a client with many requests waits behind its own, not in
 * front of others. With requests of similar cost this equals deficit round robin.
 */
export const createFairQueue = <Item>(most: number): FairQueue<Item> => {
  /* Clients are served by insertion sequence: one that was served moves to the end. */
  const queues = new Map<string, Item[]>();
  let size = 0;

  const longest = (): [string, Item[]] | null => {
    let found: [string, Item[]] | null = null;
    for (const entry of queues) if (found === null || entry[1].length > found[1].length) found = entry;
    return found;
  };

  const cut = (client: string, queue: Item[], index: number): Item | null => {
    const [item] = queue.splice(index, 1);
    if (queue.length === 0) queues.delete(client);
    if (item === undefined) return null;
    size -= 1;
    return item;
  };

  const nextOf = (isAllowed: (client: string) => boolean): [string, Item[]] | null => {
    for (const entry of queues) if (isAllowed(entry[0])) return entry;
    return null;
  };

  return {
    get size() {
      return size;
    },
    push: (client, item, more = 0) => {
      const own = queues.get(client)?.length ?? 0;
      let dropped: Item | null = null;
      if (size >= most + more) {
        const [other, queue] = longest() ?? ['', []];
        if (queue.length <= own + 1) return item;
        dropped = cut(other, queue, queue.length - 1);
      }
      const queue = queues.get(client);
      if (queue) queue.push(item);
      else queues.set(client, [item]);
      size += 1;
      return dropped;
    },
    take: (isAllowed) => {
      const found = nextOf(isAllowed);
      if (!found) return null;
      const [client, queue] = found;
      const item = cut(client, queue, 0);
      if (queue.length > 0) {
        queues.delete(client);
        queues.set(client, queue);
      }
      return item;
    },
    has: (isAllowed) => nextOf(isAllowed) !== null,
    remove: (client, item) => {
      const queue = queues.get(client);
      const index = queue?.indexOf(item) ?? -1;
      if (queue && index >= 0) cut(client, queue, index);
    },
    ahead: (client) => {
      const own = queues.get(client)?.length ?? 0;
      let before = own;
      for (const [other, queue] of queues) if (other !== client) before += Math.min(queue.length, own + 1);
      return before;
    },
  };
};
