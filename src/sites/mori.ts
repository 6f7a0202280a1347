import { site } from './defaults.ts';

export const mori = site({
  code: 'mori',
  title: { ja: 'mori', en: 'mori', 'zh-hans': 'mori', kr: 'mori', 'zh-hant': 'mori' },
});
