/** Texts have been measured in Helvetica; where another font is used they are narrowed to their room. */
export const narrowTexts = (svg: SVGSVGElement): void => {
  for (const text of svg.querySelectorAll<SVGTextElement>('text[data-width]')) {
    const width = text.dataset.width ?? '';
    if (text.getComputedTextLength() <= Number(width)) continue;
    text.setAttribute('textLength', width);
    text.setAttribute('lengthAdjust', 'spacingAndGlyphs');
  }
};
