import type { SeedProduct } from '../types.ts';

/** Dated: few visitors, after closing. */
export const exhibition01Night: SeedProduct = {
  uuid: 'bcace260-d35b-42d0-b512-e9e7fadd7753',
  key: 'exhibition01-night',
  sale_type: 'date',
  min_quantity: 1,
  max_quantity: 4,
  capacity: 80,
  opens: 18 * 60,
  closes: 20 * 60,
  weekend: 0,
  words: {
    ja: {
      product_name: '夜の絵巻読み 特別観覧（日付指定）',
      description:
        '閉館後、80名様限定の静かな展示室で、語り手の朗読とともに絵巻を読み進めます。朗読は18時30分から約40分です。',
      naming_right: '小夜製菓',
      caution:
        '朗読は日本語です。開始後のご入場は、区切りのよいところまでお待ちいただきます。未就学のお子さまはご遠慮ください。',
    },
    en: {
      product_name: 'Scrolls by night, special viewing (date-specific)',
      description:
        'After closing, for eighty visitors only: a storyteller reads the scrolls aloud, from 18:30, for about forty minutes.',
      naming_right: 'Sayo Confectionery',
      caution: 'The reading is in Japanese. Latecomers are let in at a pause. Not for children under school age.',
    },
    'zh-hans': {
      product_name: '夜读绘卷 特别观赏（指定日期）',
      description: '闭馆之后，限80人，在安静的展厅中伴随说书人的朗读欣赏绘卷。朗读18:30开始，约40分钟。',
      naming_right: '小夜制果',
      caution: '朗读以日语进行。开始后到场者，请等候至段落间歇再入场。谢绝学龄前儿童入场。',
    },
    kr: {
      product_name: '밤에 읽는 두루마리 특별 관람(날짜 지정)',
      description:
        '폐관 후 80명만 모시는 고요한 전시실에서 이야기꾼의 낭독과 함께 두루마리 그림을 읽어 나갑니다. 낭독은 18시 30분부터 약 40분입니다.',
      naming_right: '사요 제과',
      caution:
        '낭독은 일본어로 진행됩니다. 시작 후에 오시면 중간 휴지 때까지 기다려 주셔야 합니다. 미취학 아동은 입장하실 수 없습니다.',
    },
    'zh-hant': {
      product_name: '夜讀繪卷 特別觀賞（指定日期）',
      description: '休館之後，限80人，在安靜的展間中伴隨說書人的朗讀欣賞繪卷。朗讀18:30開始，約40分鐘。',
      naming_right: '小夜製菓',
      caution: '朗讀以日語進行。開始後到場者，請等候至段落間歇再入場。學齡前兒童恕不開放入場。',
    },
  },
  options: [
    {
      key: 'person',
      type: 'person',
      add_cost: 3200,
      min: 0,
      max: 4,
      words: {
        ja: { name: 'お一人様', note: '小学生以上' },
        en: { name: 'Per person', note: 'Ages 6 and over' },
        'zh-hans': { name: '每位', note: '小学生及以上' },
        kr: { name: '1인', note: '초등학생 이상' },
        'zh-hant': { name: '每位', note: '國小以上' },
      },
    },
  ],
};
