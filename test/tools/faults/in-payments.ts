import { inLane } from './fault.ts';

const result = 'server/providers/softbank/result.ts';
const stripe = 'server/providers/stripe/client.ts';

/** Faults by which a provider's notice has an effect that only a real payment may have. */
export const inPayments = inLane('hostile', [
  {
    name: 'a result whose repeated fields are not compared with the form',
    file: result,
    find: '  if (echoed) return echoed;\n',
    replace: '',
  },
  {
    name: 'a result whose amount is not compared with the form',
    file: result,
    find: 'echoedFields.find((name) => result[name]',
    replace: "echoedFields.find((name) => name !== 'amount' && result[name]",
  },
  {
    name: 'a result whose hash code is not compared',
    file: result,
    find: 'if (!isSameHash(',
    replace: 'if (fields.size === 0 && !isSameHash(',
  },
  {
    name: 'a result with a field twice',
    file: result,
    find: "    if (fields.has(name)) return { wrong: 'repeated' };\n",
    replace: '',
  },
  {
    name: 'a result with a field that the provider does not send',
    file: result,
    find: "if (!knownFields.has(name) && name !== 'sps_hashcode') return { wrong: 'unknown' };",
    replace: '',
  },
  {
    name: 'PayPay’s result believed without a look-up',
    file: 'server/providers/softbank/notice.ts',
    find: "  if (result.pay_method === 'alipay') return outcomeOf(result);\n",
    replace: '  return outcomeOf(result);\n',
  },
  {
    name: 'a provider’s payment that counts for a second order',
    file: 'server/payments/settle.ts',
    find: 'if (await isTaken(tx, attempt, outcome)) {',
    replace: 'if (outcome.kind === null && (await isTaken(tx, attempt, outcome))) {',
  },
  {
    name: 'an intent that was made for something else',
    file: stripe,
    find: 'attempt_id !== attempt.id || order_id !== attempt.order_id',
    replace: 'attempt_id === attempt.id && order_id !== attempt.order_id',
  },
  {
    name: 'an intent that Stripe does not know ends a payment',
    file: stripe,
    find: 'const isForeign = facts.isNotice === true &&',
    replace: 'const isForeign = facts.isNotice === undefined &&',
  },
  {
    name: 'an event whose signature is not checked',
    file: 'server/providers/stripe/adapter.ts',
    find: 'await Stripe.webhooks.constructEventAsync(Buffer.from(raw), signature, webhookSecret, tolerance)',
    replace: 'JSON.parse(Buffer.from(raw).toString())',
  },
  {
    name: 'a return from the bank that belongs to another card',
    file: 'server/providers/gmo/card.ts',
    find: 'if (facts.returned.MD === passes.AccessID)',
    replace: 'if (facts.returned.MD)',
  },
]);
