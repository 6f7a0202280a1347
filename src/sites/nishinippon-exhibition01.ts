import { site } from './defaults.ts';

export const nishinipponExhibition01 = site({
  code: 'nishinippon-exhibition01',
  title: {
    ja: 'nishinippon-exhibition01',
    en: 'nishinippon-exhibition01',
    'zh-hans': 'nishinippon-exhibition01',
    kr: 'nishinippon-exhibition01',
    'zh-hant': 'nishinippon-exhibition01',
  },
});
