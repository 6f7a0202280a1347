import type { Screen } from '#machines/shared/screens.ts';
import { receivedHash, receivedToken } from '#src/domain/received-link.ts';
import { paths } from './paths.ts';

/** A page by screen, parameters and query: the meaning of a hash, and a chart's state as an address. */
export type Address = {
  screen: Screen;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
};

const decode = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

const screens = Object.keys(paths) as Screen[];

const match = (pattern: string, path: string): Record<string, string> | null => {
  const wanted = pattern.split('/');
  const parts = path.split('/');
  if (wanted.length !== parts.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = parts[index] ?? '';
    if (part.startsWith(':') && value !== '') params[part.slice(1)] = decode(value);
    else if (part !== value) return null;
  }
  return params;
};

/** The page of a hash as it is written (`/order?ref=c`); `not-found` if no route matches. */
const pageOf = (hash: string): Address => {
  const [route = '', search = ''] = hash.replace(/^#/, '').split('?', 2);
  const parts = route.split('/');
  const end = parts.length - [...parts].reverse().findIndex(Boolean);
  const path = `/${parts.slice(parts.findIndex(Boolean), end).join('/')}`;
  const query = Object.fromEntries(new URLSearchParams(search));
  for (const screen of screens) {
    for (const pattern of paths[screen].paths ?? []) {
      const params = match(pattern, path);
      if (params) return { screen, params, query };
    }
  }
  return { screen: 'not-found', params: {}, query };
};

const cleaned = (values: Address['params']): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, receivedToken(value)]));

/** The page of a hash, also of one that was changed on its way (`received-link.ts`). */
export const parseHash = (hash: string): Address => {
  const written = pageOf(hash);
  const { screen, params, query } = written.screen === 'not-found' ? pageOf(receivedHash(hash)) : written;
  return { screen, params: cleaned(params), query: cleaned(query) };
};

/** The hash of a page without `#`, or null if showing it does not change the address. */
export const hashOf = ({ screen, params, query }: Address): string | null => {
  const pattern = paths[screen].paths?.[0];
  if (!pattern) return null;
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  return search ? `${path}?${search}` : path;
};

/** Compares canonical hashes, so that aliases of a route count as equal (docs/architecture.md#address). */
export const isSame = (one: Address, other: Address): boolean => hashOf(one) !== null && hashOf(one) === hashOf(other);

/** The screen that the page's address requests. */
export const requestedScreen = (): Screen => parseHash(location.hash).screen;
