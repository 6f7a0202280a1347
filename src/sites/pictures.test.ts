import { describe, expect, it } from 'vitest';
import { artworkFaults, logoFaults, rasterFaults } from './pictures.ts';
import { avifHead, encoded, four, headOf } from './raster.fixture.ts';
import { readRaster } from './raster.ts';
import { dataUrl } from './read-site.ts';
import { readPicture } from './site-pictures.ts';

describe('a logo', () => {
  const frame = (inner: string, size = 'width="40" height="30" viewBox="0 0 40 30"') =>
    `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${inner}</svg>`;

  it('is accepted when it is drawn', () => {
    expect(logoFaults(frame('<path d="M0 0H9"/>'), { height: 30, width: 40 })).toEqual([]);
  });

  it.each([
    ['draws nothing', frame('<title>x</title>')],
    ['bytes, at most 16384', frame(`<path d="${'M0 0'.repeat(4200)}"/>`)],
    ['is drawn askew', frame('<path d="M0 0"/>', 'width="40" height="30" viewBox="0 0 30 30"')],
    ['is 16 high, site.json says 30', frame('<path d="M0 0"/>', 'width="40" height="16" viewBox="0 0 75 30"')],
    ['is 44 wide, site.json says 40', frame('<path d="M0 0"/>', 'width="44" height="30" viewBox="0 0 44 30"')],
    ['contains <text>; allowed are svg, title, g, path', frame('<path d="M0 0"/><text>mori</text>')],
    ['contains <use>; allowed are', frame('<path id="a" d="M0 0"/><use href="#a"/>')],
    ['contains <style>; allowed are', frame('<style>svg{fill:red}</style><path d="M0 0"/>')],
  ])('is refused: it %s', (fault, svg) => {
    expect(logoFaults(svg, { height: 30, width: 40 })).toEqual([expect.stringContaining(fault)]);
  });
});

describe('the large picture', () => {
  const frame = (inner: string, size = 'width="720" height="270" viewBox="0 0 720 270"') =>
    `<svg xmlns="http://www.w3.org/2000/svg" ${size}><style>@media (prefers-color-scheme:dark){}</style>${inner}</svg>\n`;

  it('is accepted when it is small, static and self-contained', () => {
    const gradient = '<linearGradient id="b"><stop offset="0" stop-color="rgb(1, 2, 3)"/></linearGradient>';
    const style = '<style>.c,#a{fill:url(#b);stroke-width:2}svg{--g:#fff}</style>';
    const drawn =
      '<path id="a" d="M0 0H9" style="fill:var(--g)"/><use href="#a" transform="translate(1 2) rotate(3)"/>';
    expect(artworkFaults(frame(`${style}<title>a &amp; b</title><defs>${gradient}</defs>${drawn}`))).toEqual([]);
  });

  const svg = 'http://www.w3.org/2000/svg';
  /** Parts that would run, move or show another document if a drawing were more than an image. */
  const attacks: readonly (readonly [fault: string, inner: string])[] = [
    ['contains <script>; allowed are svg, title, g', '<script>1</script>'],
    ['contains <x:script>', `<x:script xmlns:x="${svg}">1</x:script>`],
    ['contains <foreignObject>', `<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">x</p></foreignObject>`],
    ['contains <text>', '<text>x</text>'],
    ['contains <image>', '<image href="https://x.example/a.png"/>'],
    ['contains <animate>', '<animate attributeName="href" to="javascript:1"/>'],
    ['contains a style that is not allowed', '<style>@import "x"</style>'],
    ['contains a style that is not allowed', '<style>@im&#112;ort url(x)</style>'],
    ['contains a style that is not allowed', '<style><![CDATA[@import "x"]]></style>'],
    ['contains a style that is not allowed', '<style>@keyframes a{to{fill:red}}path{animation:a 1s}</style>'],
    ['is no XML: line 1, column ', '<g>&entity;</g>'],
    ['is no XML', '<path d="M0 0"'],
    ['is no XML', '<title>\0</title>'],
    ['is no XML', '</svg><script>1</script><svg>'],
  ];
  it.each(attacks)('is refused, as a logo is: it %s: %s', (fault, inner) => {
    expect(artworkFaults(frame(inner))).toEqual([expect.stringContaining(fault)]);
    const logo = `<svg xmlns="${svg}" width="40" height="30" viewBox="0 0 40 30"><path d="M0 0"/>${inner}</svg>`;
    expect(logoFaults(logo, { height: 30, width: 40 })).toHaveLength(1);
  });

  it.each([
    ['is no SVG of 720 by 270', frame('', 'width="720" height="270"')],
    ['has no dark version', frame('').replace('dark', 'light')],
    ['has 8557 bytes, at most 8192', frame(`<path d="${'M0 0'.repeat(2100)}"/>`)],
    ['contains a document type', `<!DOCTYPE svg [<!ENTITY a "b">]>${frame('')}`],
    ['is no XML', `<!DOCTYPE svg [<!ENTITY a "b">]>${frame('<title>&a;</title>')}`],
    ['is no <svg xmlns=', frame('').replace(` xmlns="${svg}"`, '')],
    ['is no XML', `${frame('')}<p>`],
    ['is no XML', ''],
  ])('is refused as a whole: it %s', (fault, text) => {
    expect(artworkFaults(text)).toEqual([expect.stringContaining(fault)]);
  });

  it('is refused when it is nested beyond what can be read', () => {
    expect(artworkFaults('<g>'.repeat(2_700))).toHaveLength(1);
  });

  it.each([
    ['UTF-16 with a mark', Buffer.from(`\ufeff${frame('')}`, 'utf16le'), 'UTF-8 is needed'],
    ['UTF-16 without one', Buffer.from(frame(''), 'utf16le'), 'is no XML: line 1, column '],
    ['Latin-1', Buffer.from(frame('<title>\xe9</title>'), 'latin1'), 'UTF-8 is needed'],
    ['UTF-8 of a surrogate', Buffer.from([...Buffer.from('<svg>'), 0xed, 0xa0, 0x80]), 'UTF-8 is needed'],
  ])('is refused in another encoding: %s', (_, bytes, problem) => {
    const read = (file: string) => (file === 'artwork.svg' ? bytes : null);
    expect(readPicture('artwork', read, null).faults).toEqual([
      { file: 'artwork.svg', field: '', problem: expect.stringContaining(problem) },
    ]);
  });
});

it('the address of a drawing in a style sheet ends no text and no rule, whatever character the drawing has', () => {
  const characters = Array.from({ length: 0x250 }, (_, code) => String.fromCharCode(code)).join('');
  const text = `<${characters}\u2028\u2029\ufeff😀>`;
  const address = dataUrl(text);
  expect(address).toMatch(/^data:image\/svg\+xml,[\w .,:;=/+()%-]+$/);
  expect(decodeURIComponent(address.slice(address.indexOf(',') + 1))).toBe(text);
});

describe('a raster picture', () => {
  const header = { width: 90, height: 30 };
  const animated = headOf(
    '\x89PNG\r\n\x1a\n',
    four(13),
    'IHDR',
    four(180),
    four(60),
    Array(9).fill(0),
    four(8),
    'acTL',
  );

  it('is read by its own bytes', () => {
    expect(readRaster(encoded.logo)).toEqual({ ending: 'png', width: 180, height: 60, isAnimated: false });
    expect(readRaster(encoded.jpg)).toEqual({ ending: 'jpg', width: 720, height: 270, isAnimated: false });
    expect(readRaster(encoded.webp)).toEqual({ ending: 'webp', width: 720, height: 270, isAnimated: false });
    const lossy = headOf('RIFF', four(0), 'WEBPVP8 ', Array(10).fill(0), [0xd0, 2, 0x0e, 1], Array(8).fill(0));
    expect(readRaster(lossy)).toMatchObject({ width: 720, height: 270 });
    const bits = (720 - 1) | ((270 - 1) << 14);
    const lossless = headOf('RIFF', four(0), 'WEBPVP8L', four(0), [0x2f], four(bits).toReversed(), Array(8).fill(0));
    expect(readRaster(lossless)).toMatchObject({ width: 720, height: 270 });
    expect(readRaster(avifHead(720, 270))).toEqual({ ending: 'avif', width: 720, height: 270, isAnimated: false });
  });

  it('is accepted in the proportions of its place, sharp and small', () => {
    expect(rasterFaults(encoded.logo, 'png', header)).toEqual([]);
    expect(rasterFaults(encoded.logo, 'png', { height: 30 })).toEqual([]);
    for (const ending of ['jpg', 'webp'] as const) expect(rasterFaults(encoded[ending], ending, 'artwork')).toEqual([]);
    expect(rasterFaults(avifHead(1440, 540), 'avif', 'artwork')).toEqual([]);
  });

  it.each([
    ['is no PNG, but JPG', encoded.jpg, 'png', header],
    ['is no WEBP', headOf('<script>alert(1)</script>'), 'webp', 'artwork'],
    ['is no PNG', encoded.logo.slice(0, 20), 'png', header],
    ['is no JPG', encoded.jpg.slice(0, 100), 'jpg', 'artwork'],
    ['is no PNG', new Uint8Array(), 'png', header],
    ['is 60 pixels high, 120 to 240 are needed', encoded.logo, 'png', { width: 180, height: 60 }],
    ['is 180 by 60 pixels, 200 by 60 has the proportions', encoded.logo, 'png', { width: 100, height: 30 }],
    ['is 180 by 60 pixels; 8:3 is needed', encoded.logo, 'png', 'artwork'],
    ['is 4000 by 1500 pixels; 8:3 is needed', avifHead(4000, 1500), 'avif', 'artwork'],
    [
      'has 65537 bytes, at most 65536',
      headOf([...encoded.logo], Array(65_537 - encoded.logo.length).fill(0)),
      'png',
      header,
    ],
    ['is animated', animated, 'png', header],
    [
      'is animated',
      headOf('RIFF', four(0), 'WEBPVP8X', four(0), [2, 0, 0, 0], [207, 2, 0, 13, 1, 0]),
      'webp',
      'artwork',
    ],
    ['is no AVIF', avifHead(720, 270, 'avis'), 'avif', 'artwork'],
  ] as const)('is refused: it %s', (fault, bytes, ending, size) => {
    expect(rasterFaults(bytes, ending, size)).toEqual([expect.stringContaining(fault)]);
  });
});
