import { site } from './defaults.ts';

export const nishinipponChuguji = site({
  code: 'nishinippon-chuguji',
  title: {
    ja: 'nishinippon-chuguji',
    en: 'nishinippon-chuguji',
    'zh-hans': 'nishinippon-chuguji',
    kr: 'nishinippon-chuguji',
    'zh-hant': 'nishinippon-chuguji',
  },
});
