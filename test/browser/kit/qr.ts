import { readFileSync } from 'node:fs';
import jsQR from 'jsqr';
import { PNG } from 'pngjs';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const wasm = new URL('../../../node_modules/zxing-wasm/dist/reader/zxing_reader.wasm', import.meta.url);
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } });

/** The contents of QR codes in a screenshot. */
export const scan = async (picture: Buffer): Promise<string[]> => {
  const found = await readBarcodes(new Uint8Array(picture), { formats: ['QRCode'], tryHarder: true });
  return found.map(({ text }) => text);
};

/** The picture at half its size, each pixel the mean of four. */
export const halved = (picture: Buffer): Buffer => {
  const whole = PNG.sync.read(picture);
  const half = new PNG({ width: Math.floor(whole.width / 2), height: Math.floor(whole.height / 2) });
  for (let y = 0; y < half.height; y += 1)
    for (let x = 0; x < half.width * 4; x += 1) {
      const from = y * 2 * whole.width * 4 + Math.floor(x / 4) * 8 + (x % 4);
      const four = [from, from + 4, from + whole.width * 4, from + whole.width * 4 + 4];
      half.data[y * half.width * 4 + x] = Math.round(four.reduce((sum, at) => sum + (whole.data[at] ?? 0), 0) / 4);
    }
  return PNG.sync.write(half);
};

/** The content of the one code in a picture, read by two independent scanners. */
export const scanTwice = async (picture: Buffer): Promise<[string[], string[]]> => {
  const { data, width, height } = PNG.sync.read(picture);
  const other = jsQR(new Uint8ClampedArray(data), width, height, { inversionAttempts: 'dontInvert' });
  return [await scan(picture), other ? [other.data] : []];
};

/** Brightness of the upper left pixel, 0 to 1. */
export const brightness = (picture: Buffer): number => {
  const [red = 0, green = 0, blue = 0] = PNG.sync.read(picture).data;
  return (red + green + blue) / 3 / 255;
};
