import { type CallName, contract } from 'ticket-store/src/api/contract/index.ts';
import { newKey } from 'ticket-store/test/api/kit/buyer.ts';
import type { Answer } from 'ticket-store/test/api/kit/call.ts';
import type { Context } from './context.ts';
import { wayOf } from './invariants.ts';
import { Broken, must, type Section, same } from './requirement.ts';

/** A write, another body for the same call if it has one, and a measure of its effect. */
type Write = {
  call: CallName;
  sent: { params?: Record<string, string>; body?: unknown };
  other?: unknown;
  /** A number or text that a second effect would change. */
  effect: () => Promise<unknown>;
  /** The value of `effect` after exactly one effect. */
  once: unknown;
};

const codeOf = ({ status, text }: Answer): string => (status < 400 ? '' : String(Object(JSON.parse(text)).code));

/** The writes that need no payment, each made for itself. */
const writes: ((context: Context) => Promise<Write>)[] = [
  async (context) => {
    const { span, product } = await context.roomy();
    const body = await context.bodyOf({ span, product }, { people: 1 });
    const other = {
      ...body,
      lang: (await context.langs()).find((lang) => lang !== body.lang) ?? body.lang,
      set_products: [{ id: 'other', count: 1 }],
    };
    const before = await context.remaining(span.id);
    const effect = async () => before - (await context.remaining(span.id));
    return { call: 'createOrder', sent: { body }, other, effect, once: body.quantity };
  },
  async (context) => {
    const { token, order } = await context.hold(1);
    const effect = async () => (await context.call('getOrder', { params: { token } })).extensions_left;
    return { call: 'extendOrder', sent: { params: { token } }, effect, once: order.extensions_left - 1 };
  },
  async (context) => {
    const { token } = await context.hold(1);
    const body = await context.customer();
    const effect = async () => (await context.call('getOrder', { params: { token } })).customer_info;
    const other = { ...body, mail_magazine: 'true', fullname: 'Other' };
    return { call: 'putOrder', sent: { params: { token }, body }, other, effect, once: body };
  },
  async (context) => {
    const { token, order } = await context.hold(1);
    const coupon = context.options.coupon ?? 'NO-SUCH-COUPON';
    const effect = async () => (await context.call('getOrder', { params: { token } })).price < order.price;
    const once = context.options.coupon !== undefined;
    const sent = { params: { token }, body: { coupon } };
    return { call: 'createOrderCoupon', sent, other: { coupon: 'OTHER' }, effect, once };
  },
  async (context) => {
    const { token } = await context.hold(1);
    const effect = async () => (await context.call('getOrder', { params: { token } })).status;
    return { call: 'deleteOrder', sent: { params: { token } }, effect, once: 'cancelled' };
  },
];

const send = async (context: Context, { call, sent }: Write, key: string): Promise<Answer> => {
  const answer = await context.send(call, { ...sent, key });
  if (call === 'createOrder' && answer.status === 200) context.taken.add(JSON.parse(answer.text).order_token);
  return answer;
};

/** Retries while the response is "still running", which must state a Retry-After. */
const sendThrough = async (context: Context, write: Write, key: string): Promise<Answer> => {
  const until = performance.now() + 20_000;
  for (;;) {
    const answer = await send(context, write, key);
    if (codeOf(answer) !== 'in_flight' || performance.now() > until) return answer;
    const wait = answer.headers.get('retry-after');
    const isRight = answer.status === 409 && Number(wait) > 0;
    must('Retry-After of in_flight', isRight, [answer.status, wait], '409, and seconds');
  }
};

/** Checks each write. Throws Broken with the write's name in front. */
const each = (look: (context: Context, write: Write, key: string) => Promise<void>) => async (context: Context) => {
  for (const make of writes) {
    const write = await make(context);
    try {
      await look(context, write, newKey());
    } catch (thrown) {
      if (!(thrown instanceof Broken)) throw thrown;
      throw new Broken({ ...thrown.difference, where: `${wayOf(contract[write.call])}: ${thrown.difference.where}` });
    }
  }
};

const statusAndText = ({ status, text }: Answer) => ({ status, text });

export const keys: Section = {
  // docs/architecture.md#bar-idempotent-writes
  title: 'Idempotency-Key',
  requirements: [
    {
      id: 'keys.twice',
      description: 'a write sent twice with one key, quoted or bare, has one effect and the same response',
      check: each(async (context, write, key) => {
        const first = await sendThrough(context, write, key);
        const second = await sendThrough(context, write, key);
        same('second answer', statusAndText(second), statusAndText(first));
        const bare = await context.send(write.call, { ...write.sent, headers: { 'idempotency-key': key } });
        same('answer to the bare key', statusAndText(bare), statusAndText(first));
        same('effect', await write.effect(), write.once);
      }),
    },
    {
      id: 'keys.at-once',
      description:
        'a write sent ten times at once with one key has one effect and one response; while it runs 409 in_flight with Retry-After',
      check: each(async (context, write, key) => {
        const answers = await Promise.all(Array.from({ length: 10 }, () => sendThrough(context, write, key)));
        same('different answers', [...new Set(answers.map(({ text }) => text))], [answers[0]?.text]);
        same('effect', await write.effect(), write.once);
      }),
    },
    {
      id: 'keys.other-body',
      description: 'the key of one request sent with another body is rejected: 422 idempotency_key_reused',
      check: each(async (context, write, key) => {
        if (write.other === undefined) return;
        await sendThrough(context, write, key);
        const refused = await send(context, { ...write, sent: { ...write.sent, body: write.other } }, key);
        same('refusal', [refused.status, codeOf(refused)], [422, 'idempotency_key_reused']);
        same('effect', await write.effect(), write.once);
      }),
    },
    {
      id: 'keys.odd',
      description:
        'an invalid key (too short for 128 bits, over 255 characters, with a space) is rejected by name, without any effect',
      check: async (context) => {
        const { span, product } = await context.roomy();
        const body = await context.bodyOf({ span, product });
        const before = await context.remaining(span.id);
        const weak = ['short', '0123456789abcdef0123456789abcde', 'V1StGXR8_Z5jdHi6B-myT'];
        for (const key of [...weak, 'with a space and 128 bits or more', 'x'.repeat(256)]) {
          const refused = await context.refused('createOrder', { body, headers: { 'idempotency-key': key } });
          same(key.slice(0, 20), [refused.status, refused.fields], [400, ['idempotency-key']]);
        }
        same('seats left', await context.remaining(span.id), before);
      },
    },
  ],
};
