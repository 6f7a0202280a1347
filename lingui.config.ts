import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-json';

/** Messages are addressed by the text keys of the specification; one flat `{id: text}` file per language. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['ja', 'en', 'zh-hans', 'kr', 'zh-hant'],
  fallbackLocales: { default: 'en' },
  catalogs: [{ path: '<rootDir>/locales/{locale}/messages', include: ['src', 'machines'] }],
  format: formatter({ style: 'minimal' }),
});
