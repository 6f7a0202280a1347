import type { SeedProduct } from '../types.ts';

/** Timed: a slot every half hour, dearer at weekends. */
export const admission: SeedProduct = {
  uuid: '5f0c7c0a-6f1e-4b53-9d0e-1b8f0a4c2d01',
  key: 'admission',
  sale_type: 'time',
  min_quantity: 1,
  max_quantity: 10,
  capacity: 40,
  opens: 10 * 60,
  closes: 20 * 60,
  every: 30,
  weekend: 300,
  words: {
    ja: {
      product_name: '入館チケット（日時指定）',
      description:
        '地図のないミュージアムの中を、作品から作品へと歩きまわる入館チケットです。指定の時間帯にご入館ください。入館後の滞在時間に制限はありません。',
      naming_right: '',
      caution:
        '指定の時間帯を過ぎるとご入館をお待ちいただくことがあります。館内は暗く、鏡張りの床があります。歩きやすい靴とパンツスタイルをおすすめします。',
    },
    en: {
      product_name: 'Timed admission',
      description:
        'Wander freely through a museum without a map, from one artwork into the next. Please enter within your time slot; once inside, stay as long as you like.',
      naming_right: '',
      caution:
        'If you arrive after your time slot you may be asked to wait. Some rooms are dark and have mirrored floors: flat shoes and trousers are recommended.',
    },
    'zh-hans': {
      product_name: '入馆门票（指定日期和时间）',
      description: '这座没有地图的博物馆，任您在作品之间自由漫游。请在指定时段内入馆，入馆后不限停留时间。',
      naming_right: '',
      caution: '如晚于指定时段到达，可能需要等候入馆。馆内光线较暗，部分地面为镜面，建议穿着便于行走的鞋子和长裤。',
    },
    kr: {
      product_name: '입장 티켓(날짜·시간 지정)',
      description:
        '지도 없는 미술관에서 작품과 작품 사이를 자유롭게 거닐어 보세요. 지정하신 시간대에 입장해 주시면 되며, 입장 후 관람 시간에는 제한이 없습니다.',
      naming_right: '',
      caution:
        '지정 시간대보다 늦게 도착하시면 입장하실 때까지 기다리셔야 할 수 있습니다. 관내가 어둡고 바닥이 거울로 된 공간이 있으므로 편한 신발과 바지를 권해 드립니다.',
    },
    'zh-hant': {
      product_name: '入館門票（指定日期時間）',
      description: '在這座沒有地圖的博物館裡，自由漫遊於作品之間。請於指定時段內入館，入館後不限停留時間。',
      naming_right: '',
      caution: '若晚於指定時段抵達，可能需要等候入館。館內光線較暗，部分地板為鏡面，建議穿著好走的鞋子與長褲。',
    },
  },
  options: [
    {
      key: 'adult',
      type: 'adult',
      add_cost: 3800,
      min: 0,
      max: 10,
      words: {
        ja: { name: '大人', note: '18歳以上' },
        en: { name: 'Adult', note: '18 and over' },
        'zh-hans': { name: '成人', note: '18岁及以上' },
        kr: { name: '성인', note: '18세 이상' },
        'zh-hant': { name: '成人', note: '18歲以上' },
      },
    },
    {
      key: 'student',
      type: 'student',
      add_cost: 2800,
      min: 0,
      max: 10,
      words: {
        ja: { name: '中学生・高校生', note: '13〜17歳' },
        en: { name: 'Junior high & high school', note: 'Ages 13 to 17' },
        'zh-hans': { name: '初中生、高中生', note: '13～17岁' },
        kr: { name: '중·고등학생', note: '13~17세' },
        'zh-hant': { name: '國中生、高中生', note: '13～17歲' },
      },
    },
    {
      key: 'child',
      type: 'child',
      add_cost: 1500,
      min: 0,
      max: 10,
      words: {
        ja: { name: '子ども', note: '4〜12歳（3歳以下は無料・チケット不要）' },
        en: { name: 'Child', note: 'Ages 4 to 12 (3 and under free, no ticket needed)' },
        'zh-hans': { name: '儿童', note: '4～12岁（3岁及以下免费，无需购票）' },
        kr: { name: '어린이', note: '4~12세(3세 이하는 무료이며 티켓이 필요 없습니다)' },
        'zh-hant': { name: '兒童', note: '4～12歲（3歲以下免費，無須購票）' },
      },
    },
    {
      key: 'disability',
      type: 'disability',
      add_cost: 1900,
      min: 0,
      max: 10,
      words: {
        ja: { name: '障がい者割引', note: '当日、入口で手帳をご提示ください' },
        en: { name: 'Disability discount', note: 'Please show your certificate at the entrance' },
        'zh-hans': { name: '残障人士优惠', note: '请于当天在入口出示残疾人证件' },
        kr: { name: '장애인 할인', note: '당일 입구에서 장애인 증명서를 보여 주세요' },
        'zh-hant': { name: '身心障礙優惠', note: '請於當天在入口出示身心障礙證明' },
      },
    },
  ],
};
