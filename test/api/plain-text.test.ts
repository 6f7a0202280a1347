import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { totalsOf } from '#server/catalogue/difference.ts';
import { importedText } from '#server/operators/commands/catalogue.ts';
import { callNames, contract } from '#src/api/contract/index.ts';
import { actingCharacters, actingIn, hostileName, plainTexts } from '#test/tools/acting.ts';
import { buyTicket, changeRows, newSlot } from './kit/arrange.ts';
import { customer, newKey } from './kit/buyer.ts';
import { inputs } from './kit/inputs.ts';
import { newAddress } from './kit/mails.ts';
import { paymentOf } from './kit/money.ts';
import { catalogueOf, makeToday, openOps } from './kit/ops.ts';
import { forFile, problemOf, startShop } from './kit/shop.ts';

/** Control characters: every call refuses them, and stored ones are harmless where an operator reads them. */
const shop = await forFile(startShop());
const ops = await forFile(openOps(shop));
const site = 'borderless';

/** The texts of a schema by their places: strings in objects, lists and what is optional. */
const textsOf = (schema: unknown, place = ''): [place: string, schema: v.GenericSchema<string>][] => {
  if (typeof schema !== 'object' || schema === null) return [];
  if ('wrapped' in schema) return textsOf(schema.wrapped, place);
  if ('item' in schema) return textsOf(schema.item, `${place}/0`);
  if ('entries' in schema)
    return Object.entries(schema.entries ?? {}).flatMap(([name, inner]) => textsOf(inner, `${place}/${name}`));
  return 'type' in schema && schema.type === 'string' ? [[place, schema as v.GenericSchema<string>]] : [];
};

describe('a text that a call takes', () => {
  const texts = callNames.flatMap((name) =>
    [...textsOf(contract[name].query), ...textsOf(contract[name].body)].map(([place, schema]) => ({
      name: `${name} ${place}`,
      schema,
    })),
  );

  it.each(texts)(
    '$name has no characters that act on what shows it, and no letter with marks without end',
    ({ name, schema }) => {
      const isNote = name.endsWith('/note');
      const accepted = actingCharacters.filter((character) => v.is(schema, `a${character}b`));
      expect(accepted).toEqual(isNote ? ['\n'] : []);
      expect(v.is(schema, `e${'\u0301'.repeat(10_000)}`)).toBe(false);
    },
  );

  it('may be a name of any script, with joiners and variation selectors', async () => {
    const { params, body } = await inputs.putOrder(shop);
    for (const fullname of plainTexts) {
      const order = await shop.call('putOrder', { params, body: { ...body, fullname } });
      expect(order.customer_info?.fullname).toBe(fullname);
    }
  });

  it('is bounded by the database, whatever writes it', async () => {
    const { number } = await buyTicket(shop, await newSlot(shop));
    const long = `e${'\u0301'.repeat(2_000)}`;
    const stored = JSON.stringify({ ...customer, fullname: long });
    await expect(changeRows(shop, 'orders', { reservation_number: number }, { customer: stored })).rejects.toThrow(
      'customer_within',
    );
    await expect(changeRows(shop, 'tickets', { number }, { note: long })).rejects.toThrow('note_within');
  });

  it('is refused as any other wrong field', async () => {
    const { params, body } = await inputs.putOrder(shop);
    const wrong = { ...body, fullname: 'Eve\u001b[2J', phone: '\u202a0312345678\u202c' };
    const { status, code, fields } = problemOf(await shop.send('putOrder', { params, key: newKey(), body: wrong }));
    expect({ status, code, fields }).toEqual({ status: 400, code: 'invalid_input', fields: ['fullname', 'phone'] });
  });
});

describe('texts of a visitor that an earlier release stored', () => {
  it('cannot begin a line of what an operator reads, nor act on the terminal', async () => {
    const mail = newAddress();
    const span = await newSlot(shop);
    const { number } = await buyTicket(shop, span, { email: mail });
    const stored = JSON.stringify({ ...customer, email: mail, fullname: hostileName });
    await changeRows(shop, 'orders', { reservation_number: number }, { customer: stored });
    await makeToday(shop, span);
    for (const [command, input] of [
      ['find', { text: number }],
      ['today', { site }],
      ['cancel', { reservation_number: number, dry_run: true }],
    ] as const) {
      const { said } = await ops.run(command, input);
      for (const text of [said.en, said.ja]) {
        expect([command, actingIn(text)]).toEqual([command, []]);
        expect(text.split('\n').filter((line) => /^\s*AAAA/.test(line))).toEqual([]);
        expect(text).toContain('Eve\uFFFD]0;owned\uFFFD\uFFFD[2J\uFFFDAAAA-BBBB-CCCC');
      }
    }
  });

  it.each([
    ['=', '='],
    ['＝', '＝'],
    ['＋', '＋'],
    ['－', '－'],
    ['＠', '＠'],
    ['\t=', ' ='],
    ['\r\n@', '  @'],
    ['\u3000＝', '\u3000＝'],
  ])('stays one line and no formula in the CSV of subscribers, whatever an address has: %j', async (typed, shown) => {
    const mail = newAddress();
    await buyTicket(shop, await newSlot(shop), { email: mail });
    await changeRows(shop, 'mail_magazines', { email: mail }, { email: `${typed}1+1\u202e\u0085\n${mail}` });
    const csv = String((await ops.run('subscribers', { site })).csv);
    expect(actingIn(csv.replaceAll('\r\n', '\n'))).toEqual([]);
    const lines = csv.split('\r\n').filter((line) => line.includes(mail));
    expect(lines.map((line) => line.split(',')[0])).toEqual([`"'${shown}1+1  ${mail}"`]);
  });
});

describe('texts of a provider, a venue or a program', () => {
  const falseLine = 'AAAA-BBBB-CCCC  paid';
  const hostileId = `x\n${falseLine}\u202e`;
  const effectsOf = ({ said }: { said: Record<'en' | 'ja', string> }) =>
    Object.values(said).map((text) => [
      actingIn(text),
      text.includes('\uFFFD'),
      text.split('\n').some((line) => line.startsWith(falseLine)),
    ]);
  const harmless = [
    [[], true, false],
    [[], true, false],
  ];

  it('cannot begin a line of a comparison with the providers, nor of its answers', async () => {
    const { number } = await buyTicket(shop, await newSlot(shop));
    const { id: payment } = await paymentOf(shop, number);
    const due = { payment_id: payment, provider_id: hostileId, amount: 1, currency: hostileId };
    await shop.db.insertInto('unapplied_payments').values(due).execute();
    expect(effectsOf(await ops.run('reconcile', {}))).toEqual(harmless);
    expect(effectsOf(await ops.run('returned', { payment, id: hostileId }))).toEqual(harmless);
    expect(effectsOf(await ops.run('returned', { payment, id: hostileId }))).toEqual(harmless);
  });

  it('cannot begin a line of what is wrong with a catalogue, or unwise in it', async () => {
    const catalogue = { ...(await catalogueOf(shop.db, site)), [hostileId]: 1 };
    expect(effectsOf(await ops.run('catalogue-import', { text: JSON.stringify(catalogue) }))).toEqual(harmless);
    const imported = { site, isDryRun: false, changes: [], totals: totalsOf([]), warnings: [hostileId] };
    expect(effectsOf({ said: importedText(imported) })).toEqual(harmless);
  });
});
