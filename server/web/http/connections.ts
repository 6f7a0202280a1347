import type { Socket } from 'node:net';
import { addTo, networksOf } from '#server/core/networks.ts';
import { isProxy, noProxies, type Proxies, visitorAddress } from './address.ts';

/** Open connections per address; a browser uses six. Trusted proxies have no limit. */
export const connectionsPerAddress = 512;

/**
 * Limits connections per address and the networks around it (0: no limit); `refused` counts the rejected ones. Returns a listener
 * for new connections, which closes one too many immediately.
 */
export const createConnectionLimit = (
  max: number,
  proxies: Proxies,
  refused: (kind: string) => void,
): ((socket: Pick<Socket, 'remoteAddress' | 'destroy' | 'once'>) => void) => {
  const open = new Map<string, number>();
  return (socket) => {
    const peer = socket.remoteAddress ?? '';
    if (max === 0 || isProxy(proxies, peer)) return;
    const networks = networksOf(visitorAddress(noProxies, peer, undefined));
    if (networks.some(({ id, factor }) => (open.get(id) ?? 0) >= max * factor)) {
      refused('connection');
      socket.destroy();
      return;
    }
    addTo(open, networks, 1);
    socket.once('close', () => addTo(open, networks, -1));
  };
};
