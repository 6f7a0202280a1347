import { site } from './defaults.ts';

export const nishinipponEvent01 = site({
  code: 'nishinippon-event01',
  title: {
    ja: 'nishinippon-event01',
    en: 'nishinippon-event01',
    'zh-hans': 'nishinippon-event01',
    kr: 'nishinippon-event01',
    'zh-hant': 'nishinippon-event01',
  },
});
