import type { WebDeps } from '#server/web/deps.ts';
import { htmlLang, type Lang, langOf, langs } from '#src/domain/lang.ts';

/** Language and script of a BCP 47 tag, such as `zh-Hant` of `zh-TW`; '' of none. */
const scriptOf = (tag: string): string => {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language}-${script}`;
  } catch {
    return '';
  }
};

/** The language of a request: from its address, else the browser's first one that the shop has; null without one. */
export const requestLang = (code: string | undefined, accepted: string | undefined): Lang | null => {
  const wanted = (accepted ?? '').split(',', 20).map((part) => scriptOf(part.split(';', 1)[0]?.trim() ?? ''));
  const known = wanted.flatMap((script) => langs.filter((lang) => scriptOf(htmlLang[lang]) === script));
  return langOf(code) ?? known[0] ?? null;
};

/**
 * Returns the origin for links: the configured one. The Host header of a request can be forged, so it is used in development
 * only. Throws outside development when no origin is configured.
 */
export const createOrigin = ({ env, publicUrl }: Pick<WebDeps, 'env' | 'publicUrl'>): ((url: string) => string) => {
  if (publicUrl !== null) return () => publicUrl;
  if (env !== 'development') throw new Error('PUBLIC_URL: needed outside development');
  return (url) => new URL(url).origin;
};
