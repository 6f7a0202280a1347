import { parseXml, type XmlDocument, XmlElement, XmlError, XmlNode, XmlText } from '@rgrove/parse-xml';

/** Elements and attributes that a drawing may have. */
export type Allowed = { elements: readonly string[]; attributes: readonly string[]; mayRefer: boolean };

/** Elements that are drawn. */
export const shapes = ['path', 'circle', 'ellipse', 'rect', 'line', 'polyline', 'polygon'] as const;

/** Attributes that are properties of style sheets, too. */
const properties = (
  'fill fill-opacity fill-rule clip-rule clip-path mask opacity color display visibility transform vector-effect ' +
  'stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity ' +
  'stroke-width paint-order shape-rendering stop-color stop-opacity'
).split(' ');

const attributes = [
  ...'xmlns version id class style width height viewBox preserveAspectRatio d points pathLength'.split(' '),
  ...'x y x1 y1 x2 y2 cx cy r rx ry'.split(' '),
  ...properties,
];

/** A logo: mails have it as pixels, so it has one colour scheme and refers to nothing. */
export const inLogo: Allowed = { elements: ['svg', 'title', 'g', ...shapes], attributes, mayRefer: false };

/** The large picture: styles for the dark mode, and parts that are used again. */
export const inArtwork: Allowed = {
  elements: [
    ...inLogo.elements,
    ...'style defs use clipPath mask pattern linearGradient radialGradient stop'.split(' '),
  ],
  attributes: [
    ...attributes,
    ...'href offset fx fy gradientUnits gradientTransform spreadMethod patternUnits patternContentUnits'.split(' '),
    ...'patternTransform clipPathUnits maskUnits maskContentUnits'.split(' '),
  ],
  mayRefer: true,
};

const namespace = 'http://www.w3.org/2000/svg';

/** Calls in a value: of colours and transformations, and `url` of a part of the drawing. */
const calls =
  /(?<![\w-])(?:var|rgba?|hsla?|matrix|translate|scale|rotate|skew[XY])\([\w\s.,+#%-]*\)|(?<![\w-])url\(#[\w-]+\)/g;

/** Without quotes, escapes, comments and other calls a value can load nothing and end nothing. */
const isSafe = (value: string, { mayRefer }: Allowed): boolean =>
  /^[\w\s.,+#%-]*$/.test(value.replaceAll(calls, '')) && (mayRefer || !value.includes('url('));

/** The parts of a style sheet between braces and semicolons: selectors, colour schemes, declarations. */
const isSafeStyle = (css: string, allowed: Allowed): boolean =>
  css.split(/[{};]/).every((part) => {
    const text = part.trim();
    if (/^[\w\s.,#-]*$/.test(text) || /^@media \(prefers-color-scheme: ?(?:dark|light)\)$/.test(text)) return true;
    const [property = '', value = '', ...more] = text.split(':');
    const isKnown = properties.includes(property.trim()) || /^--[\w-]+$/.test(property);
    return isKnown && more.length === 0 && isSafe(value, allowed);
  });

const isSafeAttribute = (name: string, value: string, allowed: Allowed): boolean => {
  if (name === 'xmlns') return value === namespace;
  if (name === 'href') return /^#[\w-]+$/.test(value);
  return name === 'style' ? isSafeStyle(value, allowed) : isSafe(value, allowed);
};

/** Elements of text alone. */
const textOnly = ['title', 'style'];

/** Parts that an XML file may have beside elements and text. */
const kinds: Readonly<Record<string, string>> = {
  cdata: 'a CDATA section',
  comment: 'a comment',
  doctype: 'a document type',
  pi: 'a processing instruction',
  xmldecl: 'an XML declaration',
};

const shortly = (name: string): string => name.slice(0, 40);

const elementFault = ({ name, parent, attributes: own }: XmlElement, allowed: Allowed): string | undefined => {
  if (!allowed.elements.includes(name))
    return `contains <${shortly(name)}>; allowed are ${allowed.elements.join(', ')}`;
  if (parent instanceof XmlElement && textOnly.includes(parent.name))
    return `contains <${name}> in <${parent.name}>; allowed is text`;
  for (const [attribute, value] of Object.entries(own)) {
    const where = `${shortly(attribute)} of <${name}>`;
    if (!allowed.attributes.includes(attribute))
      return `contains ${where}; allowed are ${allowed.attributes.join(', ')}`;
    if (!isSafeAttribute(attribute, value, allowed))
      return `has a value that is not allowed for ${where}; allowed are numbers, words, colours${allowed.mayRefer ? ', var(), url(#…)' : ''}`;
  }
  return undefined;
};

const nodeFault = (node: XmlNode, allowed: Allowed): string | undefined => {
  if (node instanceof XmlElement) return elementFault(node, allowed);
  /* A CDATA section is a text, too. */
  if (!(node instanceof XmlText) || node.type !== XmlNode.TYPE_TEXT)
    return `contains ${kinds[node.type]}; allowed are elements and text`;
  const parent = node.parent instanceof XmlElement ? node.parent.name : '';
  if (parent === 'title' || node.text.trim() === '') return undefined;
  if (parent !== 'style') return `contains text in <${shortly(parent)}>; allowed in ${textOnly.join(', ')}`;
  return isSafeStyle(node.text, allowed)
    ? undefined
    : `contains a style that is not allowed; allowed are ${properties.join(', ')}, --…, @media (prefers-color-scheme:dark)`;
};

/** All below a node, in the sequence of the file. */
const below = (node: XmlDocument | XmlElement): XmlNode[] =>
  node.children.flatMap((child) => [child, ...(child instanceof XmlElement ? below(child) : [])]);

const isElement = (node: XmlNode): node is XmlElement => node instanceof XmlElement;

const missingReference = (elements: readonly XmlElement[]): string | undefined => {
  const ids = new Set(elements.map((element) => element.attributes.id));
  const values = elements.flatMap((element) => Object.entries(element.attributes));
  return values
    .flatMap(([name, value]) => [...value.matchAll(name === 'href' ? /^#(.+)/g : /url\(#([\w-]+)/g)])
    .map(([, id = '']) => id)
    .find((id) => !ids.has(id));
};

/** The root and the names of all elements. */
export type Drawing = { root: Readonly<Record<string, string>>; names: readonly string[]; fault?: never };

const options = {
  preserveCdata: true,
  preserveComments: true,
  preserveDocumentType: true,
  preserveXmlDeclaration: true,
};

/** Reads a drawing that has nothing but what is allowed, or returns its first fault. */
export const readDrawing = (svg: string, allowed: Allowed): Drawing | { fault: string } => {
  try {
    const document = parseXml(svg, options);
    const nodes = below(document);
    const elements = nodes.filter(isElement);
    for (const node of nodes) {
      const fault = nodeFault(node, allowed);
      if (fault !== undefined) return { fault };
    }
    const { root } = document;
    if (root?.name !== 'svg' || root.attributes.xmlns !== namespace)
      return { fault: `is no <svg xmlns="${namespace}">` };
    if (elements.some((element) => element.name === 'svg' && element !== root))
      return { fault: 'contains <svg> in <svg>; allowed is one' };
    const missing = missingReference(elements);
    if (missing !== undefined) return { fault: `refers to the missing #${shortly(missing)}` };
    return { root: root.attributes, names: elements.map(({ name }) => name) };
  } catch (thrown) {
    if (thrown instanceof XmlError) return { fault: `is no XML: line ${thrown.line}, column ${thrown.column}` };
    if (thrown instanceof RangeError) return { fault: 'is nested too deeply' };
    throw thrown;
  }
};
