import { describe, expect, it } from 'vitest';
import { gmoAttempt, gmoFacts, openGmo } from './card.fixture.ts';
import { createGmo } from './card.ts';
import { orderIdOf } from './order.ts';
import { createGmoPaypay } from './paypay.ts';

const order = orderIdOf(gmoAttempt());
const shop = 'ShopID=tshop00000001&ShopPass=secret';
const passes = 'AccessID=a1&AccessPass=p1';
const entry = `${shop}&OrderID=${order}&JobCd=CAPTURE&Amount=3800&TdFlag=2&TdTenantName=`;
const exec = `${passes}&OrderID=${order}&Method=1&Token=tok1&RetUrl=https%3A%2F%2Fshop.example%2Fback%3Fr%3Dref&CallbackType=3&ClientField1=${gmoAttempt().order_id}`;
const found = (status: string, amount = 3800) => `OrderID=${order}&Status=${status}&${passes}&Amount=${amount}&Tax=0`;
const away = { kind: 'redirect', redirect: { url: 'https://bank.example/a?x=1&t=2', method: 'GET', fields: {} } };
const atBank = {
  state: 'requires_action',
  token: 'tok1',
  data: { access_id: 'a1', url: 'https://bank.example/a' },
} as const;
const back = (more: Record<string, string>) => ({ ...gmoFacts, returned: { MD: 'a1', ...more } });

describe('a card payment by GMO', () => {
  it('is entered, charged and looked up with the fields of the protocol', async () => {
    const { options, calls } = await openGmo([passes, `ACS=0&OrderID=${order}&Approve=1`, found('CAPTURE')]);
    const outcome = await createGmo(options).start(gmoAttempt(), gmoFacts);
    expect(outcome).toEqual({
      kind: 'paid',
      providerId: 'a1',
      amount: 3800,
      currency: 'jpy',
      data: { access_id: 'a1', access_pass: 'p1' },
    });
    expect(calls.map(({ name, body }) => [name, body])).toEqual([
      ['EntryTran', entry],
      ['ExecTran', exec],
      ['SearchTrade', `${shop}&OrderID=${order}`],
    ]);
  });

  it('redirects to the bank if ACS is 2', async () => {
    const { options } = await openGmo([passes, 'ACS=2&RedirectUrl=https://bank.example/a?x=1&t=2']);
    expect(await createGmo(options).start(gmoAttempt(), gmoFacts)).toMatchObject(away);
  });

  it('that was entered before is looked up and not charged by start', async () => {
    const { options, calls } = await openGmo(['ErrCode=E01&ErrInfo=E01040010', found('UNPROCESSED')]);
    expect(await createGmo(options).start(gmoAttempt(), gmoFacts)).toMatchObject({ kind: 'unknown' });
    expect(calls.map(({ name }) => name)).toEqual(['EntryTran', 'SearchTrade']);
  });

  it.each([
    ['42G020000', 'declined'],
    ['E91099999', 'unknown'],
    ['E90010001', 'unknown'],
  ])('answered with %s is %s while the ledger has no charge', async (info, kind) => {
    const { options } = await openGmo([passes, `ErrCode=X&ErrInfo=${info}`, found('UNPROCESSED')]);
    expect(await createGmo(options).start(gmoAttempt(), gmoFacts)).toMatchObject({ kind });
  });

  it.each([
    ['another OrderID', found('CAPTURE').replace(order, '0'.repeat(25))],
    ['another AccessID', found('CAPTURE').replace('AccessID=a1', 'AccessID=a2')],
    ['no sum', found('CAPTURE').replace('Amount=3800', 'Amount=')],
  ])('is not paid by a search that answers with %s', async (_, line) => {
    const { options, logged } = await openGmo([line]);
    expect(await createGmo(options).poll(gmoAttempt(atBank), gmoFacts)).toEqual({ kind: 'unknown' });
    expect(logged).toContainEqual(['error', 'gmo_search_differs', { order: gmoAttempt().order_id }]);
  });

  it('with another amount in the ledger reports that amount', async () => {
    const { options } = await openGmo([found('CAPTURE', 4800)]);
    expect(await createGmo(options).poll(gmoAttempt(), gmoFacts)).toMatchObject({ kind: 'paid', amount: 4800 });
  });

  it('that may still be in flight is neither sent again nor cancelled', async () => {
    const { options, calls } = await openGmo([found('UNPROCESSED'), found('UNPROCESSED')]);
    const adapter = createGmo(options);
    expect(await adapter.poll(gmoAttempt(), gmoFacts)).toMatchObject({ kind: 'unknown', answered: true });
    expect(await adapter.cancel(gmoAttempt(), gmoFacts)).toMatchObject({ kind: 'unknown', answered: true });
    expect(calls.map(({ name }) => name)).toEqual(['SearchTrade', 'SearchTrade']);
  });

  it.each(['declined', 'cancelled'] as const)('that is %s is never charged by polling', async (state) => {
    const { options, calls } = await openGmo([found('UNPROCESSED')]);
    const outcome = await createGmo(options).poll(gmoAttempt({ state, data: { step: 'unheard' } }), back({}));
    expect(outcome).toMatchObject({ kind: 'unknown' });
    expect(calls).toHaveLength(1);
  });
});

describe('the identity check', () => {
  it.each([
    ['Y', ['SearchTrade', 'Tds2Auth', 'SecureTran2', 'SearchTrade'], 'paid'],
    ['A', ['SearchTrade', 'Tds2Auth', 'SecureTran2', 'SearchTrade'], 'paid'],
    ['N', ['SearchTrade', 'Tds2Auth', 'SearchTrade'], 'declined'],
    ['U', ['SearchTrade', 'Tds2Auth', 'SearchTrade'], 'declined'],
    ['R', ['SearchTrade', 'Tds2Auth', 'SearchTrade'], 'declined'],
  ])('answered %s: %j', async (letter, names, kind) => {
    const settled = kind === 'paid' ? ['ACS=0', found('CAPTURE')] : [found('AUTHENTICATED')];
    const { options, calls } = await openGmo([found('AUTHENTICATED'), `Tds2TransResult=${letter}`, ...settled]);
    const facts = back({ event: '3DSMethodFinished', param: 'par' });
    expect(await createGmo(options).poll(gmoAttempt(atBank), facts)).toMatchObject({ kind });
    expect(calls.map(({ name }) => name)).toEqual(names);
    expect(calls[1]?.body).toBe(`${passes}&Tds2Param=par`);
  });

  it('redirects to the bank’s own page', async () => {
    const line = 'Tds2TransResult=C&ChallengeUrl=https://bank.example/c?a=1&b=2';
    const { options } = await openGmo([found('AUTHENTICATED'), line]);
    const outcome = await createGmo(options).poll(gmoAttempt(atBank), back({ event: '3DSMethodSkipped', param: 'p' }));
    expect(outcome).toMatchObject({
      kind: 'redirect',
      next: true,
      redirect: { url: 'https://bank.example/c?a=1&b=2' },
    });
  });

  it.each([
    ['AuthResultReady', ['SearchTrade', 'Tds2Result', 'SecureTran2', 'SearchTrade']],
    ['', ['SearchTrade', 'SecureTran2', 'SearchTrade']],
  ])('is completed by event "%s"', async (event, names) => {
    const result = event ? ['Tds2TransResult=Y'] : [];
    const { options, calls } = await openGmo([found('AUTHENTICATED'), ...result, 'ACS=0', found('CAPTURE')]);
    let done: string[] = [];
    const namesOf = () => calls.map(({ name }) => name);
    const save = async () => {
      done = namesOf();
    };
    const facts = { ...back(event ? { event } : {}), save };
    expect(await createGmo(options).poll(gmoAttempt(atBank), facts)).toMatchObject({ kind: 'paid' });
    expect(namesOf()).toEqual(names);
    expect(done, 'stored before the charge').toEqual(names.slice(0, -2));
  });

  it.each([{ MD: 'other', event: 'AuthResultReady' }, { event: 'AuthResultReady' }, {}])(
    'is not completed by %o',
    async (returned: Record<string, string>) => {
      const { options, calls } = await openGmo([found('AUTHENTICATED')]);
      const outcome = await createGmo(options).poll(gmoAttempt(atBank), { ...gmoFacts, returned });
      expect(outcome).toMatchObject({ kind: 'redirect', redirect: { url: 'https://bank.example/a' } });
      expect(calls).toHaveLength(1);
    },
  );
});

it.each([
  [['RETURN'], true, ['SearchTrade']],
  [['VOID'], true, ['SearchTrade']],
  [['CAPTURE', 'done'], true, ['SearchTrade', 'AlterTran']],
  [['CAPTURE', 'refused', 'done'], true, ['SearchTrade', 'AlterTran', 'AlterTran']],
  [['CAPTURE', 'refused', 'refused', 'RETURN'], true, ['SearchTrade', 'AlterTran', 'AlterTran', 'SearchTrade']],
  [
    ['CAPTURE', 'refused', 'refused', 'CAPTURE'],
    { refused: 'E11010003' },
    ['SearchTrade', 'AlterTran', 'AlterTran', 'SearchTrade'],
  ],
  [['CAPTURE', 'refused', 'busy', 'CAPTURE'], false, ['SearchTrade', 'AlterTran', 'AlterTran', 'SearchTrade']],
  [['UNPROCESSED'], false, ['SearchTrade']],
])('a refund %j: %j', async (answers, done, names) => {
  const line: Record<string, string> = {
    done: passes,
    refused: 'ErrCode=E11&ErrInfo=E11010003',
    busy: 'ErrCode=E92&ErrInfo=E92000001',
  };
  const { options, calls } = await openGmo(answers.map((answer) => line[answer] ?? found(answer)));
  expect(await createGmo(options).refund(gmoAttempt({ state: 'refund_due' }), 'mori')).toEqual(done);
  expect(calls.map(({ name }) => name)).toEqual(names);
  if (calls[1]) expect(calls[1].body).toBe(`${shop}&${passes}&JobCd=RETURN`);
});

describe('PayPay by GMO', () => {
  const page = { access_id: 'a1', access_pass: 'p1', url: 'https://pay.example/s', pay_token: 't1' };
  const waiting = { state: 'requires_action', method: 'gmo_paypay', data: page } as const;

  it('is entered and opened with the fields of the protocol', async () => {
    const opened = 'AccessID=a1&Token=t1&StartURL=https://pay.example/s&StartLimitDate=1';
    const { options, calls } = await openGmo([passes, opened]);
    const outcome = await createGmoPaypay(options).start(gmoAttempt({ method: 'gmo_paypay', token: '' }), gmoFacts);
    expect(outcome).toMatchObject({
      kind: 'redirect',
      redirect: { url: 'https://pay.example/s', method: 'POST', fields: { AccessID: 'a1', Token: 't1' } },
      data: page,
    });
    expect(calls.map(({ name, body }) => [name, body])).toEqual([
      ['EntryTranPaypay', `${shop}&OrderID=${order}&JobCd=CAPTURE&Amount=3800`],
      [
        'ExecTranPaypay',
        `${shop}&${passes}&OrderID=${order}&RetURL=https%3A%2F%2Fshop.example%2Fback%3Fr%3Dref&PaymentTermSec=900&ClientField1=${gmoAttempt().order_id}`,
      ],
    ]);
  });

  it.each([
    ['CAPTURE', 'paid'],
    ['SALES', 'paid'],
    ['PAYFAIL', 'cancelled'],
    ['EXPIRED', 'cancelled'],
    ['CANCEL', 'cancelled'],
    ['RETURN', 'cancelled'],
    ['REQSUCCESS', 'redirect'],
    ['AUTH', 'unknown'],
  ])('in the state %s is %s', async (status, kind) => {
    const { options, calls } = await openGmo([found(status)]);
    expect(await createGmoPaypay(options).poll(gmoAttempt(waiting), gmoFacts)).toMatchObject({ kind });
    expect(calls.map(({ name, body }) => [name, body])).toEqual([
      ['SearchTradeMulti', `${shop}&OrderID=${order}&PayType=45`],
    ]);
  });

  it('is polled after the visitor returned, whatever the return parameters are', async () => {
    const { options } = await openGmo([found('REQSUCCESS')]);
    const outcome = createGmoPaypay(options).poll(gmoAttempt(waiting), back({ Status: 'CAPTURE' }));
    expect(await outcome).toEqual({ kind: 'unknown', answered: true, data: { step: 'returned' } });
  });

  it('is refunded once, by the amount that was paid', async () => {
    const { options, calls } = await openGmo([found('CAPTURE', 4800), 'Status=RETURN', found('RETURN')]);
    const adapter = createGmoPaypay(options);
    expect(await adapter.refund(gmoAttempt(waiting), 'mori')).toBe(true);
    expect(await adapter.refund(gmoAttempt(waiting), 'mori')).toBe(true);
    expect(calls.map(({ name }) => name)).toEqual(['SearchTradeMulti', 'PaypayCancelReturn', 'SearchTradeMulti']);
    expect(calls[1]?.body).toBe(`${shop}&${passes}&OrderID=${order}&CancelAmount=4800&CancelTax=0`);
  });

  it.each([
    ['E11010010', { refused: 'E11010010' }],
    ['E91099999', false],
  ])('is not refunded where GMO says %s: %j', async (info, outcome) => {
    const { options } = await openGmo([found('CAPTURE', 4800), `ErrCode=E&ErrInfo=${info}`]);
    expect(await createGmoPaypay(options).refund(gmoAttempt(waiting), 'mori')).toEqual(outcome);
  });
});
