import type { SeedSet } from '../types.ts';

/** Set products: a guide book and an audio guide. */
export const sets: SeedSet[] = [
  {
    uuid: '5f0c7c0a-6f1e-4b53-9d0e-1b8f0a4c2e01',
    key: 'booklet',
    with: ['admission', 'garden'],
    add_cost: 1200,
    max: 5,
    stock: 20,
    words: {
      ja: {
        product_name: '公式ガイドブック',
        description: '展示作品の写真と解説をおさめた64ページの冊子です。ミュージアムショップでお受け取りください。',
      },
      en: {
        product_name: 'Exhibition booklet',
        description: 'Photographs of the works and the ideas behind them, 64 pages. Collect it at the museum shop.',
      },
      'zh-hans': {
        product_name: '展览图册',
        description: '收录展出作品的照片与解说，共64页。请在博物馆商店领取。',
      },
      kr: {
        product_name: '공식 가이드북',
        description: '전시 작품의 사진과 해설을 담은 64쪽 책자입니다. 뮤지엄 숍에서 받아 가세요.',
      },
      'zh-hant': {
        product_name: '展覽圖冊',
        description: '收錄展出作品的照片與解說，共64頁。請於博物館商店領取。',
      },
    },
  },
  {
    uuid: '5f0c7c0a-6f1e-4b53-9d0e-1b8f0a4c2e02',
    key: 'audio',
    with: ['admission'],
    add_cost: 600,
    max: 10,
    stock: 30,
    words: {
      ja: {
        product_name: '音声ガイド',
        description: '5か国語の音声ガイド機です。入口でお渡しし、お帰りの際にご返却いただきます。',
      },
      en: {
        product_name: 'Audio guide',
        description:
          'A player with commentary in five languages. Pick it up at the entrance, hand it back as you leave.',
      },
      'zh-hans': {
        product_name: '语音导览',
        description: '提供五种语言解说的导览机。请在入口领取，离馆时归还。',
      },
      kr: {
        product_name: '오디오 가이드',
        description: '5개 언어로 들을 수 있는 오디오 가이드입니다. 입구에서 받으시고 나가실 때 반납해 주세요.',
      },
      'zh-hant': {
        product_name: '語音導覽',
        description: '提供五種語言解說的導覽機。請於入口領取，離館時歸還。',
      },
    },
  },
];
