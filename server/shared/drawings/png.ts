import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { initWasm, Resvg } from '@resvg/resvg-wasm';

export const rendererFile = fileURLToPath(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'));

/** Loaded with the first picture; a failed load is tried again with the next. */
let loading: Promise<void> | null = null;
export const loadRenderer = (): Promise<void> => {
  loading ??= readFile(rendererFile)
    .then(initWasm)
    .catch((thrown: unknown) => {
      loading = null;
      throw thrown;
    });
  return loading;
};

/** A PNG of an SVG, `zoom` times its size. Blocks the process while it draws: for the shop's own drawings only. */
export const pngOf = async (svg: string, zoom: number): Promise<Uint8Array> => {
  await loadRenderer();
  const drawing = new Resvg(svg, { fitTo: { mode: 'zoom', value: zoom }, font: { loadSystemFonts: false } });
  const image = drawing.render();
  try {
    return image.asPng();
  } finally {
    image.free();
    drawing.free();
  }
};
