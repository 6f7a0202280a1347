import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import type { Plugin, Rolldown } from 'vite';
import { htmlLang, type Lang, langs } from '#src/domain/lang.ts';
import { oldest } from './browsers.ts';
import { textsIn } from './catalogues.ts';

/* The part of the first paint that the build adds (src/first-paint/README.md). */

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Starts the app once the markup is painted: scripts that a second visit has in its cache would run before. The libraries run in a
 * separate task, so that the browser may paint and answer between the two. A page that is not seen paints nothing, so a second
 * is the longest wait; a module that is added twice runs once. 'strict-dynamic' trusts an element that a script adds, but not what
 * a script of the page imports: that runs only if a preload has loaded it. A document does not ask twice for a module whose preload
 * failed, so the page is loaded again, once.
 */
const startOf = (files: readonly string[]): string =>
  [
    `const urls=${JSON.stringify(files)}`,
    'const types=window.trustedTypes?.createPolicy("start",{createScriptURL:at=>urls[at]})',
    'const again=()=>navigator.onLine&&performance.getEntriesByType("navigation")[0]?.type==="navigate"&&location.reload()',
    'const add=(url,at)=>{const script=document.createElement("script");script.type="module";script.async=false;script.onerror=again;script.src=types?types.createScriptURL(at):url;document.head.append(script)}',
    'const start=()=>urls.forEach(add)',
    'document.hidden?start():(requestAnimationFrame(()=>setTimeout(start)),setTimeout(start,1e3))',
  ].join(';');

/**
 * Preload links for the texts of a page's language, and on the base of tickets for what shows a ticket, which would else come in
 * three rounds. The server removes the links that a request does not need, by `data-of` (server/web/pages/page.ts).
 */
const preloadsOf = (bundle: Rolldown.OutputBundle): string[] => {
  const chunks = Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? part : []));
  const first = chunks.flatMap(({ isEntry, fileName, imports }) => (isEntry ? [fileName, ...imports] : []));
  const page = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/src/app/ticket-pages.ts'));
  const ofTickets = page ? [page.fileName, ...page.imports].filter((file) => !first.includes(file)) : [];
  const link = (of: string, file: string) => `<link rel="modulepreload" data-of="${of}" crossorigin href="/${file}">`;
  const styles = chunks.flatMap(({ fileName, viteMetadata }) =>
    ofTickets.includes(fileName) ? [...(viteMetadata?.importedCss ?? [])] : [],
  );
  return [
    ...chunks.flatMap(({ fileName, facadeModuleId }) => {
      const found = textsIn(facadeModuleId);
      return found ? [link(`${found.isFirst ? 'first' : 'tickets'} ${found.lang}`, fileName)] : [];
    }),
    ...ofTickets.map((file) => link('tickets', file)),
    ...styles.map((file) => `<link rel="preload" as="style" data-of="tickets" crossorigin href="/${file}">`),
  ];
};

/** Divides the styles inside their layer (src/ui/behind-markup.css): a browser paints what the first packets bring. */
const behindMarkup = '.behind-markup{order:0}';

/**
 * Reduces the round trips before the first paint: inlines the page's styles, of which a part stands behind the markup, starts the
 * app from an inline script, and adds preload links.
 */
export const leanPage = (): Plugin => ({
  name: 'lean-page',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      let behind = '';
      const links = preloadsOf(bundle);
      const libraries = Object.values(bundle).flatMap((part) =>
        part.type === 'chunk' && part.name === 'libraries' ? `/${part.fileName}` : [],
      );
      const inlineStyles = (link: string, file: string): string => {
        const sheet = bundle[file];
        if (sheet?.type !== 'asset') return link;
        delete bundle[file];
        for (const chunk of Object.values(bundle)) {
          if (chunk.type === 'chunk') chunk.viteMetadata?.importedCss.delete(file);
        }
        const [inHead, behindRoot, ...others] = sheet.source.toString().trim().split(behindMarkup);
        if (behindRoot === undefined || others.length > 0)
          throw new Error('src/ui/behind-markup.css divides the styles once.');
        behind = `<style>@layer components{${behindRoot}</style>`;
        return `<style>${inHead}}</style>`;
      };
      return html
        .replace(/<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g, inlineStyles)
        .replace('<div id="root"></div>', (element) => `${element}${behind}`)
        .replace(
          /<script type="module"[^>]*src="(\/[^"]+)"[^>]*><\/script>/g,
          (_script, file: string) =>
            `<link rel="modulepreload" crossorigin href="${file}">\n    <script type="module">${startOf([...libraries, file])}</script>`,
        )
        .replace('</head>', () => `${links.map((link) => `  ${link}\n`).join('')}</head>`);
    },
  },
});

const NoticeTextsSchema = v.object({
  title: v.string(),
  text: v.string(),
  script: v.string(),
  opening: v.string(),
  contact: v.string(),
});

const noticeTexts = (lang: Lang) =>
  v.parse(NoticeTextsSchema, JSON.parse(readFileSync(join(root, `locales/${lang}/notices.json`), 'utf8')));

/**
 * Adds the notice that the page shows when the app does not load, in every language (src/first-paint/opening-notice.ts). Its reload
 * button stays hidden without scripts: a link in its place would lose the part of the address behind the hash. The server
 * replaces the comments by the site's title and the venue's contact: scripts may be blocked, and waiting does not help then.
 */
const withOpening = (html: string): string => {
  const rows = langs.map((lang) => {
    const text = readFileSync(join(root, `locales/${lang}/messages.json`), 'utf8');
    const { common_reload: reloadText } = v.parse(v.object({ common_reload: v.string() }), JSON.parse(text));
    const { opening, contact } = noticeTexts(lang);
    return `<div lang="${htmlLang[lang]}"><!--title ${lang}--><p>${opening}</p><button type="button" class="button" hidden>${reloadText}</button><!--contact ${contact}--></div>`;
  });
  return html.replace('</body>', () => `<div id="opening" class="opening" role="alert">${rows.join('')}</div></body>`);
};

/** A script for every browser, without comments; a minifier writes newer syntax. */
const classicScript = (path: string): string =>
  readFileSync(join(root, path), 'utf8')
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    .replace(/\n\s*/g, '\n')
    .trim();

/** Puts the script into the page that sets its language and hides markup that does not fit (src/first-paint/page-start.js). */
export const withPageStart = (html: string): string => {
  const code = classicScript('src/first-paint/page-start.js').replace('LANGUAGES', JSON.stringify(htmlLang));
  return html.replace(/<meta charset[^>]*>/, (meta) => `${meta}<script>${code}</script>`);
};

/**
 * Adds the notices for browsers older than the supported ones and for those without scripts, in every language, and the script
 * that shows the first (src/first-paint/outdated.js). The server removes all languages but the page's and English, and replaces
 * the comment by the venue's telephone number and mail address.
 */
export const withOutdatedNotice = (html: string): string => {
  const rows = langs.map((lang) => {
    const { title, text, script, contact } = noticeTexts(lang);
    const versions = text.replace(/\{(\w+)\}/g, (_hole, name: string) =>
      v.parse(v.string(), Reflect.get(oldest, name)),
    );
    const section = (content: string) =>
      `<section lang="${htmlLang[lang]}" data-of="${lang}">${content}<!--contact ${contact}--></section>`;
    return { outdated: section(`<h2>${title}</h2><p>${versions}</p>`), scriptless: section(`<p>${script}</p>`) };
  });
  const code = classicScript('src/first-paint/outdated.js');
  const notice = `<div id="outdated" hidden>${rows.map(({ outdated }) => outdated).join('')}</div>`;
  const noScript = `<noscript><div class="no-script">${rows.map(({ scriptless }) => scriptless).join('')}</div></noscript>`;
  return html
    .replace('</head>', () => '<noscript><style>.opening,.skeleton{display:none}</style></noscript></head>')
    .replace('<body>', () => `<body>${noScript}`)
    .replace('</body>', () => `${notice}<script>${code}</script></body>`);
};

/** Puts the notices and the script of the page's start into the page. */
export const pageParts = (): Plugin => ({
  name: 'page-parts',
  apply: 'build',
  transformIndexHtml: (html) => withOutdatedNotice(withOpening(withPageStart(html))),
});
