import { type Drawing, inArtwork, inLogo, readDrawing, shapes } from './drawing.ts';
import { type Raster, type RasterEnding, readRaster } from './raster.ts';

export const pictureNames = ['header-white', 'header-black', 'print', 'artwork'] as const;
export type PictureName = (typeof pictureNames)[number];

/** Largest size of a logo, bytes; of the large picture, which is part of the page. */
const max = { logo: 16_384, artwork: 8_192 };

/** The drawing of a file that is small enough to be read, or the fault that makes it unusable. */
const drawingOf = (svg: string, max: number, allowed: readonly string[]): Drawing | { fault: string } => {
  const { length } = new TextEncoder().encode(svg);
  return length <= max ? readDrawing(svg, allowed) : { fault: `has ${length} bytes, at most ${max}` };
};

/** A line for each fault of a logo; `height` and `width` are the settings' size in px. */
export const logoFaults = (svg: string, { height, width }: { height: number; width?: number }): string[] => {
  const drawing = drawingOf(svg, max.logo, inLogo);
  if (drawing.fault !== undefined) return [drawing.fault];
  const { root, names } = drawing;
  const [ownHeight, ownWidth] = [Number(root.height), Number(root.width)];
  const [left, top, boxWidth = 0, boxHeight = 1] = (root.viewBox ?? '').split(' ').map(Number);
  const isInProportion = Math.abs((boxWidth / boxHeight) * ownHeight - ownWidth) <= 1;
  return [
    ...(shapes.some((shape) => names.includes(shape)) ? [] : ['draws nothing']),
    ...(ownHeight === height ? [] : [`is ${ownHeight} high, site.json says ${height}`]),
    ...(width === undefined || ownWidth === width ? [] : [`is ${ownWidth} wide, site.json says ${width}`]),
    ...(left === 0 && top === 0 && isInProportion
      ? []
      : ['is drawn askew: viewBox="0 0 …" in the proportions of width and height is needed']),
  ];
};

/** A line for each fault of a site's large picture: it must be small, static, 8:3, self-contained, and have a dark mode. */
export const artworkFaults = (svg: string): string[] => {
  const drawing = drawingOf(svg, max.artwork, inArtwork);
  if (drawing.fault !== undefined) return [drawing.fault];
  const { width, height, viewBox } = drawing.root;
  return [
    ...(width === '720' && height === '270' && viewBox === '0 0 720 270' ? [] : ['is no SVG of 720 by 270']),
    ...(svg.includes('@media (prefers-color-scheme:dark){') ? [] : ['has no dark version']),
  ];
};

/** Largest raster picture, bytes. */
const maxRaster = { logo: 65_536, artwork: 204_800 };
/** Pixels of a raster picture for each pixel of the page: sharp on any screen, and no larger. */
const density = [2, 4] as const;

/** The size of a logo in px of the page, or that of the large picture, which is 8:3; null where it is not known. */
type PictureSize = { width?: number; height: number } | 'artwork' | null;

const sizeFaults = ({ width, height }: Raster, size: PictureSize): string[] => {
  if (size === null) return [];
  if (size === 'artwork') {
    const isFit = width >= 720 && width <= 2_160 && Math.abs(width * 3 - height * 8) <= 8;
    return isFit ? [] : [`is ${width} by ${height} pixels; 8:3 is needed, 720 by 270 to 2160 by 810`];
  }
  const scale = height / size.height;
  const [min, max] = density.map((factor) => factor * size.height);
  if (scale < density[0] || scale > density[1]) return [`is ${height} pixels high, ${min} to ${max} are needed`];
  const wanted = size.width === undefined ? width : size.width * scale;
  return Math.abs(width - wanted) <= scale
    ? []
    : [`is ${width} by ${height} pixels, ${Math.round(wanted)} by ${height} has the proportions of site.json`];
};

/** A line for each fault of a raster picture: its bytes must be of the format that its name says. */
export const rasterFaults = (bytes: Uint8Array, ending: RasterEnding, size: PictureSize): string[] => {
  const raster = readRaster(bytes);
  if (raster?.ending !== ending)
    return [`is no ${ending.toUpperCase()}${raster ? `, but ${raster.ending.toUpperCase()}` : ''}`];
  const limit = size === 'artwork' ? maxRaster.artwork : maxRaster.logo;
  return [
    ...(bytes.length <= limit ? [] : [`has ${bytes.length} bytes, at most ${limit}`]),
    ...(raster.isAnimated ? ['is animated'] : []),
    ...sizeFaults(raster, size),
  ];
};
