import * as v from 'valibot';
import { postToStripe } from './buyer.ts';
import { type Attack, type Attacker, drawn, encodings, parts, pieces } from './hostile-attacks.ts';
import type { Victim, Victims } from './hostile-victims.ts';
import { signatureOf as sign } from './stripe.ts';

const post = (body: Attack['body'] & {}, signature: string): Attack => ({
  path: '/webhooks/stripe',
  body,
  headers: { 'content-type': 'application/json', 'stripe-signature': signature },
});
const sent = (event: unknown): Attack => {
  const body = JSON.stringify(event);
  return post(body, sign(body));
};

type Intent = { id: string; metadata: Record<string, string>; [name: string]: unknown };

/** A payment of the same account and amount that another program made. */
const paidElsewhere = async (shop: Victims['shop'], amount: number): Promise<string> => {
  const fields = {
    amount: String(amount),
    currency: 'jpy',
    'allowed_payment_method_types[0]': 'card',
    payment_method: 'pm_card_visa',
    confirm: 'true',
    error_on_requires_action: 'true',
  };
  const made = await postToStripe(shop, 'payment_intents', fields, 'sk_test_sandbox');
  return v.parse(v.object({ id: v.string(), status: v.literal('succeeded') }), made).id;
};

const unpaid = ['payment_failed', 'canceled', 'processing', 'requires_action', 'created', 'amount_capturable_updated'];

/** Events of Stripe, correctly signed except those with a wrong signature. */
export const stripeAttacks: Attacker = async ({ shop, open, paid, other }) => {
  const { ledger } = shop.sandbox.sandbox;
  const foreign = await paidElsewhere(shop, Math.max(open.price, 100));
  const intentOf = ({ attempt, orderId, price }: Victim): Intent => ({
    id: ledger.all('payment_intent').find(({ metadata }) => metadata.attempt_id === attempt?.id)?.id ?? 'pi_unknown',
    object: 'payment_intent',
    amount: price,
    amount_received: price,
    currency: 'jpy',
    status: 'succeeded',
    metadata: { order_id: orderId, attempt_id: attempt?.id ?? orderId },
  });
  const event = (object: Intent, type = 'payment_intent.succeeded') => ({
    id: `evt_${crypto.randomUUID()}`,
    object: 'event',
    type,
    data: { object },
  });
  const [own, theirs, third] = [intentOf(open), intentOf(paid), intentOf(other)];
  const body = JSON.stringify(event(own));
  const signature = sign(body);
  return {
    claimed: [sent(event(own)), ...unpaid.map((type) => sent(event(own, `payment_intent.${type}`)))],
    're-cut': drawn(pieces(body, 4).filter(([one, two]) => one !== '' && two !== '')).map(
      ([one = '', two = '', ...rest]) => post([two, one, ...rest].join(''), signature),
    ),
    shifted: [post(` ${body}`, signature), post(`${body} `, signature), post(body.replace('":"', '": "'), signature)],
    truncated: [
      ...parts(body).map((part) => post(part, signature)),
      ...parts(signature).map((part) => post(body, part)),
    ],
    reordered: [
      post(JSON.stringify(Object.fromEntries(Object.entries(event(own)).toReversed())), signature),
      post(body, signature.split(',').toReversed().join(',').replace('v1=', 'v1=0')),
    ],
    'duplicated fields': [
      post(body.replace('{', '{"type":"payment_intent.succeeded",'), signature),
      post(body, `t=1,${signature.replace(/^t=\d+,/, '')}`),
      post(body, `${signature},t=1`),
    ],
    'unknown fields': [
      sent({ ...event(own), account: 'acct_other', paid: true }),
      ...['charge.refunded', 'refund.updated', 'charge.dispute.created', 'checkout.session.completed'].map((type) =>
        sent(event(theirs, type)),
      ),
    ],
    'another encoding': encodings(body).map((bytes) => post(bytes, signature)),
    'empty signature': ['', 't=,v1=', signature.replace(/v1=.*/, 'v1='), sign(body, { scheme: 'v0' })].map((one) =>
      post(body, one),
    ),
    "another order's": [
      sent(event({ ...own, id: theirs.id })),
      sent(event({ ...own, id: foreign })),
      sent(event({ ...theirs, id: own.id })),
      sent(event({ ...theirs, metadata: own.metadata })),
      sent(event({ ...own, metadata: { ...own.metadata, order_id: other.orderId } })),
      sent(event({ ...third, metadata: {} })),
    ],
    "another shop's": [
      post(body, sign(body, { secret: 'whsec_other' })),
      post(body, sign(body, { secret: '' })),
      sent(event({ ...own, id: 'pi_other_shop' })),
    ],
    'another amount': [1, 0, -1, open.price + 1000].map((amount) =>
      sent(event({ ...own, amount, amount_received: amount })),
    ),
    'another currency': ['usd', 'JPY', ''].map((currency) => sent(event({ ...own, currency }))),
    replayed: [
      ...ledger
        .all('event')
        .map((stored) => sent({ id: stored.id, object: 'event', type: stored.type, data: { object: own } })),
      post(body, sign(body, { age: 301 })),
      post(body, sign(body, { age: -400 })),
    ],
    'older state after newer': [theirs, third].flatMap((intent) =>
      unpaid.map((type) => sent(event({ ...intent, status: 'canceled' }, `payment_intent.${type}`))),
    ),
  };
};
