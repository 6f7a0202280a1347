/** In: a colour as #rrggbb. Out: its relative luminance, 0 to 1 (WCAG 2.2). */
const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** In: the grounds a lettering stands on, as #rrggbb. Out: black or white, whichever reads better on the worse of them. */
export const inkOn = (...grounds: readonly string[]): '#000000' | '#ffffff' => {
  const lights = grounds.map(luminance);
  const onWhite = Math.min(...lights.map((light) => 1.05 / (light + 0.05)));
  const onBlack = Math.min(...lights.map((light) => (light + 0.05) / 0.05));
  return onWhite >= onBlack ? '#ffffff' : '#000000';
};
