import * as v from 'valibot';
import { readLocaleTexts } from '#server/shared/locale-texts.ts';
import { inlineHash, pageHeaders, pageSources } from '#server/web/http/headers.ts';
import { defaultLang, htmlLang, type Lang, langs } from '#src/domain/lang.ts';
import { receivedPath } from '#src/domain/received-link.ts';
import { escaped } from './head.ts';

const style =
  ':root{color-scheme:light dark;font:17px/1.6 system-ui,sans-serif}body{max-width:34rem;margin:14vh auto;padding:0 1.5rem}' +
  'h1{font-size:1.35rem;line-height:1.4;margin:0 0 .5rem}p{margin:0 0 2rem}section+section{font-size:.875rem;opacity:.8}' +
  'ul{list-style:none;margin:0;padding:0}li a{display:inline-block;color:inherit;padding:.5rem 0;text-underline-offset:.2em}' +
  'section+section h1{font-size:1rem}aside{font-size:.875rem;opacity:.8;margin:0 0 2rem}aside p{margin:0}';

type Plain = {
  status: number;
  lang: Lang;
  title: string;
  body: string;
  script?: string;
  /** The sandbox simulates the payment providers; every page must show that. */
  isDemo: boolean;
};

const messages = readLocaleTexts(
  'messages.json',
  v.object({
    shell_demo: v.string(),
    not_found_title: v.string(),
    not_found_text: v.string(),
    not_found_order: v.string(),
  }),
);
const demoBanner = `<aside>${langs.map((lang) => `<p lang="${htmlLang[lang]}">${messages[lang].shell_demo}</p>`).join('')}</aside>`;

const plainPage = ({ status, lang, title, body, script, isDemo }: Plain, more: Record<string, string> = {}) => {
  const inline = { scripts: script ? [inlineHash(script)] : [], styles: [inlineHash(style)] };
  return new Response(
    `<!doctype html><html lang="${htmlLang[lang]}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
      `<title>${title}</title><style>${style}</style>${isDemo ? demoBanner : ''}${body}${script ? `<script type="module">${script}</script>` : ''}`,
    { status, headers: { ...pageHeaders(inline, pageSources({}, null)), ...more } },
  );
};

/** A shop that the page for unknown addresses leads to. */
export type Shop = { name: string; href: string };

const notFoundContent = (lang: Lang, isDemo: boolean, shops: readonly Shop[]) => {
  const { not_found_title: title, not_found_text: text, not_found_order: order } = messages[lang];
  const [translated = '', ...english] = text.split('\n');
  const links = shops.map(({ name, href }) => `<li><a href="${escaped(href)}">${escaped(name)}</a></li>`).join('');
  const body =
    `<section><h1 lang="en">${title}</h1><p>${translated}</p>${english.map((line) => `<p lang="en">${line}</p>`).join('')}` +
    `<nav aria-label="${order}"><ul>${links || `<li><a href="/">${order}</a></li>`}</ul></nav></section>`;
  return { status: 404, lang, title, body, isDemo };
};

/**
 * The page for unknown addresses, with the text of docs/product.md#not-found and the shops of the host; a redirect where a link was
 * changed on its way.
 */
export const notFoundPage = (
  isDemo: boolean,
  url: string,
  lang: Lang | null,
  shops: readonly Shop[] = [],
): Response => {
  const { pathname, search } = new URL(url);
  const location = receivedPath(pathname, search);
  if (location !== null) return new Response(null, { status: 302, headers: { location } });
  return plainPage(notFoundContent(lang ?? defaultLang, isDemo, shops));
};

export const notBuiltPage = (isDemo: boolean): Response => {
  const text = 'Run "npm start" (it builds what is missing), or "npm run build", and reload.';
  const body = `<section><h1>The app is not built</h1><p>${text}</p></section>`;
  return plainPage({ status: 503, lang: 'en', title: 'The app is not built', body, isDemo });
};

/** Texts for visitors while the shop is unavailable. */
const notices = readLocaleTexts('notices.json', v.object({ away_title: v.string(), away_text: v.string() }));

/**
 * Shown when the shop is overloaded or its database unavailable. It reloads itself and keeps the address (`<meta
 * http-equiv="refresh">` would not reload an address with a hash). `requestLang`: shown first.
 */
export const awayPage = (requestLang: Lang | null, seconds: number, status: number, isDemo: boolean): Response => {
  const first = requestLang ?? defaultLang;
  const sections = [first, ...langs.filter((lang) => lang !== first)].map((lang) => {
    const { away_title: title, away_text: text } = notices[lang];
    return `<section lang="${htmlLang[lang]}"><h1>${title}</h1><p>${text}</p></section>`;
  });
  const script = `setTimeout(() => location.reload(), ${seconds * 1000});`;
  return plainPage(
    { status, lang: first, title: notices[first].away_title, body: sections.join(''), script, isDemo },
    { 'retry-after': String(seconds), 'cache-control': 'no-store' },
  );
};
