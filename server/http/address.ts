import { BlockList, isIP } from 'node:net';

/** Whom to believe about where a request came from: so many proxies in a row, or those at these addresses; nobody. */
export type Proxies = { hops: number; known: BlockList | null };

export const noProxies: Proxies = { hops: 0, known: null };

const kindOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** In: `TRUST_PROXY`, a number of hops, or addresses and networks by commas. Out: whom to believe; null when it is neither. */
export const proxiesOf = (setting: string): Proxies | null => {
  if (/^\d$/.test(setting)) return { hops: Number(setting), known: null };
  const known = new BlockList();
  for (const part of setting.split(',').map((text) => text.trim())) {
    const [address = '', bits] = part.split('/');
    const most = isIP(address) === 6 ? 128 : 32;
    if (isIP(address) === 0 || (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= most))) return null;
    known.addSubnet(address, bits === undefined ? most : Number(bits), kindOf(address));
  }
  return { hops: 0, known };
};

/** As connections say it when IPv4 comes by IPv6; proxies may add a port. */
const plain = (address: string): string => {
  const bare = address.trim().replace(/^\[(.*)\](:\d+)?$/, '$1');
  return bare.replace(/^::ffff:(?=\d+\.)/i, '').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
};

/** Sixty-four bits of IPv6 are one household's. */
const household = (address: string): string => {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? [];
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const gap = tail === undefined ? 0 : 8 - before.length - after.length;
  const all = [...before, ...Array<string>(Math.max(0, gap)).fill('0'), ...after];
  return `${all
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':')}::/64`;
};

/** Whether the other end of a connection is a proxy of ours: its headers may be believed. */
export const isProxy = ({ hops, known }: Proxies, peer: string): boolean =>
  hops > 0 || (known !== null && isIP(plain(peer)) !== 0 && known.check(plain(peer), kindOf(plain(peer))));

/**
 * In: the address at the other end of the connection, and `x-forwarded-for` as it came. Out: the visitor's: what the last
 * proxy that is believed says of who spoke to it, never what stands before that. IPv6 by its first half.
 */
export const visitorAddress = (proxies: Proxies, peer: string, forwarded: string | undefined): string => {
  const chain = [...(forwarded?.split(',') ?? []), peer].map(plain);
  let at = chain.length - 1;
  for (let hop = 0; at > 0 && isProxy(proxies, chain[at] ?? ''); hop += 1) {
    if (proxies.known === null && hop >= proxies.hops) break;
    at -= 1;
  }
  const found = chain[at] ?? '';
  return household(isIP(found) === 0 ? plain(peer) : found);
};
