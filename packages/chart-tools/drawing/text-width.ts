/** Advance widths of Helvetica (and Arial, Liberation Sans) from "space" to "~", in thousandths of the font size. */
const widths = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
  556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
  722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
  556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
  260, 334, 584,
];
/** Arrows and other characters. */
const otherWidth = 1000;
const boldness = 1.06;

/** Width of a text in a drawing's font, px. Node cannot measure text, and a drawing must be the same on every machine. */
export const widthOf = (text: string, size: number, isBold = false): number =>
  ([...text].reduce((sum, char) => sum + (widths[(char.codePointAt(0) ?? 0) - 32] ?? otherWidth), 0) *
    size *
    (isBold ? boldness : 1)) /
  1000;
