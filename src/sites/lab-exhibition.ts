import { site } from './defaults.ts';

export const labExhibition = site({
  code: 'lab-exhibition',
  title: {
    ja: 'lab-exhibition',
    en: 'lab-exhibition',
    'zh-hans': 'lab-exhibition',
    kr: 'lab-exhibition',
    'zh-hant': 'lab-exhibition',
  },
});
