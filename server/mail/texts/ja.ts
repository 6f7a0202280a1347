import type { MailTexts } from './mail-texts.ts';

const showTicket = 'チケットを表示する';
const onTheDay = '当日は、入口でチケットのQRコードをご提示ください。印刷は必要ありません。';
const linkWarning = 'リンクをお持ちの方は、どなたでもこのチケットをご利用いただけます。大切に保管してください。';

export const ja: MailTexts = {
  greeting: '{name} 様',
  mails: {
    mail_confirm: {
      subject: '【{shop}】お支払いのお手続き',
      lead: 'チケットをお選びいただき、ありがとうございます。下のリンクを開いて、お支払いにお進みください。',
      link: 'お支払いに進む',
      remarks: [
        'チケットを確保できる時間には限りがあります。お早めにお進みください。',
        'お心当たりのない場合は、このメールを削除してください。',
      ],
    },
    invited: {
      subject: '【{shop}】ご招待のお知らせ',
      lead: 'ご招待のチケットをご用意しました。下のリンクを開いて、お手続きにお進みください。',
      link: 'お手続きに進む',
      remarks: [
        'チケットは、リンクを開いた時点で空きがある場合に、一定時間確保いたします。',
        'このリンクはお客様専用です。ほかの方にお渡しにならないようお願いいたします。',
      ],
    },
    completed: {
      subject: '【{shop}】ご購入完了のお知らせ',
      lead: 'ご購入いただき、ありがとうございます。チケットをご用意しました。',
      link: showTicket,
      remarks: [onTheDay, linkWarning],
    },
    refunded: {
      subject: '【{shop}】ご返金のお知らせ',
      lead: '次のご注文のお支払いの返金手続きを行っております。',
      link: null,
      remarks: ['カードや口座に反映されるまで、決済会社により数日から数週間かかることがあります。'],
    },
    cancelled: {
      subject: '【{shop}】チケットのキャンセルのお知らせ',
      lead: '誠に申し訳ございませんが、次のチケットはキャンセルとなり、ご利用いただけなくなりました。',
      link: null,
      remarks: ['ご返金がある場合は、お支払いになった方へ別途ご連絡いたします。'],
    },
    ticket_sent: {
      subject: '【{shop}】チケットが届いています',
      lead: 'お客様宛てにチケットが送られました。下のリンクからご覧いただけます。',
      link: showTicket,
      remarks: [onTheDay, linkWarning],
    },
    ticket_changed: {
      subject: '【{shop}】日時変更のお知らせ',
      lead: 'チケットの日時を変更しました。',
      link: showTicket,
      remarks: ['以前のリンクとQRコードはご利用いただけません。', onTheDay, linkWarning],
    },
    ticket_reissued: {
      subject: '【{shop}】チケットの新しいリンクのお知らせ',
      lead: 'チケットのリンクとQRコードを新しくしました。',
      link: showTicket,
      remarks: ['以前のリンクとQRコードは、共有・分割した分も含めてご利用いただけません。', onTheDay, linkWarning],
    },
    ticket_links: {
      subject: '【{shop}】チケットのリンクのご案内',
      lead: 'ご依頼により、ご入場前のチケットのリンクをお送りします。',
      link: showTicket,
      remarks: [linkWarning, 'お心当たりのない場合は、このメールを削除してください。'],
    },
  },
  refunded: {
    valid: 'このご注文のチケットは、そのままご利用いただけます。',
    invalid: 'このご注文のチケットはご利用いただけません。',
  },
  terms: {
    number: '予約番号',
    product: 'チケット',
    tickets: '枚数',
    sets: 'セット商品',
    coupon: 'クーポン',
    total: '合計（税込）',
    refund: '返金額',
    place: '場所',
  },
  visit: { time: 'ご入場日時（日本時間）', date: 'ご入場日（日本時間）', period: 'ご利用期間' },
  count: '{n}枚',
  price: '{price}円',
  days: '{from}〜{to}',
  slot: '{day} {from}〜{to}',
  sentBy: '{name} 様からチケットが送られました。下のリンクからご覧いただけます。',
  codeHint: 'チケットの変更や受け渡しをすると、このコードは使えなくなります。最新のコードはリンクの先に表示されます。',
  oldPass:
    '以前のチケットを Google ウォレットに追加された場合は、ウォレットに残ります。削除のうえ、新しいチケットを追加してください。',
  calendar: '添付のファイルで、ご予定をカレンダーに追加できます。',
  links: { receipt: '領収書', change_date: '日時を変更する', map: '地図' },
  release: 'お知らせメールの配信停止',
  contact: 'お問い合わせ先',
  automatic: 'このメールは自動でお送りしています。',
};
