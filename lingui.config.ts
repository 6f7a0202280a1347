import { relative } from 'node:path';
import { defineConfig, type ExtractorType } from '@lingui/conf';
import { formatter } from '@lingui/format-json';
import { langs } from './src/domain/lang.ts';

/** Finds the ids without Babel. Lingui loads this file in a way that cannot load Vite, so that waits. */
const extractor: ExtractorType = {
  match: (file) => /(?<!\.test)\.tsx?$/.test(file),
  extract: async (file, text, report) => {
    const { idsIn } = await import('./build/message-ids.ts');
    for (const id of idsIn(relative(import.meta.dirname, file), text)) report({ id });
  },
};

/**
 * Messages are addressed by the text keys of the specification: one flat `{id: text}` file per language, of which the build
 * divides what the first screen needs (build/catalogues.ts).
 */
export default defineConfig({
  sourceLocale: 'en',
  locales: [...langs],
  fallbackLocales: { default: 'en' },
  catalogs: [{ path: '<rootDir>/locales/{locale}/messages', include: ['src', 'machines'] }],
  extractors: [extractor],
  orderBy: 'messageId',
  format: formatter({ style: 'minimal' }),
});
