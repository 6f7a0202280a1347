import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { createConnectionLimit, noProxies, proxiesOf } from './address.ts';

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
  const proxies = proxiesOf('10.0.0.0/8') ?? noProxies;
  for (const { open } of [opened(1, proxies), opened(0)])
    expect(['10.0.0.1', '10.0.0.1', '10.0.0.1'].map((one) => open(one).destroyed)).toEqual([false, false, false]);
});
