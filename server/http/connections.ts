import type { Socket } from 'node:net';
import { isProxy, noProxies, type Proxies, visitorAddress } from './address.ts';

/** Open connections per address; a browser uses six. Trusted proxies have no limit. */
export const connectionsPerAddress = 512;

/**
 * Limits connections per address (0: no limit); `refused` counts the rejected ones. Returns a listener for new connections, which
 * closes one too many immediately.
 */
export const createConnectionLimit = (
  most: number,
  proxies: Proxies,
  refused: (kind: string) => void,
): ((socket: Pick<Socket, 'remoteAddress' | 'destroy' | 'once'>) => void) => {
  const open = new Map<string, number>();
  return (socket) => {
    const peer = socket.remoteAddress ?? '';
    if (most === 0 || isProxy(proxies, peer)) return;
    const address = visitorAddress(noProxies, peer, undefined);
    const count = (open.get(address) ?? 0) + 1;
    if (count > most) {
      refused('connection');
      socket.destroy();
      return;
    }
    open.set(address, count);
    socket.once('close', () => {
      const remaining = (open.get(address) ?? 1) - 1;
      if (remaining === 0) open.delete(address);
      else open.set(address, remaining);
    });
  };
};
