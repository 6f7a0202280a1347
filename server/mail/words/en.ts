import type { LetterWords } from '../words.ts';

const showTicket = 'Show my ticket';
const onTheDay = 'On the day, open your ticket and show its QR code at the entrance. There is nothing to print.';
const keepLink = 'Whoever has the link can use the ticket, so please keep it to yourself.';

export const en: LetterWords = {
  greeting: 'Dear {name},',
  letters: {
    mail_confirm: {
      subject: 'Please confirm your email address – {shop}',
      lead: 'Thank you for choosing your tickets. Open the link below to go on to payment.',
      link: 'Go on to payment',
      notes: [
        'We can keep your tickets for a limited time only, so please go on soon.',
        'If you did not ask for this, please delete this email.',
      ],
    },
    completed: {
      subject: 'Your tickets are booked – {shop}',
      lead: 'Thank you for your order. Your tickets are ready.',
      link: showTicket,
      notes: [onTheDay, keepLink],
    },
    refunded: {
      subject: 'Your payment has been refunded – {shop}',
      lead: 'We have refunded your payment for this order.',
      link: null,
      notes: ['It can take a few days to a few weeks until you see it, depending on the payment company.'],
    },
    ticket_sent: {
      subject: 'A ticket for you – {shop}',
      lead: 'Somebody has sent you a ticket. You can open it with the link below.',
      link: showTicket,
      notes: [onTheDay, keepLink],
    },
    ticket_changed: {
      subject: 'The date of your ticket has changed – {shop}',
      lead: 'The date of your ticket has been changed.',
      link: showTicket,
      notes: ['The earlier link and QR code no longer work.', onTheDay, keepLink],
    },
  },
  refunded: {
    valid: 'The tickets of this order remain valid.',
    invalid: 'The tickets of this order cannot be used.',
  },
  terms: {
    number: 'Reservation number',
    product: 'Ticket',
    visit: 'Entry (Japan time)',
    tickets: 'Number',
    sets: 'Extras',
    coupon: 'Coupon',
    total: 'Total (tax included)',
    refund: 'Refund',
  },
  count: '{n}',
  price: '¥{price}',
  days: '{from} – {to}',
  slot: '{day}, {from} – {to}',
  message: 'Message from the sender',
  link: 'If the button does not work, open this address in your browser:',
  contact: 'Questions? We are glad to help.',
  automatic: 'This email was sent automatically.',
};
