import { site } from './defaults.ts';

export const nishinippon = site({
  code: 'nishinippon',
  title: {
    ja: 'nishinippon',
    en: 'nishinippon',
    'zh-hans': 'nishinippon',
    kr: 'nishinippon',
    'zh-hant': 'nishinippon',
  },
});
