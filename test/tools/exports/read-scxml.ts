import { XMLParser, XMLValidator } from 'fast-xml-parser';

/** An XML element; text between elements has no meaning in SCXML as we write it. */
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

/** Converts fast-xml-parser's `preserveOrder` output, `{ <name>: children, ':@': attributes }`. */
const elementsIn = (parsed: unknown): Element[] => {
  if (!Array.isArray(parsed)) return [];
  return parsed.filter(isRecord).flatMap((node) => {
    const name = Object.keys(node).find((key) => key !== ':@' && key !== '#text' && key !== '#comment');
    if (name === undefined) return [];
    const raw = isRecord(node[':@']) ? node[':@'] : {};
    const attributes = Object.fromEntries(Object.entries(raw).map(([key, value]) => [key, String(value)]));
    return [{ name, attributes, children: elementsIn(node[name]) }];
  });
};

/** The root element of an XML document. Throws with the line if it is not well-formed. */
export const readXml = (text: string): Element => {
  const sound = XMLValidator.validate(text);
  if (sound !== true) throw new Error(`line ${sound.err.line}: ${sound.err.msg}`);
  const [root, ...more] = elementsIn(parser.parse(text));
  if (root === undefined || more.length > 0) throw new Error('there is not one root element');
  return root;
};
