import { methodRow } from '#server/catalogue/demo/method-texts.ts';
import type { SeedSite } from '../types.ts';
import { artizonAdmission } from './artizon-admission.ts';
import { artizonPass } from './artizon-pass.ts';

/** A quiet museum of modern painting, with legal pages of its own. */
export const artizon: SeedSite = {
  code: 'artizon',
  defaultLang: 'ja',
  products: [artizonAdmission, artizonPass],
  sets: [],
  fields: [
    { field: 'fullname', shown: true, required: true, list: null },
    { field: 'email', shown: true, required: true, list: null },
    { field: 'phone', shown: true, required: false, list: null },
    { field: 'gender', shown: true, required: false, list: 'genders_two' },
    { field: 'age', shown: true, required: true, list: 'age_bands_fine' },
    { field: 'resident_area', shown: false, required: false, list: 'residence_areas' },
    { field: 'address', shown: false, required: false, list: null },
    { field: 'questionnaire1', shown: false, required: false, list: null },
    { field: 'questionnaire2', shown: false, required: false, list: null },
    { field: 'questionnaire3', shown: false, required: false, list: null },
    { field: 'mail_magazine', shown: true, required: false, list: null },
  ],
  methods: [methodRow('stripe_secure'), methodRow('gmo'), methodRow('gmo_paypay'), methodRow('free')],
  texts: {
    ja: {
      footer_about: 'コレクションについて',
      order_visit_notice:
        '第2・第4火曜日は展示替えと作品の手入れのため休館します。当日券は、枠に空きがあるときに限り窓口で販売します。',
    },
    en: {
      footer_about: 'About the collection',
      order_visit_notice:
        'Closed on the second and fourth Tuesday of the month for rehanging and care of the works. Tickets are sold at the door only while a slot has room.',
    },
    'zh-hans': {
      footer_about: '关于馆藏',
      order_visit_notice: '每月第二、第四个星期二因更换展品与养护作品闭馆。仅在时段尚有名额时，于售票处发售当日票。',
    },
    kr: {
      footer_about: '소장품 안내',
      order_visit_notice:
        '둘째·넷째 화요일은 작품 교체와 관리를 위해 휴관합니다. 당일권은 시간대에 여유가 있을 때에만 매표소에서 판매합니다.',
    },
    'zh-hant': {
      footer_about: '關於館藏',
      order_visit_notice: '每月第二、第四個星期二因更換展品與養護作品休館。僅在時段尚有名額時，於售票處販售當日票。',
    },
  },
};
