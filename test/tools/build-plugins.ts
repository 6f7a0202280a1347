import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { minifySync, type Plugin } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Charts as a visitor gets them. Descriptions are for readers and drawings (1.3 kB). Actors load their calls when they
 * need them; in the built page the calls stand in the entry already (the app tells them its base), and a part for each
 * contract would be a request for each contract: there they are imported at once.
 */
export const leanCharts = (): Plugin => ({
  name: 'lean-charts',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/machines\/.*\.ts$/ },
    handler: (code) => {
      const calls: string[] = [];
      const body = code
        .replace(/^\s*description:\s*'(?:[^'\\\n]|\\.)*',$/gm, '')
        .replace(/\bimport\(('#src\/api\/[^']+')\)/g, (_call, path: string) => {
          if (!calls.includes(path)) calls.push(path);
          return `Promise.resolve(calls${calls.indexOf(path)})`;
        });
      return calls.map((path, index) => `import * as calls${index} from ${path};\n`).join('') + body;
    },
  },
});

/** @lingui/core compiles messages in development only; this keeps its parser out of the entry (the language mirror loads it). */
export const noCompiler = (): Plugin => ({
  name: 'no-compiler',
  apply: 'build',
  enforce: 'pre',
  resolveId: (wanted, importer = '') =>
    wanted === '@lingui/message-utils/compileMessage' && importer.includes('/@lingui/core/') ? '\0no-compiler' : null,
  load: (id) => (id === '\0no-compiler' ? 'export const compileMessage = (message) => message;' : null),
});

/**
 * Puts the page's style sheet into the page and asks for texts and site settings at once: fewer hops before the first
 * paint. The server leaves the links of the page's language and site.
 */
export const leanPage = (): Plugin => ({
  name: 'lean-page',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const links = Object.values(bundle).flatMap((part) => {
        if (part.type !== 'chunk') return [];
        const one = /\/(?:locales\/([a-z-]+)\/first\.json|src\/sites\/([a-z0-9-]+)\.ts)/.exec(
          part.facadeModuleId ?? '',
        );
        const of = one?.[1] ?? one?.[2];
        return of ? [`<link rel="modulepreload" data-of="${of}" crossorigin href="/${part.fileName}">`] : [];
      });
      const styled = html.replace(/<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g, (link, file: string) => {
        const sheet = bundle[file];
        if (sheet?.type !== 'asset') return link;
        delete bundle[file];
        for (const part of Object.values(bundle)) {
          if (part.type === 'chunk') part.viteMetadata?.importedCss.delete(file);
        }
        return `<style>${sheet.source.toString().trim()}</style>`;
      });
      return styled.replace('</head>', () => `${links.map((link) => `  ${link}\n`).join('')}</head>`);
    },
  },
});

/** Writes dist/modules.json: the modules of each chunk and the length of each when minified alone, for `npm run size`. */
export const moduleList = (): Plugin => ({
  name: 'module-list',
  apply: 'build',
  generateBundle(_options, bundle) {
    const chunks: Record<string, Record<string, number>> = {};
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      chunks[chunk.fileName] = Object.fromEntries(
        Object.entries(chunk.modules).map(([id, module]) => [
          relative(root, id),
          minifySync(id, module.code ?? '', { compress: false }).code.length,
        ]),
      );
    }
    mkdirSync(join(root, 'dist'), { recursive: true });
    writeFileSync(join(root, 'dist/modules.json'), JSON.stringify(chunks, null, 1));
  },
});
