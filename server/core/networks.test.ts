import { describe, expect, it } from 'vitest';
import { networksOf, oneAddress } from './networks.ts';

describe('the networks of an address', () => {
  it.each([
    ['203.0.113.9', ['203.0.113.9']],
    ['2001:db8:1:2:3:4:5:6', ['2001:db8:1:2::/64', '2001:db8:1:0::/56', '2001:db8:1:0::/48']],
    ['2001:db8:1:ab7f::', ['2001:db8:1:ab7f::/64', '2001:db8:1:ab00::/56', '2001:db8:1:0::/48']],
    ['::1', ['0:0:0:0::/64', '0:0:0:0::/56', '0:0:0:0::/48']],
    ['', ['']],
  ])('%s are %j', (address, networks) => {
    expect(networksOf(oneAddress(address)).map(({ id }) => id)).toEqual(networks);
  });
});
