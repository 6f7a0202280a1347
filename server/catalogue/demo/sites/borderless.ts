import { methodRow } from '#server/catalogue/demo/method-texts.ts';
import type { SeedSite } from '../types.ts';
import { admission } from './borderless-admission.ts';
import { garden } from './borderless-garden.ts';
import { sets } from './borderless-sets.ts';
import { walk } from './borderless-walk.ts';

/** The default site: a digital art museum. Invented, but realistic. */
export const borderless: SeedSite = {
  code: 'borderless',
  defaultLang: 'ja',
  products: [admission, garden, walk],
  sets,
  fields: [
    { field: 'fullname', shown: true, required: true, list: null },
    { field: 'email', shown: true, required: true, list: null },
    { field: 'phone', shown: true, required: true, list: null },
    { field: 'gender', shown: true, required: false, list: 'genders' },
    { field: 'age', shown: true, required: false, list: 'age_bands' },
    { field: 'resident_area', shown: true, required: false, list: 'residence_areas' },
    { field: 'address', shown: false, required: false, list: null },
    { field: 'questionnaire1', shown: false, required: false, list: null },
    { field: 'questionnaire2', shown: false, required: false, list: null },
    { field: 'questionnaire3', shown: false, required: false, list: null },
    { field: 'mail_magazine', shown: true, required: false, list: null },
  ],
  methods: [methodRow('stripe_secure'), methodRow('free')],
  texts: {
    ja: { order_visit_notice: '「−」の日は、休館日（第2・第4火曜日）または販売期間外です。' },
    en: {
      order_visit_notice: 'Days marked “−” are closed (second and fourth Tuesday of the month) or not on sale.',
    },
    'zh-hans': { order_visit_notice: '标有“−”的日期为闭馆日（每月第二、第四个星期二）或不在销售期内。' },
    kr: { order_visit_notice: '‘−’로 표시된 날은 휴관일(둘째·넷째 화요일)이거나 판매 기간이 아닙니다.' },
    'zh-hant': { order_visit_notice: '標示「−」的日期為休館日（每月第二、第四個星期二）或非販售期間。' },
  },
};
