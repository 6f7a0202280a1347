import { connect, createServer, type Socket } from 'node:net';

/**
 * Where a connection is cut: when the shop knows that a transaction began, before COMMIT reaches the database, before its
 * response reaches the shop, or before the response to an order that was placed by one statement.
 */
type Cut = 'after begin' | 'before commit' | 'after commit' | 'after the order';

/** Messages at which a connection is cut: a CommandComplete, a statement, the row of an order that is committed. */
const marks: Record<Cut, { from: 'shop' | 'database'; bytes: string }> = {
  'after begin': { from: 'database', bytes: 'C\0\0\0\x0aBEGIN\0' },
  'before commit': { from: 'shop', bytes: 'commit\0' },
  'after commit': { from: 'database', bytes: 'C\0\0\0\x0bCOMMIT\0' },
  'after the order': { from: 'database', bytes: '\0\0\0\x06placed' },
};

/** A TCP proxy in front of a database; its address stays the same when the server behind it changes. */
export type DatabaseProxy = {
  port: number;
  /** Sends new connections to another server and cuts the open ones, as when a virtual address moves. */
  switchTo: (port: number) => void;
  /** Cuts all connections. */
  cut: () => void;
  /**
   * Drops all data in both directions without closing anything, as a failed network does. The result ends that for new
   * connections; connections that were open stay silent.
   */
  silence: () => () => void;
  /** Cuts the next connection at this point; resolves when that has happened. */
  cutAt: (where: Cut) => Promise<void>;
  close: () => Promise<void>;
};

/** Starts a proxy on a free local port, in front of the server at `port`. */
export const startProxy = async (port: number): Promise<DatabaseProxy> => {
  let target = port;
  let isSilent = false;
  let armed: { where: Cut; hit: () => void } | null = null;
  const open = new Set<Socket>();
  const mute = new Set<() => void>();

  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  /** The armed cut, if these bytes are its mark; it is disarmed. */
  const takeCut = (sender: 'shop' | 'database', bytes: Buffer): typeof armed => {
    const mark = armed && marks[armed.where];
    if (mark?.from !== sender || !bytes.includes(mark.bytes, 0, 'latin1')) return null;
    const hit = armed;
    armed = null;
    return hit;
  };

  const server = createServer((shop) => {
    let isDead = isSilent;
    mute.add(() => {
      isDead = true;
    });
    const database = connect(target, '127.0.0.1');
    const end = () => {
      shop.destroy();
      database.destroy();
    };
    const relay = (from: Socket, to: Socket, sender: 'shop' | 'database') => {
      from.on('data', (bytes: Buffer) => {
        if (isDead) return;
        const cut = takeCut(sender, bytes);
        if (!cut) return void to.write(bytes);
        /* The shop has to know that its transaction began. */
        if (cut.where === 'after begin') to.end(bytes, end);
        else end();
        cut.hit();
      });
      from.on('error', end);
      from.on('close', () => {
        open.delete(from);
        if (!isDead) end();
      });
      open.add(from);
    };
    relay(shop, database, 'shop');
    relay(database, shop, 'database');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    switchTo: (next) => {
      target = next;
      cut();
    },
    cut,
    silence: () => {
      isSilent = true;
      for (const one of mute) one();
      mute.clear();
      return () => {
        isSilent = false;
      };
    },
    cutAt: (where) =>
      new Promise((hit) => {
        armed = { where, hit };
      }),
    close: async () => {
      cut();
      await new Promise<unknown>((resolve) => server.close(resolve));
    },
  };
};
