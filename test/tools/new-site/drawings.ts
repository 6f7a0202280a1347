const frame = (width: number, height: number, viewBox: string, inner: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${viewBox}">${inner}</svg>\n`;

/** A mark to replace: a ring and two bars, in one colour. */
export const logo = (color: string, width: number, height: number): string =>
  frame(
    width,
    height,
    '0 0 90 30',
    `<circle cx="15" cy="15" r="10" fill="none" stroke="${color}" stroke-width="4"/>` +
      `<path fill="${color}" d="M36 8H86V13H36ZM36 18H70V22H36Z"/>`,
  );

/** A picture to replace: hills, with a version for dark mode. */
export const artwork: string = frame(
  720,
  270,
  '0 0 720 270',
  '<style>svg{--s:#e8efe9;--a:#9dbfae;--b:#1f4d3a}@media (prefers-color-scheme:dark){svg{--s:#0d1512;--a:#1d3a2e;--b:#3f7d62}}</style>' +
    '<path fill="var(--s)" d="M0 0h720v270H0z"/><path fill="var(--a)" d="M0 170q180-90 360-20t360-30v150H0z"/>' +
    '<path fill="var(--b)" d="M0 220q200-60 380-10t340-20v80H0z"/>',
);
