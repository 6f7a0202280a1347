import { parseXml, type XmlDocument, XmlElement, XmlError, XmlNode } from '@rgrove/parse-xml';

/*
 * Browsers show a site's drawings as images only, in which no script runs and nothing is loaded; opened at its own address a drawing
 * has the policy of what is no page. So only what would move, or could not be drawn as pixels, is refused here.
 */

export const shapes = ['path', 'circle', 'ellipse', 'rect', 'line', 'polyline', 'polygon'] as const;

/** Elements of a logo: mails have it as pixels, so it has one colour scheme and refers to nothing. */
export const inLogo: readonly string[] = ['svg', 'title', 'g', ...shapes];

/** Elements of the large picture: styles for the dark mode, and parts that are used again. */
export const inArtwork: readonly string[] = [
  ...inLogo,
  ...'style defs use clipPath mask pattern linearGradient radialGradient stop'.split(' '),
];

const namespace = 'http://www.w3.org/2000/svg';

/** The elements below a node, in the sequence of the file. */
const elementsIn = (node: XmlDocument | XmlElement): XmlElement[] =>
  node.children.filter((child) => child instanceof XmlElement).flatMap((element) => [element, ...elementsIn(element)]);

/** Whether a style has rules for a colour scheme at most: neither animations nor other sheets. */
const isStill = (css: string): boolean =>
  !css.replaceAll(/@media \(prefers-color-scheme: ?(?:dark|light)\)/g, '').includes('@');

export type Drawing = { root: Readonly<Record<string, string>>; names: readonly string[]; fault?: never };

/** Reads a drawing of these elements, or returns its first fault. */
export const readDrawing = (svg: string, allowed: readonly string[]): Drawing | { fault: string } => {
  try {
    const document = parseXml(svg, { preserveDocumentType: true });
    const { root, children } = document;
    if (children.some(({ type }) => type === XmlNode.TYPE_DOCUMENT_TYPE)) return { fault: 'contains a document type' };
    if (root?.name !== 'svg' || root.attributes.xmlns !== namespace)
      return { fault: `is no <svg xmlns="${namespace}">` };
    const elements = elementsIn(document);
    const names = elements.map(({ name }) => name);
    const other = names.find((name) => !allowed.includes(name));
    if (other !== undefined) return { fault: `contains <${other.slice(0, 40)}>; allowed are ${allowed.join(', ')}` };
    if (elements.some(({ name, text }) => name === 'style' && !isStill(text)))
      return { fault: 'contains a style that is not allowed; allowed is @media (prefers-color-scheme:dark) alone' };
    return { root: root.attributes, names };
  } catch (thrown) {
    if (thrown instanceof XmlError) return { fault: `is no XML: line ${thrown.line}, column ${thrown.column}` };
    if (thrown instanceof RangeError) return { fault: 'is nested too deeply' };
    throw thrown;
  }
};
