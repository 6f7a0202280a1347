/** A field of a request: its text, or the fields inside it. */
export type XmlField = readonly [name: string, value: string | readonly XmlField[]];

/** Free texts stand in base64 in the request, and as they are in the hash. */
const encodedFields: ReadonlySet<string> = new Set(['item_name', 'free1', 'free2', 'free3']);

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const written = ([name, value]: XmlField): string => {
  if (typeof value !== 'string') return `<${name}>${value.map(written).join('')}</${name}>`;
  const text = encodedFields.has(name) ? Buffer.from(value).toString('base64') : escaped(value);
  return `<${name}>${text}</${name}>`;
};

/** In: a call's id and its fields. Out: the request as the provider reads it; its values are ASCII. */
export const writeXml = (id: string, fields: readonly XmlField[]): string =>
  `<?xml version="1.0" encoding="Shift_JIS"?><sps-api-request id="${id}">${fields.map(written).join('')}</sps-api-request>`;

/** The values of fields in their order, those inside others too: what the hash goes over. */
export const valuesOf = (fields: readonly XmlField[]): string[] =>
  fields.flatMap(([, value]) => (typeof value === 'string' ? [value] : valuesOf(value)));

const plain = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/**
 * In: an answer and the id it must have. Out: its texts by the names of the innermost elements; null when it is anything
 * but nested elements with text: no attributes, comments, entities of its own or stray text are understood.
 */
export const readXml = (text: string, id: string): Map<string, string> | null => {
  const [, root, inner] =
    /^\s*(?:<\?xml[^<>]*\?>)?\s*<sps-api-response id="([\w-]+)">([\s\S]*)<\/sps-api-response>\s*$/.exec(text) ?? [];
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
