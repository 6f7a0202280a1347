import * as v from 'valibot';
import { readLocaleTexts } from '#server/shared/locale-texts.ts';
import { inlineHash, pageHeaders, pageSources } from '#server/web/http/headers.ts';
import { defaultLang, htmlLang, type Lang, langs } from '#src/domain/lang.ts';
import { receivedPath } from '#src/domain/received-link.ts';

const style =
  ':root{color-scheme:light dark;font:17px/1.6 system-ui,sans-serif}body{max-width:34rem;margin:14vh auto;padding:0 1.5rem}' +
  'h1{font-size:1.35rem;line-height:1.4;margin:0 0 .5rem}p{margin:0 0 2rem}section+section{font-size:.875rem;opacity:.8}' +
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

/** The text of the app's own pages. */
const messages = readLocaleTexts('messages.json', v.object({ shell_demo: v.string() }));
const demoBanner = `<aside>${langs.map((lang) => `<p lang="${htmlLang[lang]}">${messages[lang].shell_demo}</p>`).join('')}</aside>`;

/** An HTML page without the app. */
const plainPage = (
  { status, lang, title, body, script, isDemo }: Plain,
  more: Record<string, string> = {},
): Response => {
  const inline = { scripts: script ? [inlineHash(script)] : [], styles: [inlineHash(style)] };
  return new Response(
    `<!doctype html><html lang="${htmlLang[lang]}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
      `<title>${title}</title><style>${style}</style>${isDemo ? demoBanner : ''}${body}${script ? `<script type="module">${script}</script>` : ''}`,
    { status, headers: { ...pageHeaders(inline, pageSources({}, null)), ...more } },
  );
};

const messagePage = (status: number, title: string, text: string, isDemo: boolean): Response => {
  const body = `<section><h1>${title}</h1><p>${text}</p><p><a href="/">/</a></p></section>`;
  return plainPage({ status, lang: 'en', title, body, isDemo });
};

/** The page for unknown addresses, with the text of docs/product.md#not-found; a redirect where a link was changed on its way. */
export const notFoundPage = (isDemo: boolean, url: string): Response => {
  const { pathname, search } = new URL(url);
  const location = receivedPath(pathname, search);
  if (location !== null) return new Response(null, { status: 302, headers: { location } });
  return messagePage(404, 'No Found', 'The requested URL was not found on this server.', isDemo);
};

/** Shown when the app was not built. */
export const notBuiltPage = (isDemo: boolean): Response =>
  messagePage(
    503,
    'The app is not built',
    'Run "npm start" (it builds what is missing), or "npm run build", and reload.',
    isDemo,
  );

/** Texts for visitors while the shop is unavailable. */
const notices = readLocaleTexts('notices.json', v.object({ away_title: v.string(), away_text: v.string() }));

/**
 * Shown when the shop is overloaded or its database unavailable. It reloads itself and keeps the address (`<meta
 * http-equiv="refresh">` would not reload an address with a hash). `asked`: language of the request, shown first.
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
