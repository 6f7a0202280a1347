import { createHash } from 'node:crypto';
import { type Attack, type Attacker, drawn, encodings, form, formTo, parts, pieces } from './hostile-attacks.ts';
import type { Victim } from './hostile-victims.ts';
import { resultNames, type SignedForm, signedText } from './recut.ts';

/** The hash key of the sandbox's shop, which a hostile provider knows. */
const hashKey = '5b1f0e6c0000000000000000000000000sandbox';
const hash = (values: readonly string[], key = hashKey) =>
  createHash('sha1')
    .update(values.map((value) => value.trim()).join('') + key)
    .digest('hex');

type Fields = Readonly<Record<string, string>>;
const stamp = (ms: number) => new Date(ms + 9 * 3_600_000).toISOString().replace(/\D/g, '').slice(0, 14);

const post = formTo('/webhooks/softbank');
const ordered = (fields: Fields): string[] => resultNames.map((name) => fields[name] ?? '');
const sent = (fields: Fields, code = hash(ordered(fields))): Attack =>
  post(form([...Object.entries(fields), ['sps_hashcode', code]]));

/** The body of a result that is signed with a key. */
export const signedBody = (fields: Fields, key: string): string =>
  form([...Object.entries(fields), ['sps_hashcode', hash(ordered(fields), key)]]);

/** The form that an order's browser sent, or what it would be for a method without one. */
const formOf = ({ form: fields, attempt, orderId, price }: Victim): SignedForm => {
  if (fields.sps_hashcode) return fields;
  const request = {
    pay_method: 'alipay',
    merchant_id: '30132',
    service_id: '103',
    cust_code: orderId,
    order_id: attempt?.id ?? orderId,
    item_id: 'ticket',
    item_name: 'Ticket',
    amount: String(price),
    pay_type: '0',
    service_type: '0',
    terminal_type: '0',
    success_url: 'https://shop.example/OK12345678901234',
    request_date: stamp(Date.now()),
    limit_second: '600',
  };
  return { ...request, sps_hashcode: hash(Object.values(request)) };
};

/** A result for a form, as the provider would send it. */
export const resultOf = (request: SignedForm, own: Fields = {}): Record<string, string> => {
  const now = stamp(Date.now());
  const answer: Fields = {
    res_pay_method: request.pay_method ?? '',
    res_result: 'OK',
    res_tracking_id: '99999999999999',
    res_payment_date: now,
    res_date: now,
    ...own,
  };
  const names = resultNames.filter((name) => !name.startsWith('dtl_'));
  return Object.fromEntries(names.map((name) => [name, answer[name] ?? request[name] ?? '']));
};

/** A result that was signed with the key, whatever it says. */
export const signedResult = (own: Fields): Attack => {
  const request = { pay_method: 'alipay', merchant_id: '30132', service_id: '103', amount: '100' };
  return sent({ ...resultOf(request), ...own });
};

/** Moves one character across the border between two fields: the hash code still matches. */
const shifted = (fields: Fields): Fields[] => {
  const names = resultNames.filter((name) => name in fields);
  return names.slice(1).flatMap((name, index) => {
    const before = names[index] ?? name;
    const [left = '', right = ''] = [fields[before], fields[name]];
    return [
      ...(right ? [{ ...fields, [before]: left + right[0], [name]: right.slice(1) }] : []),
      ...(left ? [{ ...fields, [before]: left.slice(0, -1), [name]: left.slice(-1) + right }] : []),
    ];
  });
};

/** Swaps the values of two fields. */
const swapped = (fields: Fields): Fields[] => {
  const names = Object.keys(fields).filter((name) => fields[name]);
  return names.slice(1).flatMap((name, index) => {
    const before = names[index] ?? name;
    const changed = { ...fields, [before]: fields[name] ?? '', [name]: fields[before] ?? '' };
    return fields[before] === fields[name] ? [] : [changed];
  });
};

const refusals: Fields[] = [
  { res_result: 'NG', res_err_code: '51022999', res_payment_date: '' },
  { res_result: 'CN', res_payment_date: '' },
];

/** Results of wallets: forged from the buyer's own form, or signed with the key although the event never happened. */
export const softbankAttacks: Attacker = ({ shop, method, open, paid, other }) => {
  const request = formOf(open);
  const result = resultOf(request);
  const theirs = resultOf(formOf(paid), { res_tracking_id: paid.attempt?.provider_id ?? '' });
  const more = (fields: Fields) => sent({ ...result, ...fields });
  /* A signed result for a pending Alipay payment cannot be verified, because Alipay cannot be queried; all other methods can. */
  const isAskable = method !== 'softbank_alipay';
  const bodies = shop.sandbox.sandbox.ledger.all('softbank_notice').map(({ body }) => body);
  const whole = form([...Object.entries(result), ['sps_hashcode', hash(ordered(result))]]);
  const elsewhere = formOf(other);
  const known = paid.attempt?.provider_id;
  return {
    claimed: isAskable ? [sent(result), ...refusals.map(more)] : [],
    're-cut': drawn(pieces(signedText(request), resultNames.length)).map((cut) =>
      sent(Object.fromEntries(resultNames.map((name, index) => [name, cut[index] ?? ''])), request.sps_hashcode),
    ),
    shifted: shifted(result).map((fields) => sent(fields, hash(ordered(result)))),
    truncated: [
      ...parts(whole).map(post),
      ...Object.keys(result).map((name) =>
        sent(Object.fromEntries(Object.entries(result).filter(([one]) => one !== name))),
      ),
    ],
    reordered: [
      ...swapped(result).map((fields) => sent(fields)),
      sent(result, hash(ordered(result).toReversed())),
      sent(result, hash(ordered(result).toSorted())),
    ],
    'duplicated fields': Object.entries(result).map(([name, value]) => post(`${whole}&${form([[name, value]])}`)),
    'unknown fields': [
      post(`${whole}&state=paid`),
      post(`${whole}&RES_RESULT=OK`),
      more({ dtl_rowno: '1' }),
      post(`${whole}&=`),
    ],
    'another encoding': encodings(whole).map(post),
    'empty signature': [
      sent(result, ''),
      sent(result, hash(ordered(result), '')),
      sent(result, '0'.repeat(40)),
      post(form(Object.entries(result))),
    ],
    "another order's": [
      more({ cust_code: other.orderId }),
      more({ order_id: other.attempt?.id ?? '' }),
      more({ request_date: stamp(Date.now() - 3_600_000) }),
      sent(resultOf(elsewhere, { order_id: request.order_id ?? '' })),
      sent(resultOf(elsewhere, { cust_code: request.cust_code ?? '' })),
      ...(known ? [more({ res_tracking_id: known })] : []),
    ],
    "another shop's": [
      more({ merchant_id: '30133' }),
      more({ service_id: '104' }),
      sent({ ...result, merchant_id: '00000', service_id: '001' }, hash(ordered(result), 'f'.repeat(40))),
      sent(result, hash(ordered(result), 'f'.repeat(40))),
    ],
    'another amount': ['1', '0', '', `0${open.price}`, `${open.price}.0`, `-${open.price}`, String(open.price + 1000)]
      .filter((amount) => amount !== String(open.price))
      .map((amount) => more({ amount })),
    'another currency': [
      more({ tax: '100' }),
      more({ free1: 'USD' }),
      ...(isAskable ? [more({ res_payinfo_key: 'USD' })] : []),
    ],
    replayed: [...bodies.map(post), ...bodies.map(post)],
    'older state after newer': refusals.map((refusal) =>
      sent({ ...theirs, ...refusal, res_date: theirs.request_date ?? '' }),
    ),
  };
};
