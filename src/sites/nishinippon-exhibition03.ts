import { site } from './defaults.ts';

export const nishinipponExhibition03 = site({
  code: 'nishinippon-exhibition03',
  title: {
    ja: 'nishinippon-exhibition03',
    en: 'nishinippon-exhibition03',
    'zh-hans': 'nishinippon-exhibition03',
    kr: 'nishinippon-exhibition03',
    'zh-hant': 'nishinippon-exhibition03',
  },
});
