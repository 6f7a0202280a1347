import { describe, expect, it } from 'vitest';
import { artworkFaults, logoFaults, rasterFaults } from './pictures.ts';
import { avifHead, encoded, four, headOf } from './raster.fixture.ts';
import { readRaster } from './raster.ts';

describe('a logo', () => {
  const frame = (inner: string, size = 'width="40" height="30" viewBox="0 0 40 30"') =>
    `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${inner}</svg>`;

  it('is accepted when it is drawn', () => {
    expect(logoFaults(frame('<path d="M0 0H9"/>'), 30, 40)).toEqual([]);
  });

  it.each([
    frame('<title>x</title>'),
    frame('<path d="M0 0"/><text>mori</text>'),
    frame('<path d="M0 0"/><script>1</script>'),
    frame('<path d="M0 0" onload="1"/>'),
    frame('<a href="x"><path d="M0 0"/></a>'),
    frame('<a><path d="M0 0"/></a>'),
    frame('<path d="M0 0"/>', 'width="40" height="16" viewBox="0 0 75 30"'),
    frame('<path d="M0 0"/>', 'width="44" height="30" viewBox="0 0 44 30"'),
    frame('<path d="M0 0"/>', 'width="40" height="30" viewBox="0 0 30 30"'),
    frame(`<path d="${'M0 0'.repeat(4200)}"/>`),
    `${frame('<path d="M0 0"/>')}<p>`,
  ])('is refused: %s', (svg) => {
    expect(logoFaults(svg, 30, 40)).toHaveLength(1);
  });
});

describe('the large picture', () => {
  const frame = (inner: string, size = 'width="720" height="270" viewBox="0 0 720 270"') =>
    `<svg xmlns="http://www.w3.org/2000/svg" ${size}><style>@media (prefers-color-scheme:dark){}</style>${inner}</svg>\n`;

  it('is accepted when it is small, static and self-contained', () => {
    expect(artworkFaults(frame('<path id="a" d="M0 0H9"/><use href="#a"/>'))).toEqual([]);
  });

  it.each([
    ['contains <text', frame('<text>x</text>')],
    ['contains <script', frame('<script/>')],
    ['contains onload=', frame('<path onload="1"/>')],
    ['contains onload =', frame('<path onload ="1"/>')],
    ['contains url(https://x.example/a', frame('<path fill="url(https://x.example/a)"/>')],
    ["contains url('https://x.example/a'", frame('<path fill="url(\'https://x.example/a\')"/>')],
    ['contains href="other.svg#a', frame('<use href="other.svg#a"/>')],
    ["contains href='other.svg#a'/>", frame("<use href='other.svg#a'/>").replace('</svg>', '"</svg>')],
    ['contains @import', frame('<style>@import "x"</style>')],
    ['refers to the missing #b', frame('<use href="#b"/>')],
    ['is no SVG of 720 by 270', frame('', 'width="720" height="270"')],
    ['has no dark version', frame('').replace('dark', 'light')],
  ])('is refused: it %s', (fault, svg) => {
    expect(artworkFaults(svg)[0]).toContain(fault);
  });

  it('is refused when it is large', () => {
    expect(artworkFaults(frame(`<path d="${'M0 0'.repeat(2100)}"/>`))).toEqual(['has 8557 bytes, at most 8192']);
  });
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
    ['is animated', avifHead(720, 270, 'avis'), 'avif', 'artwork'],
  ] as const)('is refused: it %s', (fault, bytes, ending, size) => {
    expect(rasterFaults(bytes, ending, size)).toEqual([expect.stringContaining(fault)]);
  });
});
