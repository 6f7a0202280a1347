import { site } from './defaults.ts';

export const mobileCarrier = site({
  code: 'mobile-carrier',
  title: {
    ja: 'mobile-carrier',
    en: 'mobile-carrier',
    'zh-hans': 'mobile-carrier',
    kr: 'mobile-carrier',
    'zh-hant': 'mobile-carrier',
  },
});
