import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-json';

/**
 * Messages are addressed by the text keys of the specification; two flat `{id: text}` files per language: the texts of the
 * first screen and the shell, and all others, which are loaded with the other screens.
 */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['ja', 'en', 'zh-hans', 'kr', 'zh-hant'],
  fallbackLocales: { default: 'en' },
  catalogs: ['first', 'messages'].map((part) => ({
    path: `<rootDir>/locales/{locale}/${part}`,
    include: ['src', 'machines'],
  })),
  format: formatter({ style: 'minimal' }),
});
