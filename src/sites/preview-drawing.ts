/** Pixels that the server draws for each pixel of a drawing. */
export const zoom = 3;

/** Pixels of a preview of a link: previews are 1.91:1, so the left and the right of the picture are cut off. */
const previewSize = { width: 1_200, height: 630 };

/** A drawing in its usual, light colours: without its blocks of `@media`, which are for colour schemes alone (`drawing.ts`). */
const lightOf = (svg: string): string =>
  svg
    .split('@media')
    .map((part, index) => {
      const end = index > 0 && /\}\s*\}/.exec(part);
      return end ? part.slice(end.index + end[0].length) : part;
    })
    .join('');

/** The large picture for previews, as the server's renderer can draw it: it knows neither colour schemes nor variables. */
export const previewDrawing = (svg: string): Uint8Array => {
  const light = lightOf(svg);
  const values = new Map(
    [...light.matchAll(/(?<![\w-])(--[\w-]{1,40}):([^;}"]{1,80})/g)].map(([, name = '', value = '']) => [name, value]),
  );
  const [width, height] = [previewSize.width / zoom, previewSize.height / zoom];
  const drawing = light
    .replaceAll(/var\((--[\w-]{1,40})\)/g, (_, name: string) => values.get(name) ?? 'none')
    .replace(' width="720" height="270"', ` width="${width}" height="${height}" preserveAspectRatio="xMidYMid slice"`);
  return new TextEncoder().encode(drawing);
};
