import type { SeedProduct } from '../types.ts';

/** Dated: few seats, with tea. */
export const kairakuenTea: SeedProduct = {
  uuid: '1371f464-7894-4e20-91e6-5ec8c6796fcf',
  key: 'kairakuen-tea',
  sale_type: 'date',
  min_quantity: 1,
  max_quantity: 4,
  capacity: 48,
  opens: 18 * 60,
  closes: 20 * 60,
  weekend: 0,
  words: {
    ja: {
      product_name: '夜の茶席（入園券つき・日付指定）',
      description:
        '光の庭を見下ろす座敷で、抹茶と梅の菓子をお召し上がりいただきます。夜間入園券が含まれます。18時から20時までに茶席の受付へお越しください。',
      naming_right: '',
      caution:
        '畳の部屋です。靴を脱いでお上がりください。菓子には小麦と卵を使っています。椅子が必要な方は受付でお申しつけください。',
    },
    en: {
      product_name: 'Night tea, with entry (date-specific)',
      description:
        'Matcha and a plum sweet in a tatami room that looks down on the lights. Evening entry is included. Please come to the tea desk between 18:00 and 20:00.',
      naming_right: '',
      caution:
        'Shoes come off at the door. The sweets contain wheat and egg. If you would rather have a chair, please tell us at the desk.',
    },
    'zh-hans': {
      product_name: '夜间茶席（含入园券，指定日期）',
      description: '在可俯瞰光之庭园的和室里，品味抹茶与梅花点心。含夜间入园券。请于18:00至20:00之间到茶席接待处。',
      naming_right: '',
      caution: '茶席为榻榻米房间，须脱鞋入内。点心含小麦和鸡蛋。如需椅子，请告知接待处。',
    },
    kr: {
      product_name: '밤의 찻자리(입장권 포함, 날짜 지정)',
      description:
        '빛의 정원이 내려다보이는 다다미방에서 말차와 매화 과자를 즐기실 수 있습니다. 야간 입장권이 포함됩니다. 18시부터 20시 사이에 찻자리 접수처로 와 주세요.',
      naming_right: '',
      caution:
        '다다미방이므로 신발을 벗고 들어가 주세요. 과자에는 밀과 달걀이 들어 있습니다. 의자가 필요하시면 접수처에 말씀해 주세요.',
    },
    'zh-hant': {
      product_name: '夜間茶席（含入園券，指定日期）',
      description: '在可俯瞰光之庭園的和室裡，品味抹茶與梅花點心。含夜間入園券。請於18:00至20:00之間到茶席服務台。',
      naming_right: '',
      caution: '茶席為榻榻米房間，須脫鞋入內。點心含小麥與蛋。如需椅子，請告知服務台。',
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
        ja: { name: '一席', note: '年齢を問いません' },
        en: { name: 'Seat', note: 'All ages' },
        'zh-hans': { name: '一席', note: '不限年龄' },
        kr: { name: '1석', note: '연령 제한 없음' },
        'zh-hant': { name: '一席', note: '不限年齡' },
      },
    },
  ],
};
