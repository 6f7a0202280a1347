import { XMLParser, XMLValidator } from 'fast-xml-parser';

/** An element of an XML document; text between elements does not count in SCXML as we write it. */
export type Element = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
};

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseAttributeValue: false,
  ignoreDeclaration: true,
});

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** In: what fast-xml-parser makes of elements in order, `{ <name>: children, ':@': attributes }`. */
const elementsIn = (parsed: unknown): Element[] => {
  if (!Array.isArray(parsed)) return [];
  return parsed.filter(isRecord).flatMap((node) => {
    const name = Object.keys(node).find((key) => key !== ':@' && key !== '#text' && key !== '#comment');
    if (name === undefined) return [];
    const given = isRecord(node[':@']) ? node[':@'] : {};
    const attributes = Object.fromEntries(Object.entries(given).map(([key, value]) => [key, String(value)]));
    return [{ name, attributes, children: elementsIn(node[name]) }];
  });
};

/** In: the text of an XML document. Out: its root element. Throws, with the line, when it is not well-formed. */
export const readXml = (text: string): Element => {
  const sound = XMLValidator.validate(text);
  if (sound !== true) throw new Error(`line ${sound.err.line}: ${sound.err.msg}`);
  const [root, ...more] = elementsIn(parser.parse(text));
  if (root === undefined || more.length > 0) throw new Error('there is not one root element');
  return root;
};

/** An element and all below it, in the order of the document. */
export const withAllBelow = (element: Element): Element[] => [element, ...element.children.flatMap(withAllBelow)];
