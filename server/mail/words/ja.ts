import type { LetterWords } from '../words.ts';

const showTicket = 'チケットを表示する';
const onTheDay = '当日は、入口でチケットのQRコードをご提示ください。印刷は必要ありません。';
const keepLink = 'リンクをご存じの方は、どなたでもこのチケットをお使いになれます。リンクは大切に保管してください。';

export const ja: LetterWords = {
  greeting: '{name} 様',
  letters: {
    mail_confirm: {
      subject: '【{shop}】メールアドレスのご確認',
      lead: 'チケットをお選びいただき、ありがとうございます。下のリンクを開いて、お支払いにお進みください。',
      link: 'お支払いに進む',
      notes: [
        'チケットを確保できる時間には限りがあります。お早めにお進みください。',
        'お心当たりのない場合は、このメールを削除してください。',
      ],
    },
    invited: {
      subject: '【{shop}】ご招待のお知らせ',
      lead: 'このたびはご招待申し上げます。次のチケットをご用意しております。下のリンクを開いて、お手続きにお進みください。',
      link: 'お手続きに進む',
      notes: [
        'お席は、リンクを開いた時点で空きがある場合に、一定の時間確保いたします。',
        'このリンクはお客様専用です。ほかの方にお渡しにならないようお願いいたします。',
      ],
    },
    completed: {
      subject: '【{shop}】ご予約完了のお知らせ',
      lead: 'ご予約いただき、ありがとうございます。チケットをご用意しました。',
      link: showTicket,
      notes: [onTheDay, keepLink],
    },
    refunded: {
      subject: '【{shop}】ご返金のお知らせ',
      lead: '次のご注文のお支払いを返金いたしました。',
      link: null,
      notes: ['カードや口座に反映されるまで、決済会社により数日から数週間かかることがあります。'],
    },
    cancelled: {
      subject: '【{shop}】チケット取り消しのお知らせ',
      lead: '誠に申し訳ございませんが、次のチケットは取り消され、お使いになれなくなりました。',
      link: null,
      notes: ['ご返金がある場合は、お支払いになった方へ別途ご連絡いたします。'],
    },
    ticket_sent: {
      subject: '【{shop}】チケットが届いています',
      lead: 'あなた宛てにチケットが送られました。下のリンクから表示できます。',
      link: showTicket,
      notes: [onTheDay, keepLink],
    },
    ticket_changed: {
      subject: '【{shop}】日時変更のお知らせ',
      lead: 'チケットの日時を変更しました。',
      link: showTicket,
      notes: ['これまでのリンクとQRコードはお使いになれません。', onTheDay, keepLink],
    },
    ticket_links: {
      subject: '【{shop}】チケットのリンクのご案内',
      lead: 'ご希望により、これからご来場予定のチケットのリンクをお送りします。',
      link: showTicket,
      notes: [keepLink, 'お心当たりのない場合は、このメールを削除してください。'],
    },
  },
  refunded: {
    valid: 'このご注文のチケットは、そのままお使いになれます。',
    invalid: 'このご注文のチケットはお使いになれません。',
  },
  terms: {
    number: '予約番号',
    product: 'チケット',
    visit: 'ご入場日時（日本時間）',
    tickets: '枚数',
    sets: 'セット商品',
    coupon: 'クーポン',
    total: '合計（税込）',
    refund: '返金額',
  },
  count: '{n}枚',
  price: '{price}円',
  days: '{from}〜{to}',
  slot: '{day} {from}〜{to}',
  message: '送り主からのメッセージ',
  link: 'ボタンが動かない場合は、このアドレスをブラウザで開いてください。',
  contact: 'お問い合わせ先',
  automatic: 'このメールは自動でお送りしています。',
};
