import type { Method } from '#src/domain/payment.ts';
import { answerBank, answerPage } from './pay.ts';
import {
  byCard,
  elsewhere,
  late,
  lostAnswer,
  noticeBeforeAnswer,
  noticeBeforeReturn,
  onPage,
  type Play,
  refusedThen,
  resentNotice,
  slowMoney,
  withFault,
} from './plays.ts';
import type { End, Scene } from './scene.ts';

/** The possible outcomes of a payment: the columns of the matrix. */
export const cases = [
  'success',
  'decline, then success',
  'cancel',
  'provider error',
  'return without storage',
  'notice before the return',
  'notice lost',
  'notice twice',
  'late after the hold',
  'late, and the seats are gone',
  'wrong amount',
  'bad signature',
] as const;
export type Case = (typeof cases)[number];

/** How a case is played with a method and how it ends, or why the method does not have it. */
export type Way = { play: Play; end: End } | { not: string };
type WaysOfMethod = Record<Case, Way>;

const to = (end: End) => (play: Play) => ({ play, end });
const paid = to({ status: 'paid', ledger: 'charged', state: 'purchase.complete', heading: 'complete_title' });
const unpaid = to({ status: 'open', ledger: 'empty', state: 'purchase.payment.choosing', heading: 'payment_title' });
const orderDialog = { state: 'purchase.order.choosing', heading: 'order_title', isDialog: true } as const;
const refunded = to({ status: 'open', ledger: 'refunded', ...orderDialog });
const tooLate = to({ status: 'refunded', ledger: 'refunded', ...orderDialog });
const over = to({ status: 'expired', ledger: 'empty', ...orderDialog });

const clickButton = (value: string) => (scene: Scene) => answerPage(scene.visitor, value);
const proved = (scene: Scene) => answerBank(scene.visitor, 'complete');

/** Cases of every method with a provider's page. */
const onPages = {
  success: paid(onPage('success')),
  'decline, then success': paid(refusedThen(onPage('decline'), onPage('success'))),
  cancel: unpaid(onPage('cancel')),
  'provider error': unpaid(onPage('error')),
  'return without storage': paid(elsewhere('success')),
  'notice before the return': paid(noticeBeforeReturn),
  'notice lost': paid(withFault(onPage('success'), 'webhooks', 'lost')),
  'notice twice': paid(withFault(onPage('success'), 'webhooks', 'duplicate')),
  'wrong amount': refunded(onPage('wrong_amount')),
};

/** Pages that stay open after the hold: a payment there is honoured or refunded. */
const openPages = {
  'late after the hold': paid(late(clickButton('success'))),
  'late, and the seats are gone': tooLate(late(clickButton('success'), true)),
};

/** Cases of every card method. */
const cards = {
  success: paid(byCard),
  'decline, then success': paid(refusedThen((scene) => scene.pay('declined'), byCard)),
};

const create = 'payment_intents.create';
const stripeCards = {
  ...cards,
  'provider error': paid(withFault(byCard, create, 'unavailable', 2)),
  'return without storage': { not: 'The browser never leaves the shop.' },
  'notice before the return': paid(noticeBeforeAnswer(create)),
  'notice lost': paid(withFault(byCard, 'webhooks', 'lost')),
  'notice twice': paid(withFault(byCard, 'webhooks', 'duplicate')),
  'late after the hold': paid(slowMoney(withFault(byCard, create, 'processing', 1))),
  'wrong amount': refunded(withFault(byCard, create, 'wrong_amount', 1)),
  'bad signature': paid(withFault(byCard, 'webhooks', 'bad_signature')),
};

const unsigned = { not: 'GMO’s notices carry no signature: they only make the shop query the payment.' };
const unreported = { not: 'SB Payment Service sends no notices for cards: its response is the result.' };
const signedAmount = { not: 'The amount is signed with the form; a result with another one is rejected and logged.' };
const heldSeats = { not: 'Seats stay held while a response or payment is pending; nothing else stays open.' };
/** All cases alike. */
const every = (way: Way) => Object.fromEntries(cases.map((name) => [name, way])) as WaysOfMethod;

/** Each method in each case. */
export const ways: Record<Method, WaysOfMethod> = {
  stripe_secure: {
    ...stripeCards,
    cancel: unpaid(async (scene) => {
      await scene.pay('challenged');
      await answerBank(scene.visitor, 'cancel');
    }),
    'late, and the seats are gone': over(late(proved, true, 'challenged')),
  },
  stripe: {
    ...stripeCards,
    cancel: { not: 'One call pays: there is no page on which to cancel.' },
    'late, and the seats are gone': heldSeats,
  },
  alipay: {
    ...onPages,
    'late after the hold': paid(slowMoney(onPage('late'))),
    // Stripe closes the page together with the order.
    'late, and the seats are gone': over(late(clickButton('success'), true)),
    'bad signature': paid(withFault(onPage('success'), 'webhooks', 'bad_signature')),
  },
  gmo: {
    ...cards,
    cancel: unpaid(onPage('U', 'challenged')),
    'provider error': paid(withFault(byCard, 'gmo.ExecTran', 'error500', 1)),
    'return without storage': paid(elsewhere('Y', 'challenged')),
    'notice before the return': paid(noticeBeforeAnswer('gmo.ExecTran')),
    'notice lost': paid(withFault(byCard, 'webhooks', 'lost')),
    'notice twice': paid(withFault(byCard, 'webhooks', 'duplicate')),
    // After the bank's page only our own call charges, and it is no longer made.
    'late after the hold': unpaid(late(clickButton('Y'), false, 'challenged')),
    'late, and the seats are gone': over(late(clickButton('Y'), true, 'challenged')),
    'wrong amount': refunded(withFault(byCard, 'gmo.ExecTran', 'wrong_amount', 1)),
    'bad signature': unsigned,
  },
  gmo_paypay: { ...onPages, ...openPages, 'bad signature': unsigned },
  softbank_credit: {
    ...cards,
    cancel: { not: 'Two calls pay: there is no page on which to cancel.' },
    'provider error': unpaid(withFault(byCard, 'softbank.authorise', 'error500', 1)),
    'return without storage': { not: 'The browser never leaves the shop.' },
    'notice before the return': unreported,
    'notice lost': unreported,
    'notice twice': unreported,
    'late after the hold': paid(lostAnswer('softbank.commit', 'softbank.lookup')),
    'late, and the seats are gone': heldSeats,
    'wrong amount': { not: 'Its responses contain no amount.' },
    'bad signature': unreported,
  },
  softbank_paypay: {
    ...onPages,
    ...openPages,
    'wrong amount': signedAmount,
    'bad signature': paid(onPage('bad_hash')),
  },
  softbank_alipay: {
    ...onPages,
    ...openPages,
    'wrong amount': signedAmount,
    'notice lost': paid(resentNotice(onPage('never'))),
    'bad signature': paid(resentNotice(onPage('bad_hash'))),
  },
  free: { ...every({ not: 'Nothing is paid, and no provider is involved.' }), success: paid(byCard) },
};
