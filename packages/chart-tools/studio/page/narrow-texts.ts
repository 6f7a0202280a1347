/** Texts have been measured in Helvetica; where another font is wider, all are narrowed alike, and each to its room at most. */
export const narrowTexts = (svg: SVGSVGElement): void => {
  const texts = [...svg.querySelectorAll<SVGTextElement>('text[data-width]')].map((text) => ({
    text,
    room: Number(text.dataset.width),
    width: text.getComputedTextLength(),
  }));
  const wide = texts.filter(({ room, width }) => width > room);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  const usual = wide.length === 0 ? 1 : sum(wide.map(({ room }) => room)) / sum(wide.map(({ width }) => width));
  for (const { text, room, width } of texts) {
    const length = Math.min(room, width * usual);
    if (length >= width) continue;
    text.setAttribute('textLength', length.toFixed(1));
    text.setAttribute('lengthAdjust', 'spacingAndGlyphs');
  }
};
