import { customer, order, orderReply, spring } from './answers.ts';
import { sites } from './plan-rows.ts';
import { type Charts, stateSetups } from './shortcut.ts';
import { ticketWrites } from './ticket-writes.ts';
import { page, reachState, to, type Write } from './write.ts';

const coupon = (type: string) => (charts: Charts) =>
  to(charts, 'purchase/payment/coupon', type, { code: spring.coupon_code });
const counted = { ...order, customer_info: customer };
/** After a lost response to a payment, the chart queries its outcome: the order is still open. */
const queryOpenOrder = (charts: Charts): void => {
  to(charts, 'purchase/checkout', 'checkout.ask');
  charts.simulated.resolve('queryOutcome', { status: 'open', token: 'order-1' });
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
    reach: reachState('purchase.sign-in.editing'),
    send: (charts) => to(charts, 'purchase', 'customer.submit', { customer }),
    resend: (charts) => to(charts, 'purchase', 'customer.submit', { customer }),
    repeat: (charts) => {
      charts.simulated.resolve('putCustomer', orderReply({ customer_info: customer }).output);
      to(charts, 'purchase', 'step.back');
      to(charts, 'purchase', 'customer.submit', { customer });
    },
  },
  {
    call: 'createOrderMail',
    id: 'sendOrderMail',
    site: sites[1],
    reach: reachState('purchase.sign-in.editing'),
    send: (charts) => to(charts, 'purchase', 'customer.submit', { customer }),
    resend: (charts) => to(charts, 'purchase', 'customer.submit', { customer }),
    repeat: (charts) => {
      charts.simulated.resolve('sendOrderMail', { sent_to: customer.email, at: 0 });
      to(charts, 'purchase', 'mail.correct');
      to(charts, 'purchase', 'customer.submit', { customer });
    },
  },
  {
    call: 'createOrderMail',
    id: 'resendOrderMail',
    site: sites[1],
    reach: (charts) => {
      stateSetups['purchase.sign-in.editing']?.(charts);
      to(charts, 'purchase', 'customer.submit', { customer });
      charts.simulated.resolve('sendOrderMail', { sent_to: customer.email, at: 0 });
    },
    send: (charts) => {
      charts.simulated.fire('resendPause');
      to(charts, 'purchase', 'mail.resend');
    },
    resend: (charts) => to(charts, 'purchase', 'mail.resend'),
    repeat: (charts) => {
      charts.simulated.resolve('resendOrderMail', { sent_to: customer.email, at: 0 });
      charts.simulated.fire('resendPause');
      to(charts, 'purchase', 'mail.resend');
    },
  },
  {
    call: 'deleteOrder',
    id: 'cancelOrder',
    reach: reachState('purchase.payment.choosing'),
    send: (charts) => to(charts, 'purchase', 'order.cancel'),
  },
  {
    call: 'extendOrder',
    id: 'extendHold',
    reach: reachState('purchase.sign-in.editing'),
    send: (charts) => to(charts, 'purchase/hold', 'hold.extend'),
    resend: (charts) => to(charts, 'purchase/hold', 'hold.extend'),
    repeat: (charts) => {
      charts.simulated.resolve('extendHold', { order, at: 0 });
      to(charts, 'purchase/hold', 'hold.extend');
    },
  },
  {
    call: 'extendOrder',
    id: 'retakeHold',
    reach: (charts) => {
      stateSetups['purchase.sign-in.editing']?.(charts);
      charts.simulated.fire('holdWarning');
    },
    send: ({ simulated }) => simulated.fire('holdDeadline'),
    resend: ({ simulated }) => simulated.fire('holdRetry'),
    repeat: ({ simulated }) => {
      simulated.resolve('retakeHold', { order, at: 0 });
      simulated.fire('holdWarning');
      simulated.fire('holdDeadline');
    },
  },
  {
    call: 'createOrderCoupon',
    id: 'applyCoupon',
    reach: reachState('purchase.payment.choosing'),
    send: coupon('coupon.apply'),
    repeat: (charts) => {
      charts.simulated.resolve('applyCoupon', { ...counted, coupon: spring });
      coupon('coupon.remove')(charts);
      charts.simulated.resolve('removeCoupon', counted);
      coupon('coupon.apply')(charts);
    },
  },
  {
    call: 'deleteOrderCoupon',
    id: 'removeCoupon',
    reach: (charts) => {
      stateSetups['purchase.payment.choosing']?.(charts);
      coupon('coupon.apply')(charts);
      charts.simulated.resolve('applyCoupon', { ...counted, coupon: spring });
    },
    send: coupon('coupon.remove'),
    repeat: (charts) => {
      charts.simulated.resolve('removeCoupon', counted);
      coupon('coupon.apply')(charts);
      charts.simulated.resolve('applyCoupon', { ...counted, coupon: spring });
      coupon('coupon.remove')(charts);
    },
  },
  {
    call: 'checkout',
    id: 'postCheckout',
    reach: reachState('purchase.confirm'),
    send: (charts) => to(charts, 'purchase', 'checkout.submit'),
    resend: queryOpenOrder,
  },
  {
    call: 'confirmCheckout',
    id: 'confirmPayment',
    reach: (charts) => {
      stateSetups['purchase.confirm']?.(charts);
      to(charts, 'purchase', 'checkout.submit');
      charts.simulated.resolve('postCheckout', challenge);
    },
    send: ({ simulated }) => simulated.resolve('showChallenge'),
    resend: (charts) => {
      to(charts, 'purchase/checkout', 'checkout.ask');
      charts.simulated.resolve('queryOutcome', { status: 'checking', token: 'order-1', retry_after: 1 });
    },
    repeat: (charts) => {
      charts.simulated.resolve('confirmPayment', { status: 'checking', retry_after: 1 });
      to(charts, 'purchase/checkout', 'checkout.ask');
      charts.simulated.resolve('queryOutcome', { status: 'checking', token: 'order-1', retry_after: 1 });
    },
  },
  {
    call: 'correctEmail',
    id: 'correctEmail',
    reach: (charts) => {
      stateSetups['purchase.complete']?.(charts);
      to(charts, 'purchase/correction', 'email.correct');
    },
    send: (charts) => to(charts, 'purchase/correction', 'email.submit', { email: customer.email }),
    resend: (charts) => to(charts, 'purchase/correction', 'email.submit', { email: customer.email }),
  },
  {
    call: 'putMailMagazine',
    id: 'stopMagazine',
    reach: (charts) => {
      page(charts, 'mail-release');
      charts.simulated.resolve('readMagazine', { email: 'h***@example.jp', is_active: true });
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
      charts.simulated.resolve('sendLinks', { accepted: true });
      to(charts, 'inquiry', 'inquiry.again');
      to(charts, 'inquiry', 'number.forgot');
      to(charts, 'inquiry', 'links.send', { email: customer.email });
    },
  },
  ...ticketWrites,
];
