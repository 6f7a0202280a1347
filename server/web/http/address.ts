import { BlockList, isIP, type Socket } from 'node:net';
import { addTo, networksOf, oneAddress } from '#server/core/networks.ts';

/** Which proxies are trusted to report client addresses: a number of hops, or these networks. */
export type Proxies = { hops: number; known: BlockList | null };

export const noProxies: Proxies = { hops: 0, known: null };

const kindOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Parses `TRUST_PROXY`: a number of hops, or addresses and networks separated by commas. Null if it is neither. */
export const proxiesOf = (setting: string): Proxies | null => {
  if (/^\d$/.test(setting)) return { hops: Number(setting), known: null };
  const known = new BlockList();
  for (const part of setting.split(',').map((text) => text.trim())) {
    const [address = '', bits] = part.split('/');
    const maxBits = isIP(address) === 6 ? 128 : 32;
    if (isIP(address) === 0 || (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits)))
      return null;
    known.addSubnet(address, bits === undefined ? maxBits : Number(bits), kindOf(address));
  }
  return { hops: 0, known };
};

/** Removes the prefix of IPv4-mapped IPv6 addresses, and the port that some proxies add. */
const plain = (address: string): string => {
  const bare = address.trim().replace(/^\[(.*)\](:\d+)?$/, '$1');
  return bare.replace(/^::ffff:(?=\d+\.)/i, '').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
};

const isIn = (list: BlockList, address: string): boolean => isIP(address) !== 0 && list.check(address, kindOf(address));

/** Whether the peer of a connection is a trusted proxy. */
export const isProxy = ({ hops, known }: Proxies, peer: string): boolean =>
  hops > 0 || (known !== null && isIn(known, plain(peer)));

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Headers in which proxies report the client's address. */
const forwarding = /^(?:forwarded|via|x-real-ip|x-forwarded-.{1,40}|[a-z-]{1,40}-(?:client|connecting)-ip)$/;

/** Whether an address of a shop is one that only its own machine can open. */
export const isLoopbackUrl = (url: string): boolean => {
  const { hostname } = new URL(url);
  return hostname === 'localhost' || isIn(loopback, hostname.replace(/^\[(.*)\]$/, '$1'));
};

/**
 * Whether a request was made on the server's own machine. With a configured proxy, or one that names itself, nobody knows: the
 * proxy may run there.
 */
export const isFromHere = (proxies: Proxies, peer: string, headers: Iterable<readonly [string, string]>): boolean => {
  if (proxies.hops > 0 || proxies.known !== null) return false;
  return isIn(loopback, plain(peer)) && ![...headers].some(([name]) => forwarding.test(name));
};

/**
 * The client's address: the last one in `x-forwarded-for` that a trusted proxy added, or the peer's own. Earlier entries may be
 * forged by the client. IPv6 is shortened to its /64, or is the IPv4 address in it.
 */
export const visitorAddress = (proxies: Proxies, peer: string, forwarded: string | undefined): string => {
  const chain = [...(forwarded?.split(',') ?? []), peer].map(plain);
  const beforeProxies =
    proxies.known === null
      ? chain.length - 1 - proxies.hops
      : chain.findLastIndex((address) => !isProxy(proxies, address));
  const client = chain[Math.max(0, beforeProxies)] ?? '';
  return oneAddress(isIP(client) === 0 ? plain(peer) : client);
};

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
