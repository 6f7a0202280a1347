/** A field of a request: its text or its nested fields. */
export type XmlField = readonly [name: string, value: string | readonly XmlField[]];

/** Free texts are base64 in the request, but unencoded in the hash. */
const encodedFields: ReadonlySet<string> = new Set(['item_name', 'free1', 'free2', 'free3']);

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const written = ([name, value]: XmlField): string => {
  if (typeof value !== 'string') return `<${name}>${value.map(written).join('')}</${name}>`;
  const text = encodedFields.has(name) ? Buffer.from(value).toString('base64') : escaped(value);
  return `<${name}>${text}</${name}>`;
};

/** The XML of a request; its values are ASCII. */
export const writeXml = (id: string, fields: readonly XmlField[]): string =>
  `<?xml version="1.0" encoding="Shift_JIS"?><sps-api-request id="${id}">${fields.map(written).join('')}</sps-api-request>`;

/** The values of fields in their sequence, nested ones included: the input of the hash. */
export const valuesOf = (fields: readonly XmlField[]): string[] =>
  fields.flatMap(([, value]) => (typeof value === 'string' ? [value] : valuesOf(value)));

const plain = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/**
 * Texts of a response by the names of the innermost elements. `id`: the expected call. Null for anything but nested elements with
 * text: attributes, comments, custom entities and stray text are rejected.
 */
export const readXml = (text: string, id: string): Map<string, string> | null => {
  const [, root, inner] =
    /^(?:<\?xml[^<>]*\?>\s*)?<sps-api-response id="([\w-]+)">([\s\S]*)<\/sps-api-response>$/.exec(text.trim()) ?? [];
  if (root !== id || inner === undefined) return null;
  const found = new Map<string, string>();
  const open: string[] = [];
  let rest = inner;
  while (rest.trim() !== '') {
    const [whole, leaf, value, empty, begun, ended] =
      /^\s*(?:<(\w+)>([^<]*)<\/\1>|<(\w+)\s*\/>|<(\w+)>|<\/(\w+)>)/.exec(rest) ?? [];
    if (whole === undefined) return null;
    if (leaf) found.set(leaf, plain((value ?? '').trim()));
    if (empty) found.set(empty, '');
    if (begun) open.push(begun);
    if (ended && open.pop() !== ended) return null;
    rest = rest.slice(whole.length);
  }
  return open.length === 0 ? found : null;
};
