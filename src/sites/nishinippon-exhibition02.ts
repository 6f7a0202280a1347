import { site } from './defaults.ts';

export const nishinipponExhibition02 = site({
  code: 'nishinippon-exhibition02',
  title: {
    ja: 'nishinippon-exhibition02',
    en: 'nishinippon-exhibition02',
    'zh-hans': 'nishinippon-exhibition02',
    kr: 'nishinippon-exhibition02',
    'zh-hant': 'nishinippon-exhibition02',
  },
});
