import type { LegalTexts } from '../legal-texts.ts';

const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`);
const onRequest = 'Disclosed without delay on request';

export const en: LegalTexts = (facts) => {
  const { operator, address, representative, mail, phone, site, taxRate, methods, measures, botCheck } = facts;
  const { processors, wallets, phoneHours, court, issued, changed, soldToEu, retention } = facts;
  return {
    privacy: [
      {
        heading: 'Who we are',
        text: [operator, `Address: ${address || onRequest}`, `Representative: ${representative || onRequest}`],
      },
      {
        heading: 'What we collect',
        text: [
          'When you order tickets, we ask for your name, email address, telephone number and the other details shown on that page, and for nothing else.',
          'Payments are handled by payment service providers. They receive your card number and security code directly; we never see or keep them.',
        ],
      },
      {
        heading: 'What we use it for',
        text: [
          'To sell and deliver tickets, to let you in, to answer your questions, and to tell you of changes and refunds.',
          'The box for our newsletter is ticked when you open the order form: please untick it if you do not want it. If you leave it ticked and buy, we send you the newsletter until you unsubscribe, at any time, on your ticket’s page, by the link in each email, or by the unsubscribe button of your email program.',
        ],
      },
      {
        heading: 'Third parties and processors',
        text: [
          'We do not pass your data on to third parties without your consent, unless the law requires it.',
          'We may entrust payment, email delivery and the running of our systems to other companies, which we supervise.',
          ...(processors.length > 0 ? [`Payments are processed by ${processors.join(', ')}`] : []),
        ],
      },
      {
        heading: 'Companies abroad',
        text: [
          'Companies in the United States and elsewhere may handle data for payments and analytics. Please ask us about the rules in those countries and the safeguards in place.',
        ],
      },
      {
        heading: 'What your device sends to others',
        text: [
          ...(measures
            ? [
                'Only with your consent, the kind of page you open and, when you buy, the products, the amount and the reservation number are sent to Google LLC to measure how the shop is used. Your name and contact details are not sent. You can change your choice at the bottom of any page.',
                'On the payment page, information about your device is sent to the payment service provider to prevent fraud.',
              ]
            : [
                'On the payment page, information about your device is sent to the payment service provider to prevent fraud. We do not measure how you use the shop.',
              ]),
          ...(botCheck
            ? [
                'When you place an order, information about your device and how you use the page is sent to reCAPTCHA, a service of Google LLC, to keep out automated orders.',
              ]
            : []),
          ...(wallets.includes('apple')
            ? [
                'A ticket that you add to Apple Wallet is stored on your Apple device and, depending on your settings, shown on your other devices through iCloud of Apple Inc. The pass has the details of the ticket, its reservation number and the entry code.',
              ]
            : []),
          ...(wallets.includes('google')
            ? [
                'The details of a ticket that you add to Google Wallet, its reservation number and the entry code are sent to Google LLC and stored in your Google account.',
              ]
            : []),
        ],
      },
      {
        heading: 'What is kept on your device',
        text: [
          'What you have entered so far, your language, and your choice about analytics. What you have entered is no longer used once the purchase is complete, or after 24 hours.',
          'While you buy, a random number by which we recognise this browser, so that only you are shown your ticket when you come back from the payment page, and only you can correct the email address afterwards. It is replaced after 30 minutes without use; after a payment it stays for 25 hours.',
          'Tickets you open in this browser, so that you can show them without a connection. They are no longer used from three hours after the day of the visit ends (Japan time). You can remove them earlier on the ticket’s page.',
        ],
      },
      {
        heading: 'Retention and security',
        text: [
          'Data is erased when the period required by law or needed for the purpose is over. Connections are encrypted, access is restricted and staff are trained. If data is leaked, we will report it and notify you promptly, as the law requires.',
          ...(retention
            ? [
                `Orders that were not paid: the details you entered are erased ${days(retention.unpaid_days)} after the order has ended.`,
                `Paid orders: your name, contact details and answers are erased ${days(retention.visit_days)} after the visit. The link to the ticket and receipt stops working then.`,
                `Emails we sent you: ${days(retention.mail_days)}. Newsletters: until you unsubscribe; your address is erased ${days(retention.mail_days)} after that.`,
                `Sales records, without your name and contact details: for ${retention.invoice_years} years after the tax period, as the law requires.`,
                `Backup copies are deleted within ${days(retention.backup_days)}.`,
              ]
            : []),
        ],
      },
      {
        heading: 'Your rights',
        text: [
          'You may ask us to disclose, correct, stop using or erase your data. Please contact us at the address below. We will confirm your identity first; there is no charge.',
        ],
      },
      { heading: 'Contact', text: [operator, mail, phone].filter((line) => line !== '') },
      ...(soldToEu
        ? [
            {
              heading: 'If you live in the EU or the EEA',
              text: [
                'We process your data to perform our contract with you (selling and delivering tickets), to meet legal obligations (sales records), for our legitimate interests (preventing fraud, newsletters to customers), and with your consent (analytics): GDPR, article 6(1)(b), (c), (f) and (a).',
                'Data is processed in Japan, for which the European Commission has issued an adequacy decision.',
                'You have the right of access, rectification, erasure, restriction, data portability and objection; you may object to newsletters at any time. You may also complain to the supervisory authority of the country you live in.',
              ],
            },
          ]
        : []),
      ...(issued
        ? [{ heading: 'Dates', text: [`Issued: ${issued}`, ...(changed ? [`Last changed: ${changed}`] : [])] }]
        : []),
    ],
    specified: [
      { heading: 'Seller', text: [operator] },
      { heading: 'Person responsible', text: [representative || onRequest] },
      { heading: 'Address', text: [address || onRequest] },
      { heading: 'Telephone', text: [phone ? `${phone}${phoneHours && ` (${phoneHours})`}` : onRequest] },
      { heading: 'Email', text: [mail] },
      { heading: 'Prices', text: [`As shown with each product, including ${taxRate}% consumption tax`] },
      {
        heading: 'Other charges',
        text: ['This shop charges no fees. You pay for your own connection to the internet.'],
      },
      { heading: 'Payment methods', text: [methods.join(', ')] },
      {
        heading: 'Time of payment',
        text: [
          'Payment is due when you place the order. The date on which your account is debited depends on your payment provider.',
        ],
      },
      {
        heading: 'Delivery',
        text: ['As soon as the payment is complete, the link to your ticket is sent to you by email.'],
      },
      {
        heading: 'Sales period',
        text: [
          'As shown with each product. Tickets are kept for a limited time during the purchase; the time left is shown.',
        ],
      },
      {
        heading: 'Cancellation and refunds',
        text: [
          'Paid tickets cannot be cancelled or refunded at your own request. Where the ticket’s page offers it, the date can be changed to one at the same or a lower price; the difference is not refunded. If the event is cancelled, you will receive a refund.',
        ],
      },
      { heading: 'Quantity limits', text: ['The number of tickets per order is limited as shown with each product.'] },
      {
        heading: 'System requirements',
        text: [
          'The latest version of Safari, Chrome, Edge or Firefox. Please bring a device that can show the ticket, or a printed copy.',
        ],
      },
      {
        heading: 'If something is not as described',
        text: ['Please contact us. After checking, we will issue a new ticket or refund you.'],
      },
    ],
    terms: [
      {
        heading: 'Scope',
        text: [
          `These terms apply between ${operator} (“the organiser”) and everyone who buys or uses tickets for “${site}”.`,
        ],
      },
      {
        heading: 'The contract',
        text: [
          'The contract is concluded when you have placed the order on the final page and the payment is complete. Where it takes time to confirm a payment, we will tell you as soon as we know.',
        ],
      },
      {
        heading: 'Tickets',
        text: [
          'A ticket consists of its link and its code. Show the code at the entrance. Anyone who has the link can use the ticket, so please keep it safe.',
        ],
      },
      {
        heading: 'Entry',
        text: [
          'A ticket admits once, and only at the date and time stated on it. Please follow the signs and the instructions of the staff at the venue.',
        ],
      },
      {
        heading: 'Passing tickets on',
        text: [
          'You may share tickets with family and friends, or send tickets to them, using the functions of this shop. Resale for payment without the organiser’s consent is prohibited, and tickets resold in this way may be refused entry.',
          'Illegal resale of tickets that are covered by the Japanese Act on Ensuring Proper Distribution of Event Tickets (the Ticket Resale Prohibition Act) is also prohibited by that act.',
        ],
      },
      {
        heading: 'Changing the date',
        text: [
          'Where the ticket’s page offers it, you may change to an available time of the same product that costs the same or less. The difference is not refunded. After the change, the old code no longer works.',
        ],
      },
      {
        heading: 'Cancellation and refunds',
        text: [
          'There are no refunds at your own request. If the organiser cancels the event, you will be refunded by your original payment method.',
        ],
      },
      {
        heading: 'Coupons',
        text: [
          'A coupon is valid for the period, products and number of uses set for it. It cannot be exchanged for cash.',
        ],
      },
      {
        heading: 'Prohibited conduct',
        text: [
          'Giving false details, buying up tickets, attacking our systems and disturbing others are prohibited. In such cases the organiser may terminate the contract and refuse entry.',
        ],
      },
      {
        heading: 'Liability',
        text: [
          'The organiser is liable under the law for damage caused by intent or negligence. Nothing in these terms limits the rights that the law gives you as a consumer.',
        ],
      },
      {
        heading: 'Changes to these terms',
        text: [
          'These terms may change, for example when the law changes. The terms shown when you order apply to that order.',
        ],
      },
      { heading: 'Minors', text: ['If you are under age, please order with the consent of your parent or guardian.'] },
      {
        heading: 'Governing law and court',
        text: [
          'The laws of Japan apply. The Japanese text prevails.',
          ...(court ? [`${court} is the court of first instance for disputes about these terms.`] : []),
          ...(soldToEu
            ? [
                'If you are a consumer living in the EU, you keep the protection of the mandatory rules of your country and may bring proceedings in its courts.',
              ]
            : []),
        ],
      },
      ...(issued
        ? [{ heading: 'Dates', text: [`Issued: ${issued}`, ...(changed ? [`Last changed: ${changed}`] : [])] }]
        : []),
    ],
  };
};
