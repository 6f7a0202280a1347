import type { IncomingMessage } from 'node:http';

/** Headers that decide something and have one value. Of several, Node takes the first or joins them, and a proxy may take the last. */
const single: ReadonlySet<string> = new Set([
  'authorization',
  'content-type',
  'host',
  'idempotency-key',
  'stripe-signature',
  'x-browser-secret',
  'x-recaptcha-token',
]);

type Incoming = Pick<IncomingMessage, 'rawHeaders' | 'headers' | 'httpVersion'> & { url?: string | undefined };

const isWithUser = (...urls: readonly URL[]): boolean =>
  urls.some(({ username, password }) => username + password !== '');

/** Whether a target that is a whole address differs from the Host header, or one of them is malformed. */
const isOtherHost = ({ url = '', headers: { host }, httpVersion }: Incoming): boolean => {
  if (!/^https?:\/\//.test(url) || (host === undefined && httpVersion === '1.0')) return false;
  const target = URL.parse(url);
  const named = URL.parse(`${target?.protocol}//${host}/`);
  if (!target || !named || !host) return true;
  return target.origin !== named.origin || named.pathname !== '/' || isWithUser(target, named);
};

/** Names the reason why a proxy and this server could read a request differently; null if there is none. */
export const ambiguityOf = (incoming: Incoming): string | null => {
  const names = incoming.rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  const repeated = names.find((name, index) => single.has(name) && names.indexOf(name) !== index);
  if (repeated !== undefined) return `More than one ${repeated} header.`;
  return isOtherHost(incoming) ? 'The Host header and the target differ.' : null;
};
