import { methodRow } from '#server/catalogue/demo/method-texts.ts';
import type { SeedSite } from '../types.ts';
import { softbankHall } from './softbank-hall.ts';
import { softbankPass } from './softbank-pass.ts';
import { softbankPlay } from './softbank-play.ts';

/** A digital playground and a viewing hall in a shopping complex; the form asks for the means of transport. */
export const softbank: SeedSite = {
  code: 'softbank',
  defaultLang: 'ja',
  products: [softbankPlay, softbankHall, softbankPass],
  sets: [
    {
      uuid: '93de7f4f-3bfc-44ab-8a31-f4838d37c67d',
      key: 'softbank-socks',
      with: ['softbank-play', 'softbank-pass'],
      add_cost: 400,
      max: 8,
      stock: 200,
      words: {
        ja: {
          product_name: 'すべりにくい靴下',
          description: 'パークで遊ぶための靴下です。入場の際に、15センチから27センチまでの中からお選びください。',
        },
        en: {
          product_name: 'Grip socks',
          description: 'For the areas where shoes come off. Choose your size, from 15 to 27 cm, as you enter.',
        },
        'zh-hans': { product_name: '防滑袜', description: '适合在脱鞋区域穿着。入场时可从15至27厘米中选择尺码。' },
        kr: {
          product_name: '미끄럼 방지 양말',
          description: '신발을 벗는 구역에서 신는 양말입니다. 입장하실 때 15~27cm 중에서 골라 주세요.',
        },
        'zh-hant': { product_name: '防滑襪', description: '適合在脫鞋區域穿著。入場時可從15至27公分中選擇尺寸。' },
      },
    },
  ],
  fields: [
    { field: 'fullname', shown: true, required: true, list: null },
    { field: 'email', shown: true, required: true, list: null },
    { field: 'phone', shown: true, required: true, list: null },
    { field: 'resident_area', shown: true, required: true, list: 'asia' },
    { field: 'gender', shown: false, required: false, list: 'genders' },
    { field: 'age', shown: true, required: false, list: 'age_bands' },
    { field: 'address', shown: false, required: false, list: null },
    { field: 'questionnaire1', shown: true, required: true, list: null },
    { field: 'questionnaire2', shown: true, required: false, list: null },
    { field: 'questionnaire3', shown: false, required: false, list: null },
    { field: 'mail_magazine', shown: true, required: false, list: null },
  ],
  methods: [
    methodRow('softbank_credit'),
    methodRow('softbank_paypay'),
    methodRow('softbank_alipay'),
    methodRow('free'),
  ],
  texts: {
    ja: {
      footer_about: '施設について',
      order_visit_notice:
        '第2・第4火曜日は、デジタルパークの機器点検とホールの設営のためお休みします。商業施設の営業時間とは異なります。',
      field_questionnaire1: '当日の交通手段（電車、バス、車など）',
      footer_extra: 'ホールの上映スケジュール',
    },
    en: {
      footer_about: 'About the venue',
      order_visit_notice:
        'The park and the hall are closed on the second and fourth Tuesday of the month for maintenance. Their hours differ from those of the shops.',
      field_questionnaire1: 'How will you travel here? (train, bus, car …)',
      footer_extra: 'What is on in the hall',
    },
    'zh-hans': {
      footer_about: '关于场馆',
      order_visit_notice: '每月第二、第四个星期二，乐园与大厅因设备检修休息。营业时间与购物区不同。',
      field_questionnaire1: '您当天的交通方式（电车、巴士、自驾等）',
      footer_extra: '大厅放映日程',
    },
    kr: {
      footer_about: '시설 안내',
      order_visit_notice: '둘째·넷째 화요일은 기기 점검과 홀 준비를 위해 쉽니다. 운영 시간은 쇼핑 매장과 다릅니다.',
      field_questionnaire1: '당일 이용하실 교통수단(전철, 버스, 자가용 등)',
      footer_extra: '홀 상영 일정',
    },
    'zh-hant': {
      footer_about: '關於場館',
      order_visit_notice: '每月第二、第四個星期二，樂園與大廳因設備檢修休息。營業時間與購物區不同。',
      field_questionnaire1: '您當天的交通方式（電車、巴士、開車等）',
      footer_extra: '大廳放映日程',
    },
  },
};
