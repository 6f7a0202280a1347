import type { SeedProduct } from '../types.ts';

/** Dated: a morning tour before opening. */
export const exhibition03Tour: SeedProduct = {
  uuid: '4978223b-6403-4a0a-a74d-cfa080229975',
  key: 'exhibition03-tour',
  sale_type: 'date',
  min_quantity: 1,
  max_quantity: 4,
  capacity: 40,
  opens: 8 * 60 + 45,
  closes: 10 * 60,
  weekend: 500,
  words: {
    ja: {
      product_name: '開館前ガイドツアー 観覧券つき（日付指定）',
      description:
        '開館前の静かな会場を、衣装の修復を手がけるスタッフがご案内します。袖の裏の縫い跡や染み抜きの工夫まで、約60分。ツアーのあとはそのままご観覧いただけます。',
      naming_right: 'ひいらぎ手芸店',
      caution:
        '8時45分に正面玄関にお集まりください。遅れた場合はツアーにご参加いただけませんが、10時からご観覧いただけます。ツアーは日本語で行います。',
    },
    en: {
      product_name: 'Before-opening tour with admission (date-specific)',
      description:
        'In the quiet before opening, a costume conservator shows you around: seams inside a sleeve, stains that had to go. About an hour; afterwards stay and look as long as you like.',
      naming_right: 'Hiiragi Haberdashery',
      caution:
        'Please meet at the front entrance at 8:45. If you are late you miss the tour but can still visit from 10:00. The tour is in Japanese.',
    },
    'zh-hans': {
      product_name: '开馆前导览 含参观券（指定日期）',
      description: '在开馆前的宁静会场，由服装修复人员为您导览，从袖内的针脚到去渍的巧思，约60分钟。导览后可继续参观。',
      naming_right: '柊手工艺店',
      caution: '请于8:45在正门集合。迟到者无法参加导览，但可于10:00起参观。导览以日语进行。',
    },
    kr: {
      product_name: '개관 전 가이드 투어(관람권 포함, 날짜 지정)',
      description:
        '개관 전 고요한 전시장을 의상 복원 담당자가 안내합니다. 소매 안쪽의 바느질 자국부터 얼룩을 지우는 비법까지 약 60분. 투어 후에는 그대로 관람하실 수 있습니다.',
      naming_right: '히이라기 수예점',
      caution:
        '8시 45분에 정문 현관으로 모여 주세요. 늦으시면 투어에는 참가하실 수 없으나 10시부터 관람은 가능합니다. 투어는 일본어로 진행됩니다.',
    },
    'zh-hant': {
      product_name: '開館前導覽 含參觀券（指定日期）',
      description: '在開館前的寧靜會場，由服裝修復人員為您導覽，從袖內的針腳到去漬的巧思，約60分鐘。導覽後可繼續參觀。',
      naming_right: '柊手工藝店',
      caution: '請於8:45在正門集合。遲到者無法參加導覽，但可於10:00起參觀。導覽以日語進行。',
    },
  },
  options: [
    {
      key: 'person',
      type: 'person',
      add_cost: 4200,
      min: 0,
      max: 4,
      words: {
        ja: { name: 'お一人様', note: '中学生以上' },
        en: { name: 'Per person', note: 'Ages 13 and over' },
        'zh-hans': { name: '每位', note: '初中生及以上' },
        kr: { name: '1인', note: '중학생 이상' },
        'zh-hant': { name: '每位', note: '國中以上' },
      },
    },
  ],
};
