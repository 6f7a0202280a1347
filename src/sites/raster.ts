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

type Read = (bytes: Uint8Array, view: DataView) => Omit<Raster, 'ending'> | null;

const textAt = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));

/** The boxes that describe an AVIF file stand at its start. */
const searched = 16_384;

const findText = (bytes: Uint8Array, text: string, from = 0): number => {
  const end = Math.min(bytes.length, searched) - text.length;
  for (let at = from; at <= end; at += 1) if (textAt(bytes, at, text.length) === text) return at;
  return -1;
};

/** Chunks until the pixels begin: one of an animation comes before them. */
const readPng: Read = (bytes, view) => {
  if (textAt(bytes, 0, 8) !== '\x89PNG\r\n\x1a\n' || textAt(bytes, 12, 4) !== 'IHDR') return null;
  let isAnimated = false;
  for (let at = 8; at + 8 <= bytes.length && textAt(bytes, at + 4, 4) !== 'IDAT'; at += 12 + view.getUint32(at))
    isAnimated ||= textAt(bytes, at + 4, 4) === 'acTL';
  return { width: view.getUint32(16), height: view.getUint32(20), isAnimated };
};

/** Segments until that of a frame, which has the size. */
const readJpeg: Read = (bytes, view) => {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null;
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; at += 2 + view.getUint16(at + 2)) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5), isAnimated: false };
  }
  return null;
};

const readWebp: Read = (bytes, view) => {
  if (textAt(bytes, 0, 4) !== 'RIFF' || textAt(bytes, 8, 4) !== 'WEBP') return null;
  const three = (at: number): number => view.getUint16(at, true) + (bytes[at + 2] ?? 0) * 65_536 + 1;
  switch (textAt(bytes, 12, 4)) {
    case 'VP8X':
      return { width: three(24), height: three(27), isAnimated: ((bytes[20] ?? 0) & 2) !== 0 };
    case 'VP8L': {
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1, isAnimated: false };
    }
    case 'VP8 ':
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff, isAnimated: false };
    default:
      return null;
  }
};

/** The largest of its items is the picture; others are its parts and its transparency. */
const readAvif: Read = (bytes, view) => {
  const brand = textAt(bytes, 8, 4);
  if (textAt(bytes, 4, 4) !== 'ftyp' || (brand !== 'avif' && brand !== 'avis')) return null;
  let [width, height] = [0, 0];
  for (let at = findText(bytes, 'ispe'); at >= 0 && at + 16 <= bytes.length; at = findText(bytes, 'ispe', at + 4)) {
    width = Math.max(width, view.getUint32(at + 8));
    height = Math.max(height, view.getUint32(at + 12));
  }
  return width > 0 ? { width, height, isAnimated: brand === 'avis' } : null;
};

const readers: Readonly<Record<RasterEnding, Read>> = { png: readPng, jpg: readJpeg, webp: readWebp, avif: readAvif };

/** Reads format and size from a file's own bytes, whatever its name says. Null if it is none of the formats, or cut off. */
export const readRaster = (bytes: Uint8Array): Raster | null => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const ending of ['png', 'jpg', 'webp', 'avif'] as const)
    try {
      const found = readers[ending](bytes, view);
      if (found) return { ending, ...found };
    } catch (thrown) {
      // a length in the file leads beyond its end
      if (!(thrown instanceof RangeError)) throw thrown;
    }
  return null;
};
