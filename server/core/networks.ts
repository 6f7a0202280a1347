import { isIP } from 'node:net';
import { expandIPv6 } from 'hono/utils/ipaddr';

/** A network that a limit counts, and how much more it may have than one address. */
export type Network = { id: string; factor: number };

/**
 * A household has a /64 or a /56, a site a /48, and each can take another /64 for every request. A carrier's customers share a /48
 * as they share an IPv4 address. With these factors a /64 alone never uses up what its /56 and /48 may have.
 * `mask` leaves the bits of the network in the address's fourth group.
 */
const wider = [
  { bits: 56, mask: 0xff00, factor: 1.5 },
  { bits: 48, mask: 0, factor: 2 },
] as const;

/** The factors of the networks of an address, the narrowest first. */
export const networkFactors: readonly number[] = [1, ...wider.map(({ factor }) => factor)];

const groupsOf = (address: string): number[] =>
  expandIPv6(address.split('%')[0] ?? '')
    .split(':')
    .map((group) => Number.parseInt(group, 16));

const dotted = (high = 0, low = 0): string => [high >> 8, high & 255, low >> 8, low & 255].join('.');

/** The IPv4 address in an IPv6 address: mapped, NAT64 (64:ff9b::/96), 6to4 (2002::/16), Teredo (2001::/32, inverted); null without. */
const embedded = (groups: readonly number[]): string | null => {
  const [first = 0, second = 0, third = 0] = groups;
  const [high = 0, low = 0] = groups.slice(6);
  const begins = (...start: number[]) => start.every((group, at) => groups[at] === group);
  if (begins(0, 0, 0, 0, 0, 0xffff) || begins(0x64, 0xff9b, 0, 0, 0, 0)) return dotted(high, low);
  if (first === 0x2002) return dotted(second, third);
  return begins(0x2001, 0) ? dotted(high ^ 0xffff, low ^ 0xffff) : null;
};

/** An IPv4 address, or the /64 of an IPv6 address, counts as one address, since a /64 belongs to one household. */
export const oneAddress = (address: string): string => {
  if (isIP(address) !== 6) return address;
  const groups = groupsOf(address);
  const hex = groups.slice(0, 4).map((group) => group.toString(16));
  return embedded(groups) ?? `${hex.join(':')}::/64`;
};

/** The networks that an address of `oneAddress` belongs to, the narrowest first: it alone, for IPv6 also its /56 and /48. */
export const networksOf = (address: string): Network[] => {
  const narrowest = { id: address, factor: 1 };
  if (!address.endsWith('::/64')) return [narrowest];
  const [first, second, third, fourth = '0'] = address.slice(0, -'::/64'.length).split(':');
  const masked = (mask: number) => (Number.parseInt(fourth, 16) & mask).toString(16);
  return [
    narrowest,
    ...wider.map(({ bits, mask, factor }) => ({
      id: `${first}:${second}:${third}:${masked(mask)}::/${bits}`,
      factor,
    })),
  ];
};

/** Adds to the counts of networks; one that falls to 0 is removed. */
export const addTo = (counts: Map<string, number>, networks: readonly Network[], by: 1 | -1): void => {
  for (const { id } of networks) {
    const count = (counts.get(id) ?? 0) + by;
    if (count === 0) counts.delete(id);
    else counts.set(id, count);
  }
};
