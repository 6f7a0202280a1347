import { attemptIdOf, orderIdOf } from '#server/payments/providers/gmo/order.ts';
import { type Attack, type Attacker, drawn, encodings, form, formTo, parts, pieces } from './hostile-attacks.ts';
import type { Victim } from './hostile-victims.ts';

type Fields = Readonly<Record<string, string>>;
const post = formTo('/webhooks/gmo');
const sent = (fields: Fields): Attack => post(form(Object.entries(fields)));

const orderIdIn = ({ attempt, orderId }: Victim): string => orderIdOf({ id: attempt?.id ?? orderId });

/** A result notice. GMO does not sign them, so any client can send one. */
const noticeOf = (victim: Victim, more: Fields = {}): Fields => ({
  ShopID: 'tshop00000001',
  ShopPass: '**********',
  AccessID: victim.attempt?.data?.access_id ?? '0'.repeat(32),
  AccessPass: '**********',
  OrderID: orderIdIn(victim),
  Status: 'CAPTURE',
  JobCd: 'CAPTURE',
  Amount: String(victim.price),
  Tax: '0',
  Currency: 'JPN',
  TranID: '1234567890123456789012345678',
  TranDate: '20261120120000',
  ErrCode: '',
  ErrInfo: '',
  PayType: victim.attempt?.method === 'gmo_paypay' ? '45' : '0',
  ...more,
});

const states = [
  'UNPROCESSED',
  'AUTHENTICATED',
  'PAYFAIL',
  'CANCEL',
  'VOID',
  'RETURN',
  'RETURNX',
  'EXPIRED',
  'REQSUCCESS',
];

/** Notices of GMO about events that never happened. */
export const gmoAttacks: Attacker = ({ shop, open, paid, other }) => {
  const notice = noticeOf(open);
  const names = Object.keys(notice);
  const whole = form(Object.entries(notice));
  const bodies = shop.sandbox.sandbox.ledger
    .all('gmo_trade')
    .map(({ order, accessId, amount }) =>
      form(Object.entries(noticeOf(paid, { OrderID: order, AccessID: accessId, Amount: String(amount) }))),
    );
  if (attemptIdOf(orderIdIn(paid)) === null) throw new Error('An OrderID leads back to its attempt.');
  return {
    claimed: [sent(notice), ...['SALES', 'AUTH', ...states].map((Status) => sent({ ...notice, Status }))],
    're-cut': drawn(pieces(Object.values(notice).join(''), names.length)).map((cut) =>
      sent({ ...Object.fromEntries(names.map((name, index) => [name, cut[index] ?? ''])), ShopID: 'tshop00000001' }),
    ),
    shifted: names.slice(1).map((name, index) => {
      const before = names[index] ?? name;
      return sent({
        ...notice,
        [before]: `${notice[before]}${notice[name]?.[0] ?? ''}`,
        [name]: notice[name]?.slice(1) ?? '',
      });
    }),
    truncated: [
      ...parts(whole).map(post),
      ...names.map((name) => sent(Object.fromEntries(Object.entries(notice).filter(([one]) => one !== name)))),
    ],
    reordered: [post(form(Object.entries(notice).toReversed()))],
    'duplicated fields': [
      post(`${whole}&${form([['OrderID', orderIdIn(paid)]])}`),
      post(`${form([['OrderID', orderIdIn(paid)]])}&${whole}`),
      post(`${whole}&Status=CAPTURE&Amount=1`),
    ],
    'unknown fields': [post(`${whole}&Paid=1`)],
    'another encoding': encodings(whole).map(post),
    "another order's": [
      sent({ ...notice, AccessID: paid.attempt?.data?.access_id ?? '' }),
      sent(noticeOf(paid, { OrderID: notice.OrderID ?? '' })),
      sent(noticeOf(other, { AccessID: notice.AccessID ?? '' })),
    ],
    "another shop's": ['tshop00000002', '', 'tshop00000001 ', 'TSHOP00000001'].map((ShopID) =>
      sent({ ...notice, ShopID }),
    ),
    'another amount': ['1', '0', '', String(open.price + 1000), `-${open.price}`].map((Amount) =>
      sent({ ...notice, Amount }),
    ),
    'another currency': [sent({ ...notice, Currency: 'USD' })],
    replayed: [...bodies.map(post), ...bodies.map(post)],
    'older state after newer': [paid, other].flatMap((victim) =>
      states.map((Status) => sent(noticeOf(victim, { Status, ErrInfo: 'G02' }))),
    ),
  };
};
