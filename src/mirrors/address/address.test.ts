import { describe, expect, it } from 'vitest';
import { type Address, hashOf, parseHash } from './address.ts';
import { paths } from './paths.ts';

/** Every route with its screen; tokens are written `:token`. */
const routes = Object.entries(paths).flatMap(([screen, row]) => (row.paths ?? []).map((route) => ({ screen, route })));

/** Values of a parameter as they stand in an address, and as they are meant: decoded once, or unchanged if they cannot be. */
const values: readonly [string, string][] = [
  ['abc', 'abc'],
  ['AbC-_1', 'AbC-_1'],
  ['a%2Fb', 'a/b'],
  ['a%252Fb', 'a%2Fb'],
  ['%25', '%'],
  ['%E2%82%AC%20', '€ '],
  ['%', '%'],
  ['%E2%82', '%E2%82'],
  ['a.b', 'a.b'],
  ['x:y*', 'x:y*'],
];
const queries: readonly [string, Record<string, string>][] = [
  ['', {}],
  ['?', {}],
  ['?ref=c', { ref: 'c' }],
  ['?token=a%2Fb%25&lang=ja', { token: 'a/b%', lang: 'ja' }],
  ['?ref=c?lang=ja', { ref: 'c' }],
];

const fill = (route: string, value: string): string => route.replaceAll(/:\w+/g, value);
const paramsOf = (route: string, value: string): Record<string, string> =>
  Object.fromEntries([...route.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, value]));

describe('an address', () => {
  it.each(routes)('$route is $screen, with or without slashes and a query', ({ screen, route }) => {
    for (const [written, value] of values) {
      for (const [search, query] of queries) {
        const path = fill(route, written);
        const page: Address = { screen: screen as Address['screen'], params: paramsOf(route, value), query };
        for (const hash of [`#${path}`, path, `#${path}/`, `#/${path}`, `#${path.slice(1)}`, `#${path}//`])
          expect([hash + search, parseHash(hash + search)]).toEqual([hash + search, page]);
      }
    }
  });

  it.each(routes.filter(({ route }) => route !== '/'))(
    '$route is not found in capitals, longer or with an empty part',
    (row) => {
      const { route } = row;
      const [, first = ''] = route.split('/');
      const others = [
        fill(route, 'abc').replace(first, first.toUpperCase()),
        `${fill(route, 'abc')}/x/y/z`,
        `${fill(route, 'abc')}x/y/z/w`,
        `/x${fill(route, 'abc')}`,
        '/id//receipt',
        '/payment-callback//checking',
      ];
      for (const other of others) expect([other, parseHash(`#${other}`).screen]).toEqual([other, 'not-found']);
    },
  );

  it.each(routes.filter(({ screen, route }) => paths[screen as Address['screen']].paths?.[0] === route))(
    '$route is written so that it is read as the same page',
    ({ screen, route }) => {
      for (const [, value] of values.filter(([, value]) => value !== '%E2%82')) {
        const page: Address = {
          screen: screen as Address['screen'],
          params: paramsOf(route, value),
          query: { ref: 'c', q: 'a/b%' },
        };
        expect(parseHash(`#${hashOf(page)}`)).toEqual(page);
      }
    },
  );
});
