/** A part of an address without its escapes; a malformed one stays as it is. */
export const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** A token has 32 characters. A mail's quoted-printable encoding may leave `3D` of an equals sign before it. */
const tokenIn = (text: string): string | undefined => /^[^\w-]*(?:3D)?([\w-]{32})(?![A-Za-z0-9])/.exec(text)?.[1];

/**
 * The token in a part of a link, without what programs and sentences put around it: further parameters, brackets, full stops,
 * quotes, and blanks or invisible characters where a line was broken. Without a token of 32, a run of 16 characters or more is
 * taken; another text stays as it is.
 */
export const receivedToken = (part: string): string =>
  tokenIn(part) ?? tokenIn(part.replace(/[\p{C}\p{Z}]/gu, '')) ?? /^([\w-]{16,})[^\w-]/.exec(part)?.[1] ?? part;

/**
 * A hash that leads to no page as it may have been before programs and sentences changed it: decoded, since some programs encode
 * what is encoded already, cut where neither a route nor a token goes on, with its query.
 */
export const receivedHash = (hash: string): string => {
  const [, route = '', behind = ''] = /^[^\w/?&]*([\w\-/]*)(.*)$/s.exec(decode(decode(hash))) ?? [];
  /* A text that begins with a word is an unknown page; it must not be read as an empty route, which is the first page. */
  if (/^\/*$/.test(route) && /^[%\p{L}\p{N}]/u.test(behind)) return hash;
  const [, query = ''] = /[?&](.*)$/s.exec(behind) ?? [];
  return query === '' ? route : `${route}?${query.replaceAll('?', '&')}`;
};

/**
 * Where a page's path leads that has part of a hash, or of the text after the link, in it: `/mori/%23/id/T` to `/mori/#/id/T`; null
 * for any other path.
 */
export const receivedPath = (path: string, search: string): string | null => {
  const [, base, hash] = /^((?:\/[a-z][a-z0-9-]*){0,2})\/?(?:%23|%EF%BC%83)(.*)$/i.exec(path) ?? [];
  if (base !== undefined) return `${base}/#${hash}${search}`;
  const [, before] = /^((?:\/[a-z][a-z0-9-]*){0,2})\/?(?:&.*|(?:[)\]}>'",.;:!*]|%[0-9A-F]{2})+)$/i.exec(path) ?? [];
  return before === undefined ? null : `${before}/${search}`;
};
