import { site } from './defaults.ts';

export const mifuneyama = site({
  code: 'mifuneyama',
  title: { ja: 'mifuneyama', en: 'mifuneyama', 'zh-hans': 'mifuneyama', kr: 'mifuneyama', 'zh-hant': 'mifuneyama' },
});
