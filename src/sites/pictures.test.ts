import { describe, expect, it } from 'vitest';
import { artworkFaults, logoFaults } from './pictures.ts';

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
