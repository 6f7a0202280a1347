import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { siteFolders } from './folders.fixture.ts';

const { state, open, copy, readText, write, change, faultsOf } = siteFolders();

const url = { development: '', staging: '', production: '' };
const fingerprintWith = (globals: object) => ({ url, callback: 'io_bb_callback', globals });
const globalName = 'the name of a global value, small letters with an underscore';

describe('the sites of a server', () => {
  it('are those of the repository and of SITES_DIR, which replaces and adds', () => {
    copy('mine');
    copy('mori', 'artizon');
    const sites = open();
    expect([...sites].slice(0, 2)).toEqual(['borderless', 'artizon']);
    expect([sites.has('mine'), sites.has('nowhere')]).toEqual([true, false]);
    expect(sites.settingsOf('mori').ticketDisplay).toBe('separate');
    expect(sites.settingsOf('mori').ticketHeaderColor.pc).toBe('#56581a');
    expect(sites.settingsOf('mine').logo.header.white).toMatch(/^\/sites\/mine\/header-white-[\w-]{12}\.svg$/);
  });

  it('are those of SITES, in its order', () => {
    copy('mine');
    const sites = open({ only: ['mine', 'borderless'] });
    expect([...sites]).toEqual(['mine', 'borderless']);
    expect(sites.has('mori')).toBe(false);
  });
});

describe('a changed folder', () => {
  it('is taken by the next look, by its settings, skin and pictures', () => {
    copy('mine');
    const sites = open();
    const { white } = sites.settingsOf('mine').logo.header;
    change('mine', { ticketHelp: false });
    write('mine', readText('mine', 'header-white.svg').replace('<path', '<path opacity=".9"'), 'header-white.svg');
    write('mine', JSON.stringify({ header: '#0d3349', 'header-ink': '#ffffff', radius: 9 }), 'skin.json');
    expect(sites.settingsOf('mine').ticketHelp).toBe(true);
    sites.refresh();
    expect(sites.settingsOf('mine').ticketHelp).toBe(false);
    expect(sites.settingsOf('mine').logo.header.white).not.toBe(white);
    const drawing = (address: string) => new TextDecoder().decode(sites.pictureAt(address)?.bytes);
    expect(drawing(sites.settingsOf('mine').logo.header.white)).toContain('opacity=".9"');
    expect([drawing(white), drawing(white).includes('opacity')]).toEqual([expect.stringContaining('<svg'), false]);
    expect(sites.find('mine')?.styles.skin).toContain('--radius:9px');
    expect(state.logged).toEqual(['info site_changed mine']);
  });

  it.each([
    ['half of a file', (text: string) => text.slice(0, 100), /^mine\/site\.json: JSON is needed/],
    [
      'an unknown field',
      (text: string) => text.replace('"mailConfirm"', '"mailconfirm"'),
      /^mine\/site\.json mailconfirm: no such field; allowed are about, hosts, origins, api, title, /,
    ],
    ['a missing title', (text: string) => text.replace(/"en": ".*?",/, ''), /^mine\/site\.json title\.en: missing$/],
    [
      'a value of another kind',
      (text: string) => text.replace('"mailConfirm": true', '"mailConfirm": "yes"'),
      /^mine\/site\.json mailConfirm: true or false$/,
    ],
    [
      'a light header',
      (text: string) => text.replace('#104a6e', '#90cae0'),
      /^mine\/site\.json ticketHeaderColor\.pc: a darker colour/,
    ],
    [
      'a secret key',
      (text: string) => JSON.stringify({ ...JSON.parse(text), paymentKeys: { production: { stripe: 'sk_live_1' } } }),
      /^mine\/site\.json paymentKeys\.production\.stripe: a publishable key/,
    ],
  ])('with %s keeps the last valid version, says why, once, and recovers', (_name, spoil, line) => {
    copy('mine');
    const sites = open();
    const text = readText('mine');
    write('mine', spoil(text));
    expect(readText('mine')).not.toBe(text);
    sites.refresh();
    sites.refresh();
    expect(sites.settingsOf('mine').mailConfirm).toBe(true);
    expect(faultsOf(sites)).toEqual([expect.stringMatching(line)]);
    expect(state.logged).toEqual([`error site_invalid mine ${faultsOf(sites).join('')}`]);
    write('mine', text);
    sites.refresh();
    expect(faultsOf(sites)).toEqual([]);
  });

  it.each([
    ['operator.mail', { operator: { name: 'Hall', mail: 'tickets', phone: '03-0000-0000' } }, 'a mail address'],
    ['operator.phones', { operator: { phones: 1 } }, 'no such field; allowed are name, address,'],
    [
      'fingerprint.globals.location',
      { fingerprint: fingerprintWith({ location: 'https://evil.example' }) },
      globalName,
    ],
    ['hosts', { hosts: Array.from({ length: 21 }, (_, at) => `h${at}.example`) }, 'at most 20 hosts'],
  ])('is told what is allowed at %s', (field, part, allowed) => {
    copy('mine');
    const sites = open();
    change('mine', part);
    sites.refresh();
    expect(faultsOf(sites)).toContainEqual(expect.stringContaining(`mine/site.json ${field}: ${allowed}`));
  });

  it('that was never valid is not sold, but its tickets open, and every fault is named', () => {
    copy('mine');
    rmSync(join(state.folder, 'mine', 'artwork.svg'));
    change('mine', { methods: ['cash'], hosts: ['Tickets.Example:80'] });
    const sites = open();
    expect([sites.has('mine'), sites.find('mine')]).toEqual([false, null]);
    expect([sites.isServed('mine'), sites.isClosed('mine')]).toEqual([true, true]);
    expect(faultsOf(sites)).toEqual([
      expect.stringMatching(/^mine\/site\.json hosts\.0: a host name in small letters/),
      expect.stringMatching(/^mine\/site\.json methods\.0: a list of gmo, /),
      'mine/artwork.svg: missing (or with the ending .png, .jpg, .webp, .avif)',
    ]);
  });
});

describe('a removed folder', () => {
  it('closes its site, whose settings stay, until it is back', () => {
    copy('mine');
    const sites = open();
    rmSync(join(state.folder, 'mine'), { recursive: true });
    sites.refresh();
    expect([sites.has('mine'), sites.isClosed('mine'), sites.settingsOf('mine').mailConfirm]).toEqual([
      true,
      true,
      true,
    ]);
    expect(state.logged).toEqual(['warn site_removed mine']);
    copy('mine');
    sites.refresh();
    expect(sites.isClosed('mine')).toBe(false);
  });

  it('leaves a site of SITES that has its name only after a restart', () => {
    const sites = open({ only: ['gone'] });
    expect([sites.has('gone'), sites.isClosed('gone'), sites.settingsOf('gone').title.en]).toEqual([
      true,
      true,
      'gone',
    ]);
  });
});
