import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/** Tolerated colour difference, 0 to 1, and share of differing pixels, because antialiasing varies. */
const threshold = 0.15;
export const allowed = 0.001;

/** Number of brightness steps per colour; fewer compress better. */
const steps = 16;

/** A picture at half its width and height, each pixel the mean of four. */
export const halfOf = (picture: Buffer): PNG => {
  const { width, height, data } = PNG.sync.read(picture);
  const half = new PNG({ width: Math.floor(width / 2), height: Math.floor(height / 2) });
  for (let y = 0; y < half.height; y += 1)
    for (let x = 0; x < half.width * 4; x += 1) {
      const from = y * 2 * width * 4 + Math.floor(x / 4) * 8 + (x % 4);
      const four = [from, from + 4, from + width * 4, from + width * 4 + 4];
      half.data[y * half.width * 4 + x] = Math.round(four.reduce((sum, at) => sum + (data[at] ?? 0), 0) / 4);
    }
  return half;
};

/** A picture at half size in few colours. */
export const shrink = (picture: Buffer): Buffer => {
  const half = halfOf(picture);
  const step = 255 / (steps - 1);
  for (const [at, value] of half.data.entries()) half.data[at] = Math.round(Math.round(value / step) * step);
  return PNG.sync.write(half, { colorType: 2, deflateLevel: 9, deflateStrategy: 0, filterType: 0 });
};

/** Share of differing pixels of two small pictures (1 if their sizes differ), with a picture of the differences. */
export const differ = (one: Buffer, other: Buffer): { share: number; difference: Buffer | null } => {
  const [a, b] = [PNG.sync.read(one), PNG.sync.read(other)];
  const { width } = a;
  // A missing line of text is many pixels; one pixel of height is rounding.
  if (b.width !== width || Math.abs(a.height - b.height) > 1) return { share: 1, difference: null };
  const height = Math.min(a.height, b.height);
  const difference = new PNG({ width, height });
  const all = width * height;
  const dots = pixelmatch(a.data.subarray(0, all * 4), b.data.subarray(0, all * 4), difference.data, width, height, {
    threshold,
  });
  return { share: dots / all, difference: PNG.sync.write(difference) };
};
