import { site } from './defaults.ts';

export const softbank = site({
  code: 'softbank',
  title: { ja: 'softbank', en: 'softbank', 'zh-hans': 'softbank', kr: 'softbank', 'zh-hant': 'softbank' },
});
