import { describe, expect, it } from 'vitest';
import { type OperationName, operationNames, operations } from '#server/operators/commands/operations.ts';
import { sampled } from '#test/tools/sample.ts';
import { buyTicket, newSlot } from './kit/arrange.ts';
import { customer, readLedger } from './kit/buyer.ts';
import { paymentOf } from './kit/money.ts';
import { keepNextDays, makeToday, openOps, samples } from './kit/ops.ts';
import { everything } from './kit/retained.ts';
import { forFile, startShop } from './kit/shop.ts';

const shop = await forFile(startShop());
await keepNextDays(shop);
const ops = await forFile(openOps(shop));
const site = 'borderless';

/** Every row of the database but notices, which the sandbox sends when it likes. */
const allRows = () => everything(shop, 'webhook_events');

/** The part of the given parameters that an operation takes, with the site if it is required. */
const inputOf = (name: OperationName, from: Record<string, object>) => ({
  ...from[name],
  ...(operations[name].site === 'needed' ? { site } : {}),
});

const dry = (command: string, input: object) => ops.run(command, { ...input, dry_run: true });

describe('a dry run', () => {
  it('of each operation that writes changes nothing, calls no provider, and reports what the real run then reports', async () => {
    const rehearsed = operationNames.filter(
      (name) => operations[name].dryRun === 'rehearsed' && name !== 'token-revoke',
    );
    expect(rehearsed).toEqual(expect.arrayContaining(['gate', 'refund', 'invite', 'capacity', 'token-create']));
    for (const name of rehearsed) {
      const span = await newSlot(shop);
      const { number, order } = await buyTicket(shop, span);
      if (name === 'gate') await makeToday(shop, span);
      if (name === 'gate-undo') await ops.run('gate', samples(number, span).gate);
      const { id: payment_id } = await paymentOf(shop, number);
      const due = { payment_id, provider_id: 'x', amount: 1, currency: 'jpy' };
      if (name === 'returned') await shop.db.insertInto('unapplied_payments').values(due).execute();
      const input = inputOf(name, {
        ...samples(number, span),
        'token-create': { scope: 'read', name: 'a program' },
        returned: { payment: due.payment_id, id: due.provider_id },
      });
      const [before, ledger] = [await allRows(), await readLedger(shop, order)];
      const logged = shop.logged.length;
      const planned = await dry(name, input);
      expect([name, planned.status, planned.dry_run]).toEqual([name, 200, true]);
      expect(await allRows()).toBe(before);
      expect(await readLedger(shop, order)).toEqual(ledger);
      expect(shop.logged.slice(logged).map(({ event, facts }) => [event, facts.dry_run])).toEqual([['operator', true]]);
      const done = await ops.run(name, input);
      const { said: _planned, mails: _mails, dry_run: _dry, ...facts } = planned;
      if (name !== 'token-create') expect(done).toMatchObject(facts);
      if (name !== 'token-create') expect(planned.said.en.replaceAll('\n  ', '\n')).toContain(done.said.en);
    }
  });

  it('says which order, how much money goes back, and whom mails go to', async () => {
    const span = await newSlot(shop);
    const { number, order } = await buyTicket(shop, span, { adults: 2, email: 'hanako-dry@visitor.example' });
    const { captured } = await readLedger(shop, order);
    const { said, mails } = await dry('refund', { reservation_number: number });
    expect(said.en).toContain(`¥${captured.toLocaleString('en')} are on their way back`);
    expect(said.en).toContain(`${number}  paid  borderless  ${customer.fullname} <hanako-dry@visitor.example>`);
    expect(said.en).toContain('refunded → hanako-dry@visitor.example');
    expect(said.ja).toContain('hanako-dry@visitor.example');
    expect(mails).toEqual([{ kind: 'refunded', to: 'hanako-dry@visitor.example' }]);
    expect((await dry('gate', { code: number, force: true })).said.en).toContain('No mail would be sent.');
  });

  it('refuses what the real run refuses', async () => {
    const { number } = await buyTicket(shop, await newSlot(shop));
    const refused: [string, object][] = [
      ['gate', { code: number }],
      ['gate', { code: 'AAAA-AAAA-AAAA' }],
      ['capacity', { site: 'borderless', slot: 'nowhere', seats: 1 }],
      ['invite', { site: 'borderless', mail: 'a@b.jp', slot: 'nowhere', options: [] }],
      ['refund', { reservation_number: 'AAAA-AAAA-AAAA' }],
    ];
    for (const [name, input] of refused) {
      const planned = await dry(name, input);
      expect(planned).toEqual(await ops.run(name, input));
      expect(planned.refused).toBeDefined();
    }
  });

  it('of erasing erases nothing, even with apply', async () => {
    const input = { mail: 'nobody-there@visitor.example', apply: true };
    expect(await dry('erase', input)).toMatchObject({ applied: false });
  });
});

/** Words that only the schema library, the database, the engine or the texts of the visitors' forms use. */
const raw =
  /Invalid (?:type|key|value|length|format)|Expected|received|undefined|_validate_|violates|syntax|RangeError/;

const odd = sampled<unknown>('odd values', [
  [7, -1, 1.5, 1e9],
  [true, null, [], {}, ['x'], [{ id: 'x' }]],
  ['', ' ', 'heute', 'a@', '２０２６'],
  ['2026-02-30', '0000-01-01', '9999-12-31'],
  ['x'.repeat(300), '\u0000', '\ud800'],
]);

describe('whatever is sent to an operation', async () => {
  const slot = await newSlot(shop);
  const right: Record<string, object> = samples((await buyTicket(shop, slot)).number, slot);

  it.each(operationNames)('%s is done or refused in plain words', async (name) => {
    const { input, dryRun, writes } = operations[name];
    const base = inputOf(name, right);
    const dry = dryRun || !writes ? { dry_run: true } : {};
    for (const field of ['site', 'dry_run', ...Object.keys(input.entries)])
      for (const value of odd) {
        const { status, said, refused } = await ops.run(name, { ...base, ...dry, [field]: value });
        const seen = [name, field, value, refused, said.en];
        expect([200, 400, 404, 409, 429], JSON.stringify(seen)).toContain(status);
        if (refused === 'invalid_input') expect(said.en, JSON.stringify(seen)).not.toMatch(raw);
      }
    expect(shop.logged.splice(0).filter(({ level }) => level === 'error')).toEqual([]);
  });
});
