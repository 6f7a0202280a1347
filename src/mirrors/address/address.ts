import { parse } from 'regexparam';
import { matchRoute, type Params } from 'wouter';
import type { Screen } from '#machines/shared/screens.ts';
import { decode, receivedHash, receivedToken } from '#src/domain/received-link.ts';
import { paths } from './paths.ts';

/** A page by screen, parameters and query: the meaning of a hash, and a chart's state as an address. */
export type Address = {
  screen: Screen;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
};

/** Path and query of a hash (`#/order?ref=c`), as they are written. */
export const splitHash = (hash: string): { path: string; search: string } => {
  const [path = '', search = ''] = (hash.startsWith('#') ? hash.slice(1) : hash).split('?', 2);
  return { path, search };
};

/** A path without empty parts at its ends. */
const trimmed = (path: string): string => {
  const parts = path.split('/');
  const end = parts.length - [...parts].reverse().findIndex(Boolean);
  return `/${parts.slice(parts.findIndex(Boolean), end).join('/')}`;
};

const routes = (Object.keys(paths) as Screen[]).flatMap((screen) =>
  (paths[screen].paths ?? []).map((route) => ({ screen, route, names: parse(route).keys })),
);

const fill = (route: string, textFor: (name: string) => string): string =>
  route.replace(/:(\w+)/g, (_, name: string) => textFor(name));

/** The page of a hash as it is written (`/order?ref=c`); `not-found` if no route matches. Parameters are decoded once. */
const pageOf = (hash: string): Address => {
  const written = splitHash(hash);
  const path = trimmed(written.path);
  const query = Object.fromEntries(new URLSearchParams(written.search));
  for (const { screen, route, names } of routes) {
    const [, matched] = matchRoute<Params, string>(parse, route, path);
    // The router's patterns ignore case, but two addresses must not show one page.
    if (matched && fill(route, (name) => matched[name] ?? '') === path)
      return { screen, params: Object.fromEntries(names.map((name) => [name, decode(matched[name] ?? '')])), query };
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
  const path = fill(pattern, (name) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  return search ? `${path}?${search}` : path;
};

/** Compares canonical hashes, so that aliases of a route count as equal (docs/product.md#history). */
export const isSame = (one: Address, other: Address): boolean => hashOf(one) !== null && hashOf(one) === hashOf(other);

/** The screen that the page's address requests. */
export const requestedScreen = (): Screen => parseHash(location.hash).screen;
