import type { LegalTexts } from '../legal-texts.ts';

const onRequest = 'told without delay on request';

export const en: LegalTexts = ({
  operator,
  address,
  representative,
  mail,
  phone,
  site,
  taxRate,
  methods,
  measures,
  botCheck,
}) => ({
  privacy: [
    {
      heading: 'Who we are',
      text: [operator, `Address: ${address || onRequest}`, `Representative: ${representative || onRequest}`],
    },
    {
      heading: 'What we collect',
      text: [
        'When you order tickets we ask for your name, email address, telephone number and the other fields shown on that page, and for nothing else.',
        'Payments are handled by payment service providers. They receive your card number and security code directly; we never see or keep them.',
      ],
    },
    {
      heading: 'What we use it for',
      text: [
        'To sell and deliver tickets, to let you in, to answer your questions, and to tell you of changes and refunds.',
        'We send news only to those who asked for it. Each mail has a link to stop it at any time.',
      ],
    },
    {
      heading: 'Who else receives it',
      text: [
        'Nobody without your consent, unless the law requires it.',
        'We may entrust payment, mail delivery and the running of our systems to other companies, and supervise them.',
      ],
    },
    {
      heading: 'Companies abroad',
      text: [
        'Companies in the United States and elsewhere may handle data for payment and measurement. Please ask us about the rules in those countries and the safeguards in place.',
      ],
    },
    {
      heading: 'What your device sends to others',
      text: [
        ...(measures
          ? [
              'Only with your consent, the kind of page you open and, when you buy, the products, the amount and the reservation number are sent to Google LLC to measure how the shop is used. Names and contact details are not sent. You can change your choice at the bottom of any page.',
              'On the payment page, information about your device is sent to the payment service provider to prevent fraud.',
            ]
          : [
              'On the payment page, information about your device is sent to the payment service provider to prevent fraud. We do not measure how you use the shop.',
            ]),
        ...(botCheck
          ? [
              'When you place an order, information about your device and how you use the page is sent to reCAPTCHA of Google LLC, to keep out automated orders.',
            ]
          : []),
      ],
    },
    {
      heading: 'What is kept on your device',
      text: [
        'What you have entered so far, your language, and your choice about measurement. What you entered is not used any more once the purchase is complete, or after 24 hours.',
      ],
    },
    {
      heading: 'How long, and how safely',
      text: [
        'Data are erased when the period required by law or needed for the purpose is over. Connections are encrypted, access is limited and staff are trained. Should data leak, we report it and tell you as the law requires.',
      ],
    },
    {
      heading: 'Your rights',
      text: [
        'You may ask us to show, correct, stop using or erase your data. Write to the contact below; we will make sure that it is you, and charge nothing.',
      ],
    },
    { heading: 'Contact', text: [operator, mail, phone].filter((line) => line !== '') },
  ],
  specified: [
    { heading: 'Seller', text: [operator] },
    { heading: 'Person responsible', text: [representative || onRequest] },
    { heading: 'Address', text: [address || onRequest] },
    { heading: 'Telephone', text: [phone || onRequest] },
    { heading: 'Email', text: [mail] },
    { heading: 'Prices', text: [`As shown with each product, including ${taxRate}% consumption tax`] },
    { heading: 'Other charges', text: ['This shop charges no fees. You pay for your own connection to the internet.'] },
    { heading: 'Ways to pay', text: [methods.join(', ')] },
    {
      heading: 'When you pay',
      text: ['When you place the order. When the amount is debited depends on your payment company.'],
    },
    {
      heading: 'Delivery',
      text: ['As soon as the payment is complete, the link to your ticket is shown and mailed to you.'],
    },
    {
      heading: 'Period of sale',
      text: ['As shown with each product. Places are held for a limited time; the time left is shown.'],
    },
    {
      heading: 'Cancellation and refunds',
      text: [
        'Paid tickets cannot be cancelled or refunded for reasons of your own. Where the ticket’s page offers it, the date can be changed to one of the same price or cheaper; the difference is not refunded. If the event is called off, you get your money back.',
      ],
    },
    { heading: 'Limits of quantity', text: ['As many tickets per order as shown with each product.'] },
    {
      heading: 'What you need',
      text: ['A current Safari, Chrome, Edge or Firefox. Bring a device that can show the ticket, or print it.'],
    },
    {
      heading: 'If something is not as described',
      text: ['Please contact us. We will check, and issue a new ticket or refund you.'],
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
        'The contract is made when you place the order on the last page and the payment is complete. Where it takes time to confirm a payment, we tell you as soon as we know.',
      ],
    },
    {
      heading: 'Tickets',
      text: [
        'A ticket is shown by its link and its code. Show the code at the entrance. Whoever knows the link can use the ticket: please keep it safe.',
      ],
    },
    {
      heading: 'Entry',
      text: [
        'A ticket admits at the date and time written on it only, and once. Please follow the signs and the staff at the venue.',
      ],
    },
    {
      heading: 'Passing tickets on',
      text: [
        'You may share tickets with family and friends, or send tickets to them, by the functions of this shop. Resale for profit without the organiser’s consent is forbidden, and tickets resold that way may be refused.',
      ],
    },
    {
      heading: 'Changing the date',
      text: [
        'Where the ticket’s page offers it, you may move to a free time of the same product that costs the same or less. The difference is not refunded. The old code no longer works.',
      ],
    },
    {
      heading: 'Cancellation and refunds',
      text: [
        'There are no refunds for reasons of your own. If the organiser calls the event off, you get your money back by the way you paid.',
      ],
    },
    {
      heading: 'Coupons',
      text: ['A coupon is good for its period, products and number of uses. It cannot be exchanged for money.'],
    },
    {
      heading: 'What is not allowed',
      text: [
        'False details, buying up tickets, attacks on the system, and disturbing others. In such cases the organiser may end the contract and refuse entry.',
      ],
    },
    {
      heading: 'Liability',
      text: [
        'The organiser is liable under the law for damage caused by intent or negligence. Nothing in these terms takes away rights that the law gives you as a consumer.',
      ],
    },
    {
      heading: 'Changes to these terms',
      text: ['These terms may change, for example with the law. The terms shown when you order apply to that order.'],
    },
    { heading: 'Law', text: ['The law of Japan applies. The Japanese text is the binding one.'] },
  ],
});
