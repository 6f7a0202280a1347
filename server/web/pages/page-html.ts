import { type Inline, inlineHash } from '#server/web/http/headers.ts';
import { htmlLang, type Lang, langOf } from '#src/domain/lang.ts';
import type { Markup } from '#src/domain/markup.ts';
import type { Configurations } from '#src/domain/shop.ts';
import { escaped } from './head.ts';

/** The page as built, and what is put into it. Each function takes HTML and returns HTML, or reads something from it. */

/** JSON that is safe inside a script element: nothing in it can close the element. */
export const scriptJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

const hashes = (found: Iterable<RegExpMatchArray>): string[] => [...found].map(([, text = '']) => inlineHash(text));

/** Hashes of the page as built, before texts of visitors or operators are inserted. */
export const inlineOf = (built: string): Inline => ({
  scripts: hashes(built.matchAll(/<script(?: type="module")?>([\s\S]*?)<\/script>/g)),
  styles: hashes(built.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)),
});

/** The scripts of the page as built, as a header: its policy lets no browser load them before it has parsed their links. */
export const preloadsOf = (built: string): string =>
  [...built.matchAll(/<link rel="modulepreload" [^>]*href="([^"]+)"/g)]
    .map(([, file]) => `<${file}>; rel=modulepreload; crossorigin`)
    .join(', ');

/** The parts that are marked for other pages left out: each word of `data-of` must be one of `variants`. */
export const onlyPartsOf = (html: string, variants: readonly string[]): string =>
  html.replace(/\s*<(?:link|style) [^>]*data-of="([a-z0-9 -]+)"[^>]*>(?:[^<]*<\/style>)?/g, (part, of: string) =>
    of.split(' ').every((word) => variants.includes(word)) ? part : '',
  );

/** `<html>` with these attributes in place of those that the build wrote for pages without a server. */
export const withRoot = (html: string, attributes: Readonly<Record<string, string>>): string => {
  const end = html.indexOf('<head');
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  return html
    .replace(/ (?:lang|data-sites?|data-env)="[^"]*"/g, (attribute, at: number) => (at < end ? '' : attribute))
    .replace(/<html\b/, () => `<html${written.join('')}`);
};

/** The venue's contact as HTML; empty when none is configured. */
const contactIn = (sentence: string, { contact_phone: phone, contact_mail: mail }: Configurations): string => {
  const link = (scheme: string, address: string, text: string) =>
    text && `<p translate="no"><a href="${scheme}:${escaped(address)}">${escaped(text)}</a></p>`;
  const links = link('tel', phone.replaceAll(/[^\d+]/g, ''), phone) + link('mailto', mail, mail);
  return links && `<p>${sentence}</p>${links}`;
};

/** The notice's sections in the page's language and in English. */
const sectionsIn = (sections: string, lang: Lang): string => {
  const all = new Map(
    [...sections.matchAll(/<section [^>]*data-of="([a-z-]+)">.*?<\/section>/g)].map(([text, of]) => [of, text]),
  );
  return [...new Set([lang, 'en'])].map((of) => all.get(of) ?? '').join('');
};

/** The notices for browsers that cannot run the shop, with the venue's name and contact, in the page's language and in English. */
export const withNotices = (
  html: string,
  lang: Lang,
  configurations: Configurations,
  title: Readonly<Record<Lang, string>>,
): string =>
  html
    .replace(
      /(<div (?:id="outdated" hidden|class="no-script")>)(.*?)<\/div>/gs,
      (_, opening: string, sections: string) => `${opening}${sectionsIn(sections, lang)}</div>`,
    )
    .replaceAll(/<!--title ([a-z-]+)-->/g, (_comment, of: string) => `<h2>${escaped(title[langOf(of) ?? lang])}</h2>`)
    .replaceAll(/<!--contact (.*?)-->/g, (_comment, sentence: string) => contactIn(sentence, configurations));

/** A script element with data for the page's own script. */
export const json = (id: string, text: string, attributes = ''): string =>
  `<script type="application/json" id="${id}"${attributes}>${text}</script>\n`;

/** Puts the rendered screen into the page. It has no inline styles and scripts. */
export const withMarkup = (html: string, markup: Markup | null, lang: Lang): string => {
  if (!markup) return html;
  const texts = json('texts', scriptJson(markup.texts), ` lang="${htmlLang[lang]}"`);
  return html
    .replace('<title></title>', () => `<title>${markup.title}</title>`)
    .replace('<div id="root"></div>', () => `<div id="root" data-markup="${markup.shows}">${markup.html}</div>`)
    .replace('</body>', () => `${texts}</body>`);
};
