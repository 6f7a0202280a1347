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
