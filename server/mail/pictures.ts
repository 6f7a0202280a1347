import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { renderSVG } from 'uqr';
import type { Picture } from '#src/sites/site-pictures.ts';

/** Loaded with the first picture; a failed load is tried again with the next. */
let loading: Promise<void> | null = null;
const load = (): Promise<void> => {
  loading ??= readFile(fileURLToPath(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm')))
    .then(initWasm)
    .catch((thrown: unknown) => {
      loading = null;
      throw thrown;
    });
  return loading;
};

/** A PNG of an SVG, `zoom` times its size. Mail clients draw no SVG. */
const pngOf = async (svg: string, zoom: number): Promise<Uint8Array> => {
  await load();
  const drawing = new Resvg(svg, { fitTo: { mode: 'zoom', value: zoom }, font: { loadSystemFonts: false } });
  const image = drawing.render();
  try {
    return image.asPng();
  } finally {
    image.free();
    drawing.free();
  }
};

/** Pixels of the drawing for each module; mails show the code at half its size, sharp on any screen. */
const modulePixels = 18;

/** The QR code of an entry code, black on white, with its quiet zone. */
export const codePicture = (code: string): Promise<Uint8Array> =>
  pngOf(renderSVG(code, { ecc: 'M', border: 4, boostEcc: false, pixelSize: modulePixels }), 1);

/** Logos that were drawn, by their SVG; a venue has two. */
const drawn = new Map<string, Promise<Uint8Array>>();
const mostDrawn = 100;

/** A logo as PNG; a drawing at three times its size. */
export const logoPicture = async ({ type, bytes }: Picture): Promise<Uint8Array> => {
  if (type !== 'image/svg+xml') return bytes;
  const svg = new TextDecoder().decode(bytes);
  const known = drawn.get(svg);
  if (known) return known;
  if (drawn.size >= mostDrawn) drawn.clear();
  const picture = pngOf(svg, 3);
  drawn.set(svg, picture);
  picture.catch(() => drawn.delete(svg));
  return picture;
};
