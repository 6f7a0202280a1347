import { createOrderCoupon } from '#src/api/contract/coupons.ts';
import { putOrder } from '#src/api/contract/customers.ts';
import { deleteOrder, extendOrder } from '#src/api/contract/holds.ts';
import { createOrder, getOrder } from '#src/api/contract/orders.ts';
import type { Endpoint } from '#src/api/endpoint.ts';
import { newKey } from '../kit/buyer.ts';
import type { Answer } from '../kit/shop.ts';
import { wayOf } from './laws.ts';
import { Broken, must, type Section, same } from './requirement.ts';
import type { World } from './world.ts';

/** A write, another body for the same call if it has one, and a measure of its effect. */
type Write = {
  endpoint: Endpoint;
  params?: Record<string, string>;
  body?: unknown;
  other?: unknown;
  /** A number or text that a second effect would change. */
  effect: () => Promise<unknown>;
  /** The value of `effect` after exactly one effect. */
  once: unknown;
};

const codeOf = ({ status, text }: Answer): string => (status < 400 ? '' : String(Object(JSON.parse(text)).code));

/** The writes that need no payment, each made anew. */
const writes: ((world: World) => Promise<Write>)[] = [
  async (world) => {
    const { span, product } = await world.roomy();
    const body = await world.bodyOf({ span, product }, { people: 1 });
    const other = {
      ...body,
      lang: (await world.langs()).find((lang) => lang !== body.lang) ?? body.lang,
      set_products: [{ id: 'other', count: 1 }],
    };
    const before = await world.remaining(span.id);
    const effect = async () => before - (await world.remaining(span.id));
    return { endpoint: createOrder, body, other, effect, once: body.quantity };
  },
  async (world) => {
    const { token, order } = await world.hold(1);
    const effect = async () => (await world.ask(getOrder, { params: { token } })).extensions_left;
    return { endpoint: extendOrder, params: { token }, effect, once: order.extensions_left - 1 };
  },
  async (world) => {
    const { token } = await world.hold(1);
    const body = await world.customer();
    const effect = async () => (await world.ask(getOrder, { params: { token } })).customer_info;
    return {
      endpoint: putOrder,
      params: { token },
      body,
      other: { ...body, mail_magazine: 'true', fullname: 'Other' },
      effect,
      once: body,
    };
  },
  async (world) => {
    const { token, order } = await world.hold(1);
    const coupon = world.given.coupon ?? 'NO-SUCH-COUPON';
    const effect = async () => (await world.ask(getOrder, { params: { token } })).price < order.price;
    const once = world.given.coupon !== undefined;
    return {
      endpoint: createOrderCoupon,
      params: { token },
      body: { coupon },
      other: { coupon: 'OTHER' },
      effect,
      once,
    };
  },
  async (world) => {
    const { token } = await world.hold(1);
    const effect = async () => (await world.ask(getOrder, { params: { token } })).status;
    return { endpoint: deleteOrder, params: { token }, effect, once: 'cancelled' };
  },
];

const send = async (world: World, { endpoint, params, body }: Write, key?: string): Promise<Answer> => {
  const answer = await world.send(endpoint, {
    ...(params && { params }),
    ...(body !== undefined && { body }),
    ...(key && { key }),
  });
  if (endpoint === createOrder && answer.status === 200) world.taken.add(JSON.parse(answer.text).order_token);
  return answer;
};

/** Retries while the response is "still running", which must state a Retry-After. */
const sendThrough = async (world: World, write: Write, key: string): Promise<Answer> => {
  const until = performance.now() + 20_000;
  for (;;) {
    const answer = await send(world, write, key);
    if (codeOf(answer) !== 'in_flight' || performance.now() > until) return answer;
    const wait = answer.headers.get('retry-after');
    must(
      'Retry-After of in_flight',
      answer.status === 409 && Number(wait) > 0,
      [answer.status, wait],
      '409, and seconds',
    );
  }
};

/** Checks each write. Throws Broken with the write's name in front. */
const each = (look: (world: World, write: Write, key: string) => Promise<void>) => async (world: World) => {
  for (const make of writes) {
    const write = await make(world);
    try {
      await look(world, write, newKey());
    } catch (thrown) {
      if (!(thrown instanceof Broken)) throw thrown;
      throw new Broken({ ...thrown.difference, where: `${wayOf(write.endpoint)}: ${thrown.difference.where}` });
    }
  }
};

const told = ({ status, text }: Answer) => ({ status, text });

/** Four bits less than a key must have. */
const weakHex = '0123456789abcdef0123456789abcde';

export const keys: Section = {
  // docs/architecture.md#bar-idempotent-writes
  title: 'Idempotency-Key',
  requirements: [
    {
      id: 'keys.twice',
      says: 'a write sent twice with one key, quoted or bare, is done once and answered the same',
      check: each(async (world, write, key) => {
        const first = await sendThrough(world, write, key);
        const second = await sendThrough(world, write, key);
        same('second answer', told(second), told(first));
        const { endpoint, params, body } = write;
        const bare = await world.send(endpoint, {
          ...(params && { params }),
          ...(body !== undefined && { body }),
          headers: { 'idempotency-key': key },
        });
        same('answer to the bare key', told(bare), told(first));
        same('effect', await write.effect(), write.once);
      }),
    },
    {
      id: 'keys.at-once',
      says: 'a write sent ten times at once with one key is done once and answered the same; while it runs 409 in_flight with Retry-After',
      check: each(async (world, write, key) => {
        const answers = await Promise.all(Array.from({ length: 10 }, () => sendThrough(world, write, key)));
        same('different answers', [...new Set(answers.map(({ text }) => text))], [answers[0]?.text]);
        same('effect', await write.effect(), write.once);
      }),
    },
    {
      id: 'keys.other-body',
      says: 'the key of one request sent with another body is refused: 422 idempotency_key_reused',
      check: each(async (world, write, key) => {
        if (write.other === undefined) return;
        await sendThrough(world, write, key);
        const refused = await send(world, { ...write, body: write.other }, key);
        same('refusal', [refused.status, codeOf(refused)], [422, 'idempotency_key_reused']);
        same('effect', await write.effect(), write.once);
      }),
    },
    {
      id: 'keys.odd',
      says: 'a key that is none (too short for 128 bits, over 255 signs, with a space) is refused by name and nothing is done',
      check: async (world) => {
        const { span, product } = await world.roomy();
        const body = await world.bodyOf({ span, product });
        const before = await world.remaining(span.id);
        for (const key of [
          'short',
          weakHex,
          'V1StGXR8_Z5jdHi6B-myT',
          'with a space and 128 bits or more',
          'x'.repeat(256),
        ]) {
          const refused = await world.refused(createOrder, { body, headers: { 'idempotency-key': key } });
          same(key.slice(0, 20), [refused.status, refused.fields], [400, ['idempotency-key']]);
        }
        same('seats left', await world.remaining(span.id), before);
      },
    },
    {
      id: 'keys.none',
      says: 'without a key a write is done each time it is asked for',
      check: async (world) => {
        const { span, product } = await world.roomy();
        const body = await world.bodyOf({ span, product }, { people: 1 });
        const tokens = new Set<string>();
        for (const _ of [1, 2]) {
          const { order_token } = await world.ask(createOrder, { body });
          world.taken.add(order_token);
          tokens.add(order_token);
        }
        same('orders', tokens.size, 2);
      },
    },
  ],
};
