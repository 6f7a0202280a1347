import { readFileSync } from 'node:fs';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const wasm = new URL('../../../node_modules/zxing-wasm/dist/reader/zxing_reader.wasm', import.meta.url);
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } });

/** In: a picture of the screen. Out: what a scanner reads in it. */
export const scan = async (picture: Buffer): Promise<string[]> => {
  const found = await readBarcodes(new Uint8Array(picture), { formats: ['QRCode'], tryHarder: true });
  return found.map(({ text }) => text);
};
