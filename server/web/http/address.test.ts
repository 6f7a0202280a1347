import { describe, expect, it } from 'vitest';
import { isProxy, noProxies, proxiesOf, visitorAddress } from './address.ts';

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

it('only configured proxies are trusted', () => {
  expect(isProxy(noProxies, '127.0.0.1')).toBe(false);
  expect(isProxy(behind('1'), '10.0.0.2')).toBe(true);
  expect(isProxy(behind('10.0.0.0/8'), '::ffff:10.9.9.9')).toBe(true);
  expect(isProxy(behind('10.0.0.0/8'), '11.0.0.1')).toBe(false);
});
