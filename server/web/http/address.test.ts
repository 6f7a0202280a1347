import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createConnectionLimit, noProxies, proxiesOf, visitorAddress } from './address.ts';

const behind = (setting: string) => proxiesOf(setting) ?? noProxies;

describe('the address of a visitor', () => {
  it.each([
    ['', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['1', '10.0.0.2', '198.51.100.1', '198.51.100.1'],
    ['1', '10.0.0.2', '6.6.6.6, 198.51.100.1', '198.51.100.1'],
    ['2', '10.0.0.2', '6.6.6.6, 198.51.100.1, 10.0.0.1', '198.51.100.1'],
    ['2', '10.0.0.2', '198.51.100.1', '198.51.100.1'],
    ['1', '10.0.0.2', undefined, '10.0.0.2'],
    ['1', '10.0.0.2', 'unknown', '10.0.0.2'],
    ['1', '::ffff:10.0.0.2', '198.51.100.1:4711', '198.51.100.1'],
    ['10.0.0.0/8', '10.0.0.2', '6.6.6.6, 198.51.100.1, 10.1.1.1', '198.51.100.1'],
    ['10.0.0.0/8', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['10.0.0.0/8', '::ffff:10.9.9.9', '198.51.100.1', '198.51.100.1'],
    ['10.0.0.2, fd00::/8', 'fd00::7', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['', '2001:db8::1', undefined, '2001:db8:0:0::/64'],
    ['', '2001:DB8:0:0:ffff::1', undefined, '2001:db8:0:0::/64'],
    ['', '::ffff:203.0.113.9', undefined, '203.0.113.9'],
    ['', '::ffff:cb00:7109', undefined, '203.0.113.9'],
    ['', '64:ff9b::203.0.113.9', undefined, '203.0.113.9'],
    ['', '2002:cb00:7109:1::1', undefined, '203.0.113.9'],
    ['', '2001:0:4136:e378:8000:63bf:34ff:8ef6', undefined, '203.0.113.9'],
    ['', 'fe80::1:2%eth0', undefined, 'fe80:0:0:0::/64'],
    ['', '64:ff9b:1::203.0.113.9', undefined, '64:ff9b:1:0::/64'],
  ])('with TRUST_PROXY=%j, from %s, forwarded for %s, is %s', (setting, peer, forwarded, address) => {
    expect(visitorAddress(behind(setting), peer, forwarded)).toBe(address);
  });

  it.each(['yes', '10.0.0.0/33', '10.0.0', 'fd00::/129', '10', '1,'])(
    'rejects %j as a value of TRUST_PROXY',
    (setting) => {
      expect(proxiesOf(setting)).toBeNull();
    },
  );
});

const opened = (max: number, proxies = noProxies) => {
  const refused: string[] = [];
  const limit = createConnectionLimit(max, proxies, (kind) => refused.push(kind));
  const open = (address: string): Socket => {
    const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: address });
    limit(socket);
    return socket;
  };
  return { refused, open };
};

it('limits the open connections of each address', () => {
  const { open, refused } = opened(2);
  const [first, second, third] = ['192.0.2.1', '::ffff:192.0.2.1', '192.0.2.1'].map(open);
  expect([first, second, third].map((socket) => socket?.destroyed)).toEqual([false, false, true]);
  expect(open('192.0.2.2').destroyed).toBe(false);
  first?.emit('close');
  expect([open('192.0.2.1').destroyed, open('192.0.2.1').destroyed]).toEqual([false, true]);
  expect(refused).toHaveLength(2);
});

it('counts the /56 and the /48 around a /64, which may have more', () => {
  const { open } = opened(4);
  const openOf = (networks: readonly string[]) =>
    networks.map((network) => open(`2001:db8:1:${network}::1`)).filter(({ destroyed }) => !destroyed);
  const all = openOf(Array.from({ length: 9 }, (_, at) => `1${(at + 16).toString(16)}`));
  expect(all).toHaveLength(6);
  expect(openOf(['200', '300', '400'])).toHaveLength(2);
  for (const socket of all) socket.emit('close');
  expect(openOf(['500', '110'])).toHaveLength(2);
});

it('does not limit trusted proxies, nor any address if the limit is 0', () => {
  for (const { open } of [opened(1, behind('10.0.0.0/8')), opened(0)])
    expect(['10.0.0.1', '10.0.0.1', '10.0.0.1'].map((one) => open(one).destroyed)).toEqual([false, false, false]);
});
