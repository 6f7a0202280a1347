import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { siteFolders } from './folders.fixture.ts';

const { state, open, copy, change, faultsOf } = siteFolders();

describe('a host', () => {
  it('leads to the site that names it; a second site cannot have it', () => {
    copy('mine');
    copy('other');
    change('mine', { hosts: ['tickets.mine.example'] });
    change('other', { hosts: ['tickets.mine.example', 'other.example'] });
    const sites = open();
    expect(['tickets.mine.example', 'tickets.mine.example.', 'other.example', 'localhost'].map(sites.ofHost)).toEqual([
      'mine',
      'mine',
      'other',
      null,
    ]);
    expect(faultsOf(sites)).toEqual([
      'other/site.json hosts: tickets.mine.example is a host of mine already; another one',
    ]);
    expect(state.logged).toEqual([`error site_invalid other ${faultsOf(sites).join('')}`]);
  });

  it('is not taken from the site that has it by a folder that comes before it', () => {
    copy('mine');
    change('mine', { hosts: ['tickets.mine.example', 'tickets.mine.example'] });
    const sites = open();
    copy('attacker');
    change('attacker', { hosts: ['tickets.mine.example'] });
    sites.refresh();
    expect(sites.ofHost('tickets.mine.example')).toBe('mine');
    expect(faultsOf(sites)).toEqual([
      'attacker/site.json hosts: tickets.mine.example is a host of mine already; another one',
    ]);
    rmSync(join(state.folder, 'mine'), { recursive: true });
    sites.refresh();
    expect(sites.ofHost('tickets.mine.example')).toBe('mine');
    expect(state.logged.filter((line) => line.startsWith('error'))).toHaveLength(1);
  });

  it('of the whole shop is for its default site, or its only one', () => {
    const shopHost = 'tickets.shop.example';
    for (const code of ['mine', 'other']) {
      copy(code);
      change(code, { hosts: [shopHost] });
    }
    const sites = open({ shopHost });
    expect([sites.ofHost(shopHost), faultsOf(sites)[0]]).toEqual([
      null,
      'mine/site.json hosts: tickets.shop.example is the host of all sites (PUBLIC_URL); another one',
    ]);
    expect(open({ shopHost, home: 'other' }).ofHost(shopHost)).toBe('other');
    expect(open({ shopHost, only: ['mine'] }).ofHost(shopHost)).toBe('mine');
  });

  it.each(['10.0.0.1', 'Tickets.mine.example', 'tickets.mine.example.', 'localhost', '*.example', 'a.example:443'])(
    'is no %s',
    (host) => {
      copy('mine');
      change('mine', { hosts: [host] });
      expect(faultsOf(open())).toEqual([
        expect.stringMatching(/^mine\/site\.json hosts\.0: a host name in small letters/),
      ]);
    },
  );
});
