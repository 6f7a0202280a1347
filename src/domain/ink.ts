/** Relative luminance of a colour (#rrggbb), 0 to 1 (WCAG 2.2). */
const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** Contrast ratio of two colours (#rrggbb), 1 to 21 (WCAG 2.2). */
export const contrast = (one: string, other: string): number => {
  const [a, b] = [luminance(one) + 0.05, luminance(other) + 0.05];
  return a > b ? a / b : b / a;
};

/** Black or white, whichever has the better contrast with the worse of the backgrounds (#rrggbb). */
export const inkOn = (...backgrounds: readonly string[]): '#000000' | '#ffffff' => {
  const worst = (ink: string) => Math.min(...backgrounds.map((background) => contrast(ink, background)));
  return worst('#ffffff') >= worst('#000000') ? '#ffffff' : '#000000';
};
