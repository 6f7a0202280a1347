import { imageSize } from 'image-size';

/** Types of pictures, by the ending of their file's name. */
export const pictureTypes = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
} as const;
export type PictureEnding = keyof typeof pictureTypes;
export type RasterEnding = Exclude<PictureEnding, 'svg'>;

/** Facts in the first bytes of a raster file. */
export type Raster = { ending: RasterEnding; width: number; height: number; isAnimated: boolean };

const endings = ['png', 'jpg', 'webp', 'avif'] as const satisfies readonly RasterEnding[];

/** Whether a PNG has an animation's chunk before its pixels, or a WebP the flag of one. Moving AVIF is another format. */
const isMoving = (ending: RasterEnding, bytes: Uint8Array): boolean => {
  const text = Buffer.from(bytes).toString('latin1');
  if (ending === 'png') return text.split('IDAT', 1)[0]?.includes('acTL') ?? false;
  return ending === 'webp' && text.slice(12, 16) === 'VP8X' && ((bytes[20] ?? 0) & 2) !== 0;
};

/** Reads format and size from a file's own bytes, whatever its name says. Null if it is none of the formats, or cut off. */
export const readRaster = (bytes: Uint8Array): Raster | null => {
  try {
    const { type, width, height } = imageSize(bytes);
    const ending = endings.find((known) => known === type);
    return ending ? { ending, width, height, isAnimated: isMoving(ending, bytes) } : null;
  } catch {
    return null;
  }
};
