import { renderSVG } from 'uqr';
import { pngOf } from '#server/shared/drawings/png.ts';

/** Pixels of the drawing for each module; mails show the code at half its size, sharp on any screen. */
const modulePixels = 18;

/** The QR code of an entry code, black on white, with its quiet zone. */
export const codePicture = (code: string): Promise<Uint8Array> =>
  pngOf(renderSVG(code, { ecc: 'M', border: 4, boostEcc: false, pixelSize: modulePixels }), 1);
