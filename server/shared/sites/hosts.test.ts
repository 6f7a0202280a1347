import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { siteFolders } from './folders.fixture.ts';

const { state, open, start, copy, change, faultsOf } = siteFolders();

describe('a host', () => {
  const host = 'tickets.mine.example';
  const make = (code: string, ...hosts: string[]) => {
    copy(code);
    change(code, { hosts });
  };

  it('leads to the site that names it', async () => {
    make('mine', host, host, 'mine.example');
    const sites = await start();
    expect([host, `${host}.`, 'mine.example', 'localhost'].map(sites.ofHost)).toEqual(['mine', 'mine', 'mine', null]);
    expect([faultsOf(sites), state.logged]).toEqual([[], []]);
    change('mine', { hosts: ['mine.example'] });
    sites.refresh();
    expect([sites.ofHost(host), sites.hostOf('mine')]).toEqual([null, 'mine.example']);
  });

  /* Their codes sort before that of the owner, and after it. */
  describe.each(['attacker', 'other'])('in the folder of another site, %s', (other) => {
    const problem = `${other}/site.json hosts: host ${host} belongs to mine, which used it first`;

    it('belongs to the site that used it first: while the server runs, at a start, and while the folder of its site is away', async () => {
      make('mine', host);
      const sites = await start();
      make(other, host, 'other.example');
      for (const one of [sites, await start()]) {
        one.refresh();
        await one.claimHosts(state.store);
        expect([host, 'other.example'].map(one.ofHost)).toEqual(['mine', other]);
        expect([faultsOf(one), one.hostOf(other)]).toEqual([[problem], 'other.example']);
      }
      expect(state.logged).toEqual([
        `error site_invalid ${other} ${problem}`,
        `error site_invalid ${other} ${problem}`,
      ]);
      rmSync(join(state.folder, 'mine'), { recursive: true });
      for (const one of [sites, await start()]) {
        one.refresh();
        await one.claimHosts(state.store);
        expect([one.ofHost(host), faultsOf(one)]).toEqual(['mine', [problem]]);
      }
    });
  });

  it('leads to the site that the operator names, whoever used it first', async () => {
    make('attacker', host);
    make('mine', host);
    await state.store.claim([{ name: `host ${host}`, site: 'attacker' }]);
    const sites = await start({ hostSites: { [host]: 'mine' } });
    expect([sites.ofHost(host), sites.hostOf('attacker')]).toEqual(['mine', null]);
    expect(faultsOf(sites)).toEqual([`attacker/site.json hosts: host ${host} belongs to mine (HOST_SITES)`]);
  });

  it('leads to no site while its owner is not known', async () => {
    make('mine', host);
    const sites = open();
    expect([sites.ofHost(host), sites.hostOf('mine')]).toEqual([null, null]);
    const away = { ...state.store, read: () => Promise.reject(new Error('away')) };
    await expect(sites.claimHosts(away)).rejects.toThrow('away');
    expect(sites.ofHost(host)).toBeNull();
  });

  it.each(['shop.example', 'www.shop.example'])(
    'of the whole shop (%s) is no site’s, with and without www., unless that is sold alone',
    async (shopHost) => {
      const hosts = ['shop.example', 'www.shop.example'];
      make('mine', ...hosts);
      const sites = await start({ shopHost, home: 'mine', hostSites: { [shopHost]: 'mine' } });
      expect([hosts.map(sites.ofHost), faultsOf(sites)]).toEqual([
        [null, null],
        hosts.map((one) => `mine/site.json hosts: host ${one} is of all sites (PUBLIC_URL)`),
      ]);
      const alone = await start({ shopHost, only: ['mine'] });
      expect([hosts.map(alone.ofHost), faultsOf(alone)]).toEqual([['mine', 'mine'], []]);
      expect(hosts.map((await start({ shopHost, home: 'mine' })).ofHost)).toEqual([null, null]);
    },
  );

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
