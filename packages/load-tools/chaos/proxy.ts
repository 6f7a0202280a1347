import { connect, createServer, type Socket } from 'node:net';

/** CommandComplete messages, as the database sends them. */
const begun = Buffer.from('C\0\0\0\x0aBEGIN\0', 'latin1');
const committed = Buffer.from('C\0\0\0\x0bCOMMIT\0', 'latin1');
const commit = Buffer.from('commit\0', 'latin1');

/** The row of a placed order, which is committed when it is sent. */
const placed = Buffer.from('\0\0\0\x06placed', 'latin1');

/**
 * Where a connection is cut: when the shop knows that a transaction began, before COMMIT reaches the database, before its
 * response reaches the shop, or before the response to an order that was placed by one statement.
 */
type Cut = 'after begin' | 'before commit' | 'after commit' | 'after the order';

const marks: Record<Cut, Buffer> = {
  'after begin': begun,
  'before commit': commit,
  'after commit': committed,
  'after the order': placed,
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
  const isHit = (side: 'near' | 'far', bytes: Buffer): boolean =>
    armed !== null && (armed.where === 'before commit') === (side === 'near') && bytes.includes(marks[armed.where]);

  const server = createServer((near) => {
    let isDead = isSilent;
    mute.add(() => {
      isDead = true;
    });
    const far = connect(target, '127.0.0.1');
    const end = () => {
      near.destroy();
      far.destroy();
    };
    const relay = (from: Socket, to: Socket, side: 'near' | 'far') => {
      from.on('data', (bytes: Buffer) => {
        if (isDead) return;
        if (isHit(side, bytes)) {
          const { where, hit } = armed ?? { where: null, hit: () => {} };
          armed = null;
          if (where === 'after begin') to.end(bytes, end);
          else end();
          hit();
          return;
        }
        to.write(bytes);
      });
      from.on('error', end);
      from.on('close', () => {
        open.delete(from);
        if (!isDead) end();
      });
      open.add(from);
    };
    relay(near, far, 'near');
    relay(far, near, 'far');
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
