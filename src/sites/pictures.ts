import { type RasterEnding, readRaster } from './raster.ts';

/** The pictures of a site's folder. */
export const pictureNames = ['header-white', 'header-black', 'print', 'artwork'] as const;
export type PictureName = (typeof pictureNames)[number];

/** What a logo must not contain: text in a font, code, external resources. */
const foreignInLogo = /<(text|script|style|image|use|a|foreignObject|animate\w*|set)\b|\b(href|on\w+)\s*=|url\(|<!|&/i;
/** What the large picture must not contain: code, text, animation, external resources. */
const foreignInArtwork =
  /<(?:script|text|tspan|image|a|foreignObject|animate\w*|set)\b|\bon\w+\s*=|(?:href\s*=\s*["']?|url\(["']?)(?!["']?#)[^")]*|@import|<!|&/i;

/** Largest size of a logo, bytes; of the large picture, which is part of the page. */
const most = { logo: 16_384, artwork: 8_192 };

const attribute = (svg: string, name: string): string =>
  (svg.split('>', 1)[0] ?? '').split(` ${name}="`)[1]?.split('"', 1)[0] ?? '';
const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= 1;
const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** A line for each fault of a logo; `height` and `width` are the settings' size in px. */
export const logoFaults = (svg: string, height: number, width?: number): string[] => {
  const number = (name: string) => Number(attribute(svg, name));
  const [left, top, boxWidth = 0, boxHeight = 1] = attribute(svg, 'viewBox').split(' ').map(Number);
  return [
    ...(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[^>]*>[\s\S]*<\/svg>\s*$/.test(svg) ? [] : ['is no SVG']),
    ...(/<(path|circle|rect|polygon|line)\b/.test(svg) ? [] : ['draws nothing']),
    ...(foreignInLogo.test(svg) ? [`contains ${foreignInLogo.exec(svg)?.[0]}`] : []),
    ...(bytesOf(svg) <= most.logo ? [] : [`has ${bytesOf(svg)} bytes, at most ${most.logo}`]),
    ...(number('height') === height ? [] : [`is ${number('height')} high, site.json says ${height}`]),
    ...(width === undefined || number('width') === width
      ? []
      : [`is ${number('width')} wide, site.json says ${width}`]),
    ...(left === 0 && top === 0 && isNear((boxWidth / boxHeight) * number('height'), number('width'))
      ? []
      : ['is drawn askew: viewBox="0 0 …" in the proportions of width and height is needed']),
  ];
};

/** A line for each fault of a site's large picture: it must be small, static, 8:3, self-contained, and have a dark mode. */
export const artworkFaults = (svg: string): string[] => [
  ...(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="720" height="270" viewBox="0 0 720 270">.*<\/svg>\s*$/s.test(
    svg,
  )
    ? []
    : ['is no SVG of 720 by 270']),
  ...(bytesOf(svg) <= most.artwork ? [] : [`has ${bytesOf(svg)} bytes, at most ${most.artwork}`]),
  ...(foreignInArtwork.test(svg) ? [`contains ${foreignInArtwork.exec(svg)?.[0]}`] : []),
  ...(svg.includes('@media (prefers-color-scheme:dark){') ? [] : ['has no dark version']),
  ...[...svg.matchAll(/(?:href="|url\()#(\w+)/g)]
    .filter(([, id]) => !svg.includes(`id="${id}"`))
    .map(([, id]) => `refers to the missing #${id}`),
];

/** Largest raster picture, bytes. */
const mostRaster = { logo: 65_536, artwork: 204_800 };
/** Pixels of a raster picture for each pixel of the page: sharp on any screen, and no larger. */
const density = [2, 4] as const;

const rasterSizeFaults = (width: number, height: number, size: { width?: number; height: number }): string[] => {
  const scale = height / size.height;
  const [least, most] = density.map((factor) => factor * size.height);
  if (scale < density[0] || scale > density[1]) return [`is ${height} pixels high, ${least} to ${most} are needed`];
  const wanted = size.width === undefined ? width : size.width * scale;
  return Math.abs(width - wanted) <= scale
    ? []
    : [`is ${width} by ${height} pixels, ${Math.round(wanted)} by ${height} has the proportions of site.json`];
};

/** The large picture is 8:3. */
const artworkSizeFaults = (width: number, height: number): string[] =>
  width >= 720 && width <= 2_160 && Math.abs(width * 3 - height * 8) <= 8
    ? []
    : [`is ${width} by ${height} pixels; 8:3 is needed, 720 by 270 to 2160 by 810`];

/** A line for each fault of a raster picture: its bytes must be of the format that its name says. `size` null: not known. */
export const rasterFaults = (
  bytes: Uint8Array,
  ending: RasterEnding,
  size: { width?: number; height: number } | 'artwork' | null,
): string[] => {
  const raster = readRaster(bytes);
  if (raster?.ending !== ending)
    return [`is no ${ending.toUpperCase()}${raster ? `, but ${raster.ending.toUpperCase()}` : ''}`];
  const { width, height, isAnimated } = raster;
  const limit = size === 'artwork' ? mostRaster.artwork : mostRaster.logo;
  return [
    ...(bytes.length <= limit ? [] : [`has ${bytes.length} bytes, at most ${limit}`]),
    ...(isAnimated ? ['is animated'] : []),
    ...(size === 'artwork'
      ? artworkSizeFaults(width, height)
      : size === null
        ? []
        : rasterSizeFaults(width, height, size)),
  ];
};
