import { describe, expect, it } from 'vitest';
import { parseHash } from '#src/mirrors/address/address.ts';
import { langOf } from './lang.ts';
import { receivedPath } from './received-link.ts';

const token = 'Ab3-_xYz0123456789abcdefghijkLMN';

/** Texts that are found behind a link, each with its name. */
const behind: readonly (readonly [what: string, text: string])[] = [
  ['a parameter of a messenger', '&shareTo=weixin'],
  ['several parameters', '&from=singlemessage&isappinstalled=0'],
  ['a parameter with an address', '&url=https://news.example/a?b=c'],
  ['an encoded parameter', '%26shareTo%3Dweixin'],
  ['a query', '?utm_source=mail&fbclid=x'],
  ['an encoded query', '%3Futm_source%3Dmail'],
  ['a text fragment', ':~:text=ticket'],
  ['another hash', '#top'],
  ['an encoded hash', '%23top'],
  ...[')', '>', '.', ',', '"', '**', '>.', '&gt;', '」', '。', '”', '»', '」。', 'です'].map(
    (character) => [character, character] as const,
  ),
  ...[')', '"', '。', ' ', '\n', '\u200b', ' を開く'].map(
    (character) => [`encoded ${JSON.stringify(character)}`, encodeURIComponent(character)] as const,
  ),
];

describe('a link that was changed on its way', () => {
  const routes = [
    ['ticket', '/id/T'],
    ['ticket', '/tickets/T'],
    ['receipt', '/id/T/receipt'],
    ['shared', '/tickets/shared/T'],
    ['send', '/tickets/send/T'],
    ['changedate', '/tickets/changedate/T'],
    ['mail-release', '/mail-release/T'],
  ] as const;
  it.each(behind)('opens its ticket with %s behind it', (_what, text) => {
    for (const [screen, route] of routes) {
      const hash = `#${route.replace('T', token)}${text}`;
      expect([hash, parseHash(hash)]).toMatchObject([hash, { screen, params: { token } }]);
    }
  });

  it.each([
    ['an encoded hash in the hash', `#%23/id/${token}`],
    ['two hashes', `##/id/${token}`],
    ['encoded slashes', `#%2Fid%2F${token}`],
    ['slashes encoded twice', `#%252Fid%252F${token}`],
    ['a blank before it', `#%20/id/${token}`],
    ['a quote before it', `#"/id/${token}"`],
    ['a broken line in it', `#/id/${token.slice(0, 20)}%0A${token.slice(20)}`],
    ['a blank in it', `#/id/${token.slice(0, 20)} ${token.slice(20)}`],
    ['an invisible space in it', `#/id/${token.slice(0, 20)}%E2%80%8B${token.slice(20)}`],
    ['emphasis around it', `#/id/${token}__`],
    ['brackets around the token', `#/id/<${token}>`],
    ['a slash before the parameter', `#/id/${token}/&shareTo=weixin`],
  ])('opens its ticket with %s', (_what, hash) => {
    expect(parseHash(hash)).toMatchObject({ screen: 'ticket', params: { token } });
  });

  it.each([
    ['an encoded question mark', `#/mail-confirm%3Ftoken%3D${token}`],
    ['an encoded equals sign', `#/mail-confirm?token=3D${token}`],
    ['& for the question mark', `#/mail-confirm&token=${token}`],
    ['a parameter before the query', `#/mail-confirm&shareTo=weixin?token=${token}`],
    ['a second question mark', `#/mail-confirm?token=${token}?shareTo=weixin`],
  ])('confirms a mail with %s', (_what, hash) => {
    expect(parseHash(hash)).toMatchObject({ screen: 'mail-confirm', query: { token } });
  });

  it.each(behind)('has its language with %s behind it', (_what, text) => {
    expect(langOf(parseHash(`#/id/${token}?lang=ja${text}`).query.lang)).toBe('ja');
  });
});

describe('a path with a part of a hash or a sentence', () => {
  it.each([
    ['/%23/id/T', '', '/#/id/T'],
    ['/mori/%23/id/T', '', '/mori/#/id/T'],
    ['/mori/tickets/%23/id/T', '', '/mori/tickets/#/id/T'],
    ['/tickets/%23%2Fid%2FT', '', '/tickets/#%2Fid%2FT'],
    ['/mori%23/id/T', '', '/mori/#/id/T'],
    ['/mori/%EF%BC%83/id/T', '', '/mori/#/id/T'],
    ['/%23/mail-confirm', '?token=T', '/#/mail-confirm?token=T'],
    ['/tickets/&shareTo=weixin', '', '/tickets/'],
    ['/mori)', '', '/mori/'],
    ['/mori/%E3%80%82', '?lang=ja', '/mori/?lang=ja'],
    ['/mori/tickets/%3E.', '', '/mori/tickets/'],
    ['/mori"', '', '/mori/'],
  ])('%s%s leads to %s', (path, search, meant) => {
    expect(receivedPath(path, search)).toBe(meant);
  });

  it.each(['/order', '/index.html', '/robots.txt', '/.env', '/assets/none.js', '//evil.example/%23/', '/a/b/c/%23'])(
    '%s leads nowhere else',
    (path) => {
      expect(receivedPath(path, '')).toBeNull();
    },
  );
});
