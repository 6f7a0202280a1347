import { actorAt } from '@ticket-store/chart-tools/explore/simulated.ts';
import { pageRequested, type Screen } from '#machines/shared/screens.ts';
import type { CallName } from '#src/api/contract/index.ts';
import type { SiteRules } from '#src/domain/site.ts';
import { customer, order, setSoldOut, spring } from './answers.ts';
import { sites } from './plan-rows.ts';
import { changeSlots, oneAdult } from './sample-shop.ts';
import { chosen, ticketIn } from './sample-tickets.ts';
import { type Charts, stateSetups } from './shortcut.ts';

type Act = (charts: Charts) => void;

/** A write of the shop, sent as a visitor sends it. */
export type Write = {
  readonly call: CallName;
  /** The id of the actor that sends it. */
  readonly id: string;
  /** Goes to the state in which it can be sent. */
  readonly reach: Act;
  readonly send: Act;
  readonly site: SiteRules;
  /** Sends other content, where a visitor can after a lost reply. */
  readonly other?: Act;
};

type Where = Partial<Pick<Write, 'site' | 'other'>>;
const write = (call: CallName, id: string, reach: Act, send: Act, where: Where = {}): Write => ({
  ...{ call, id, reach, send, site: sites[0], ...where },
});

const does =
  (path: string, type: string, more: object = {}): Act =>
  ({ app }) =>
    actorAt(app, ['app', ...path.split('/')])?.send({ ...more, type });
const resolves =
  (actor: string, output: unknown): Act =>
  ({ simulated }) =>
    simulated.resolve(actor, output);
const fires =
  (timer: string): Act =>
  ({ simulated }) =>
    simulated.fire(timer);
const opens =
  (screen: Screen): Act =>
  ({ app }) =>
    app.send(pageRequested(screen, { token: 'ticket-1' }));
const all =
  (...acts: readonly (Act | undefined)[]): Act =>
  (charts) => {
    for (const act of acts) act?.(charts);
  };
const at = (state: string, ...acts: readonly Act[]): Act => all(stateSetups[state], ...acts);

const orders = does('purchase/order', 'order.submit');
const twoAdults = does('purchase/order', 'option.set', { line: { ...oneAdult, count: 2 } });
/** The order whose reply was lost is asked for first, where other tickets were chosen since. */
const heldNothing: Act = ({ simulated }) => {
  if (simulated.waiting().includes('app/purchase/order/reclaimOrder'))
    simulated.reject('reclaimOrder', setSoldOut.error);
};
const signIn = 'purchase.sign-in.editing';
const submits = does('purchase', 'customer.submit', { customer });
const submitsOther = does('purchase', 'customer.submit', { customer: { ...customer, email: 'taro@example.jp' } });
const coupon = (type: string) => does('purchase/payment/coupon', type, { code: spring.coupon_code });
const withCoupon = { ...order, customer_info: customer, coupon: spring };
const challenge = { status: 'requires_action', payment_intent_id: 'pi_1', client_secret: 's' };
const readsTicket = (screen: Screen, state: 'valid' | 'shared') =>
  all(opens(screen), resolves('readTicket', ticketIn(state)));
const toSend: Act = ({ toTicketPage }) => toTicketPage('send')('people.set', { part: { id: 'adult', count: 1 } });
const checks = does('send', 'send.check', { email: 'friend@visitor.example', note: '' });

export const writes: readonly Write[] = [
  write('createOrder', 'placeOrder', ({ choose }) => choose(), orders, { other: all(twoAdults, orders, heldNothing) }),
  write('putOrder', 'putCustomer', at(signIn), submits, { other: submitsOther }),
  write('createOrderMail', 'putCustomer', at(signIn), submits, { site: sites[1], other: submitsOther }),
  write(
    'createOrderMail',
    'resendOrderMail',
    at(signIn, submits, resolves('putCustomer', { sent_to: customer.email, at: 0 })),
    all(fires('resendPause'), does('purchase', 'mail.resend')),
    { site: sites[1] },
  ),
  write('deleteOrder', 'cancelOrder', at('purchase.payment.choosing'), does('purchase', 'order.cancel')),
  write('extendOrder', 'extendHold', at(signIn), does('purchase/hold', 'hold.extend')),
  write('extendOrder', 'retakeHold', at(signIn, fires('holdWarning')), fires('holdDeadline')),
  write('createOrderCoupon', 'changeCoupon', at('purchase.payment.choosing'), coupon('coupon.apply')),
  write(
    'deleteOrderCoupon',
    'changeCoupon',
    at('purchase.payment.choosing', coupon('coupon.apply'), resolves('changeCoupon', withCoupon)),
    coupon('coupon.remove'),
  ),
  write('checkout', 'postCheckout', at('purchase.confirm'), does('purchase', 'checkout.submit')),
  write(
    'confirmCheckout',
    'confirmPayment',
    at('purchase.confirm', does('purchase', 'checkout.submit'), resolves('postCheckout', challenge)),
    resolves('showChallenge', undefined),
  ),
  write(
    'correctEmail',
    'correctEmail',
    at('purchase.complete', does('purchase/correction', 'email.correct')),
    does('purchase/correction', 'email.submit', { email: customer.email }),
    { other: does('purchase/correction', 'email.submit', { email: 'taro@example.jp' }) },
  ),
  write(
    'putMailMagazine',
    'stopMagazine',
    all(opens('mail-release'), resolves('readMagazine', { email: 'h***@example.jp', is_active: true })),
    does('mail-release', 'magazine.stop'),
  ),
  write(
    'createReservationMail',
    'sendLinks',
    all(opens('reservation-inquiry'), does('inquiry', 'number.forgot')),
    does('inquiry', 'links.send', { email: customer.email }),
    { other: does('inquiry', 'links.send', { email: 'taro@example.jp' }) },
  ),
  write('shareTicket', 'shareTicket', readsTicket('share', 'valid'), does('share', 'share.make')),
  write('stopSharing', 'stopSharing', readsTicket('share', 'shared'), does('share', 'share.stop')),
  write('sendTicket', 'handOver', all(toSend, checks), does('send', 'send.submit')),
  write(
    'splitTicket',
    'handOver',
    all(toSend, does('send', 'way.choose', { way: 'link' }), checks),
    does('send', 'send.submit'),
  ),
  write('revokeTicket', 'revokeTicket', readsTicket('revoke', 'valid'), does('revoke', 'revoke.submit')),
  write(
    'refundTicket',
    'refundTicket',
    all(opens('ticket'), resolves('readTicket', chosen)),
    does('ticket', 'choice.refund'),
  ),
  write(
    'createChange',
    'changeDate',
    at(
      'changedate.changedate.choosing',
      does('changedate', 'timespan.choose', { timespan: changeSlots[2] }),
      does('changedate', 'date.check'),
    ),
    does('changedate', 'date.submit'),
  ),
  write('changeDate', 'changeDate', at('changedate.confirm.asking'), does('changedate', 'date.submit')),
];
