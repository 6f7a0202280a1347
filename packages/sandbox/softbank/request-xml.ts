/** The id of a request, and the texts of its innermost elements in document order. */
export type ApiRequest = { id: string; fields: [name: string, value: string][] };

const base64Fields = ['item_name', 'free1', 'free2', 'free3'];

const unescaped = (text: string): string =>
  text.replace(/&(lt|gt|quot|apos|amp);/g, (_whole, name: string) => {
    const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
    return entities[name] ?? '';
  });

/** Parses a body in Shift_JIS; null when it is not a request. */
export function readRequest(bytes: Uint8Array): ApiRequest | null {
  const text = new TextDecoder('shift_jis').decode(bytes);
  const id = /<sps-api-request id="([\w-]+)">/.exec(text)?.[1];
  if (!/^<\?xml version="1\.0" encoding="Shift_JIS"\?>/i.test(text.trimStart()) || id === undefined) return null;
  const fields = [...text.matchAll(/<(\w+)>([^<]*)<\/\1>/g)].map(([, name = '', value = '']): [string, string] => [
    name,
    base64Fields.includes(name) ? Buffer.from(value, 'base64').toString('utf8') : unescaped(value),
  ]);
  return { id, fields };
}

type Fields = { [name: string]: string | Fields };

const elements = (fields: Fields): string =>
  Object.entries(fields)
    .map(([name, value]) => `\n<${name}>${typeof value === 'string' ? value : `${elements(value)}\n`}</${name}>`)
    .join('');

/** A response; its values must be ASCII. */
export const answerXml = (id: string, fields: Fields): string =>
  `<?xml version="1.0" encoding="Shift_JIS"?>\n<sps-api-response id="${id}">${elements(fields)}\n</sps-api-response>\n`;

export type { Fields };
