import type { Socket } from 'node:net';
import { isProxy, noProxies, type Proxies, visitorAddress } from './address.ts';

/** Connections one address may have open: a browser uses six. Addresses of our own proxies have no limit. */
export const connectionsPerAddress = 512;

/**
 * In: the most connections of one address (0: any number), whose proxies are believed, and what counts refusals. Out: to be
 * called for each new connection; one too many is closed at once.
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
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
  };
};
