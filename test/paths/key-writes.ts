import { customer, order, spring, told } from './answers.ts';
import { sites } from './plan-rows.ts';
import { type Charts, standings } from './shortcut.ts';
import { ticketWrites } from './ticket-writes.ts';
import { page, stand, to, type Write } from './write.ts';

const coupon = (type: string) => (charts: Charts) =>
  to(charts, 'purchase/payment/coupon', type, { code: spring.coupon_code });
const counted = { ...order, customer_info: customer };
/** After a lost response to a payment, the chart queries its outcome: the order is still open. */
const askOpen = (charts: Charts): void => {
  to(charts, 'purchase/checkout', 'checkout.ask');
  charts.held.resolve('askOutcome', { status: 'open', token: 'order-1' });
};
const challenge = { status: 'requires_action', payment_intent_id: 'pi_1', client_secret: 's' };

export const writes: readonly Write[] = [
  {
    call: 'createOrder',
    id: 'placeOrder',
    reach: ({ choose }) => choose(),
    send: (charts) => to(charts, 'purchase/order', 'order.submit'),
    resend: (charts) => to(charts, 'purchase/order', 'order.submit'),
  },
  {
    call: 'putOrder',
    id: 'putCustomer',
    reach: stand('purchase.sign-in.editing'),
    send: (charts) => to(charts, 'purchase', 'customer.submit', { customer }),
    resend: (charts) => to(charts, 'purchase', 'customer.submit', { customer }),
    repeat: (charts) => {
      charts.held.resolve('putCustomer', told({ customer_info: customer }).output);
      to(charts, 'purchase', 'step.back');
      to(charts, 'purchase', 'customer.submit', { customer });
    },
  },
  {
    call: 'createOrderMail',
    id: 'sendOrderMail',
    site: sites[1],
    reach: stand('purchase.sign-in.editing'),
    send: (charts) => to(charts, 'purchase', 'customer.submit', { customer }),
    resend: (charts) => to(charts, 'purchase', 'customer.submit', { customer }),
    repeat: (charts) => {
      charts.held.resolve('sendOrderMail', { sent_to: customer.email });
      to(charts, 'purchase', 'mail.correct');
      to(charts, 'purchase', 'customer.submit', { customer });
    },
  },
  {
    call: 'createOrderMail',
    id: 'resendOrderMail',
    site: sites[1],
    reach: (charts) => {
      standings['purchase.sign-in.editing']?.(charts);
      to(charts, 'purchase', 'customer.submit', { customer });
      charts.held.resolve('sendOrderMail', { sent_to: customer.email });
    },
    send: (charts) => to(charts, 'purchase', 'mail.resend'),
    resend: (charts) => to(charts, 'purchase', 'mail.resend'),
    repeat: (charts) => {
      charts.held.resolve('resendOrderMail', { sent_to: customer.email });
      to(charts, 'purchase', 'mail.resend');
    },
  },
  {
    call: 'deleteOrder',
    id: 'cancelOrder',
    reach: stand('purchase.payment.choosing'),
    send: (charts) => to(charts, 'purchase', 'order.cancel'),
  },
  {
    call: 'extendOrder',
    id: 'extendHold',
    reach: stand('purchase.sign-in.editing'),
    send: (charts) => to(charts, 'purchase/hold', 'hold.extend'),
    resend: (charts) => to(charts, 'purchase/hold', 'hold.extend'),
    repeat: (charts) => {
      charts.held.resolve('extendHold', { order, at: 0 });
      to(charts, 'purchase/hold', 'hold.extend');
    },
  },
  {
    call: 'extendOrder',
    id: 'retakeHold',
    reach: (charts) => {
      standings['purchase.sign-in.editing']?.(charts);
      charts.held.fire('holdWarning');
    },
    send: ({ held }) => held.fire('holdDeadline'),
    resend: ({ held }) => held.fire('holdRetry'),
    repeat: ({ held }) => {
      held.resolve('retakeHold', { order, at: 0 });
      held.fire('holdWarning');
      held.fire('holdDeadline');
    },
  },
  {
    call: 'createOrderCoupon',
    id: 'applyCoupon',
    reach: stand('purchase.payment.choosing'),
    send: coupon('coupon.apply'),
    repeat: (charts) => {
      charts.held.resolve('applyCoupon', { ...counted, coupon: spring });
      coupon('coupon.remove')(charts);
      charts.held.resolve('removeCoupon', counted);
      coupon('coupon.apply')(charts);
    },
  },
  {
    call: 'deleteOrderCoupon',
    id: 'removeCoupon',
    reach: (charts) => {
      standings['purchase.payment.choosing']?.(charts);
      coupon('coupon.apply')(charts);
      charts.held.resolve('applyCoupon', { ...counted, coupon: spring });
    },
    send: coupon('coupon.remove'),
    repeat: (charts) => {
      charts.held.resolve('removeCoupon', counted);
      coupon('coupon.apply')(charts);
      charts.held.resolve('applyCoupon', { ...counted, coupon: spring });
      coupon('coupon.remove')(charts);
    },
  },
  {
    call: 'checkout',
    id: 'postCheckout',
    reach: stand('purchase.confirm'),
    send: (charts) => to(charts, 'purchase', 'checkout.submit'),
    resend: askOpen,
  },
  {
    call: 'confirmCheckout',
    id: 'confirmPayment',
    reach: (charts) => {
      standings['purchase.confirm']?.(charts);
      to(charts, 'purchase', 'checkout.submit');
      charts.held.resolve('postCheckout', challenge);
    },
    send: ({ held }) => held.resolve('showChallenge'),
    resend: (charts) => {
      to(charts, 'purchase/checkout', 'checkout.ask');
      charts.held.resolve('askOutcome', { status: 'checking', token: 'order-1', retry_after: 1 });
    },
    repeat: (charts) => {
      charts.held.resolve('confirmPayment', { status: 'checking', retry_after: 1 });
      to(charts, 'purchase/checkout', 'checkout.ask');
      charts.held.resolve('askOutcome', { status: 'checking', token: 'order-1', retry_after: 1 });
    },
  },
  {
    call: 'putMailMagazine',
    id: 'stopMagazine',
    reach: (charts) => {
      page(charts, 'mail-release');
      charts.held.resolve('readMagazine', { email: 'h***@example.jp', is_active: true });
    },
    send: (charts) => to(charts, 'mail-release', 'magazine.stop'),
    resend: (charts) => to(charts, 'mail-release', 'magazine.stop'),
  },
  {
    call: 'createReservationMail',
    id: 'sendLinks',
    reach: (charts) => {
      page(charts, 'reservation-inquiry');
      to(charts, 'inquiry', 'number.forgot');
    },
    send: (charts) => to(charts, 'inquiry', 'links.send', { email: customer.email }),
    resend: (charts) => to(charts, 'inquiry', 'links.send', { email: customer.email }),
    repeat: (charts) => {
      charts.held.resolve('sendLinks', { accepted: true });
      to(charts, 'inquiry', 'inquiry.again');
      to(charts, 'inquiry', 'number.forgot');
      to(charts, 'inquiry', 'links.send', { email: customer.email });
    },
  },
  ...ticketWrites,
];
