import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exampleFolder, siteFolders as siteFoldersOf } from '#src/sites/folder.ts';
import { encoded } from '#src/sites/raster.fixture.ts';
import { siteCodes } from '#test/tools/example-sites.ts';
import { siteFolders } from './folders.fixture.ts';

const { state, open, copy, readText, write, change, faultsOf } = siteFolders();

describe('pictures', () => {
  it('of the sites of the repository pass, and are served as they are', () => {
    const sites = open({ folders: [exampleFolder] });
    expect(faultsOf(sites)).toEqual([]);
    const files = [...sites].flatMap((code) =>
      [...(sites.find(code)?.pictures ?? [])].map(([address, { bytes }]) => ({ code, address, bytes })),
    );
    /* Each has two headers, the print logo and the artwork. */
    expect(files.length).toBe(4 * siteFoldersOf(exampleFolder).length);
    for (const { code, address, bytes } of files) {
      const [, name] = /\/([a-z-]+)-[\w-]{12}\.svg$/.exec(address) ?? [];
      expect(Buffer.from(bytes)).toEqual(readFileSync(join(exampleFolder, code, `${name}.svg`)));
    }
  });

  it('with line breaks, quotes and braces stay one rule of the style sheet', () => {
    copy('mine');
    const text = readText('mine', 'artwork.svg').replace('<path', "<title>a\n\r\n'\\()}</title>\n<path");
    write('mine', text, 'artwork.svg');
    const sites = open();
    expect(faultsOf(sites)).toEqual([]);
    const { artwork = '' } = sites.find('mine')?.styles ?? {};
    const [, address = ''] =
      /^\[data-site="mine"\] \.artwork\{background-image:url\("([^"\\\n\r\f{}]+)"\)\}$/.exec(artwork) ?? [];
    expect(decodeURIComponent(address)).toBe(`data:image/svg+xml,${text.trim()}`);
  });

  it('may be of pixels: a logo as PNG, the large one at an address with its hash', () => {
    copy('mine');
    for (const file of ['header-white.svg', 'artwork.svg']) rmSync(join(state.folder, 'mine', file));
    writeFileSync(join(state.folder, 'mine', 'header-white.png'), encoded.logo);
    writeFileSync(join(state.folder, 'mine', 'artwork.webp'), encoded.webp);
    const { logo } = JSON.parse(readText('mine'));
    change('mine', { logo: { ...logo, header: { ...logo.header, width: 90 } } });
    const black = readText('mine', 'header-black.svg').replace(/<svg[^>]*>/, (tag) =>
      tag.replace(/width="\d+"/, 'width="90"').replace(/viewBox="[^"]*"/, 'viewBox="0 0 90 30"'),
    );
    write('mine', black, 'header-black.svg');
    const sites = open();
    expect(faultsOf(sites)).toEqual([]);
    const { white } = sites.settingsOf('mine').logo.header;
    expect(white).toMatch(/^\/sites\/mine\/header-white-[\w-]{12}\.png$/);
    expect(sites.pictureAt(white)).toEqual({ type: 'image/png', bytes: Buffer.from(encoded.logo) });
    const [, artwork = ''] = /url\("(.*)"\)/.exec(sites.find('mine')?.styles.artwork ?? '') ?? [];
    expect(artwork).toMatch(/^\/sites\/mine\/artwork-[\w-]{12}\.webp$/);
    expect(sites.pictureAt(artwork)?.type).toBe('image/webp');
  });

  it('are needed once each', () => {
    copy('mine');
    writeFileSync(join(state.folder, 'mine', 'artwork.jpg'), encoded.jpg);
    expect(faultsOf(open())).toEqual(['mine/artwork.jpg: beside artwork.svg: one of them is needed']);
  });
});

describe('a hostile folder', () => {
  const secret = 'TICKET_SECRET=sesame';
  const replace = (file: string, make: (path: string) => void) => {
    copy('mine');
    const path = join(state.folder, 'mine', file);
    rmSync(path);
    make(path);
  };

  it.each<[string, string, (path: string) => void, RegExp]>([
    [
      'a link out of it',
      'site.json',
      (path) => {
        writeFileSync(join(state.folder, 'secret'), secret);
        symlinkSync(join(state.folder, 'secret'), path);
      },
      /^mine\/site\.json: a link that leads out of the folder$/,
    ],
    [
      'a link to itself',
      'skin.json',
      (path) => symlinkSync(path, path),
      /^mine\/skin\.json: cannot be read \(ELOOP\)$/,
    ],
    ['a folder', 'print.svg', (path) => mkdirSync(path), /^mine\/print\.svg: not a file$/],
    ['a pipe', 'site.json', (path) => execFileSync('mkfifo', [path]), /^mine\/site\.json: not a file$/],
    ['too much', 'site.json', (path) => writeFileSync(path, ' '.repeat(1_048_577)), /^mine\/site\.json: 1048577 bytes/],
    ['other text', 'site.json', (path) => writeFileSync(path, secret), /^mine\/site\.json: JSON is needed$/],
    [
      'another encoding',
      'site.json',
      (path) => writeFileSync(path, Buffer.from('{"title": "\x8b\xe0"}', 'latin1')),
      /^mine\/site\.json: UTF-8 is needed$/,
    ],
    [
      'a text twice, the same both times',
      'site.json',
      (path) => writeFileSync(path, '{"title": {"ja": "sesame",\n"ja": "sesame"}}'),
      /^mine\/site\.json title\.ja: stands twice, on lines 1 and 2$/,
    ],
    [
      'a colour twice',
      'skin.json',
      (path) =>
        writeFileSync(path, '\uFEFF{\n"about": "sesame",\n"paper": ["#ffffff", "#131416"],\n"paper": "#ffffff"\n}'),
      /^mine\/skin\.json paper: stands twice, on lines 3 and 4$/,
    ],
    [
      'deep nesting',
      'site.json',
      (path) => writeFileSync(path, '['.repeat(200_000)),
      /^mine\/site\.json: JSON is needed/,
    ],
    [
      'a prototype',
      'site.json',
      (path) => writeFileSync(path, '{"__proto__": {"mailConfirm": true}}'),
      /^mine\/site\.json __proto__: no such field/,
    ],
  ])('with %s for a file is refused without a word of it, and keeps no other site away', (_what, file, make, line) => {
    copy('other');
    replace(file, make);
    const sites = open();
    expect(faultsOf(sites)).toContainEqual(expect.stringMatching(line));
    expect([sites.has('mine'), sites.has('other')]).toEqual([false, true]);
    expect([...faultsOf(sites), ...state.logged].join()).not.toContain('sesame');
  });

  it('may be a link itself, with links inside, as some platforms mount it', () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'mounted-'));
    cpSync(join(exampleFolder, 'mori'), join(elsewhere, 'v1'), { recursive: true });
    for (const file of ['site.json', 'skin.json', 'print.svg', 'artwork.svg', 'header-white.svg', 'header-black.svg'])
      symlinkSync(join('v1', file), join(elsewhere, file));
    symlinkSync(elsewhere, join(state.folder, 'mine'));
    const sites = open();
    expect([faultsOf(sites), sites.has('mine')]).toEqual([[], true]);
    rmSync(elsewhere, { recursive: true });
  });

  it('of a name that is no code serves nothing', () => {
    for (const code of ['constructor', 'Tickets', '..mine', 'a b', 'api']) copy(code);
    const sites = open();
    expect([...sites].filter((code) => !siteCodes.some((one) => one === code))).toEqual([]);
    expect(faultsOf(sites).length).toBeGreaterThan(3);
  });
});

it('SITES_DIR that is away closes nothing, is logged once, and is read when it is back', () => {
  copy('mine');
  const sites = open();
  const aside = `${state.folder}-aside`;
  renameSync(state.folder, aside);
  sites.refresh();
  sites.refresh();
  expect([sites.has('mine'), sites.isClosed('mine')]).toEqual([true, false]);
  expect(state.logged).toEqual([`error sites_unreadable undefined ${state.folder}: there is no such folder`]);
  renameSync(aside, state.folder);
  copy('other');
  sites.refresh();
  expect(sites.has('other')).toBe(true);
});
