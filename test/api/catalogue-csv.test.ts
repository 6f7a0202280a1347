import { describe, expect, it } from 'vitest';
import type { Catalogue } from '#server/catalogue/schema.ts';
import { venueDay } from '#src/domain/dates.ts';
import { timed } from './kit/buyer.ts';
import { catalogueOf, keepNextDays, openOps } from './kit/ops.ts';
import { forFile, startShop } from './kit/shop.ts';

const shop = await forFile(startShop());
const ops = await forFile(openOps(shop));
await keepNextDays(shop);
const first = await catalogueOf(shop.db, 'borderless');

const send = async (text: string, more: object = {}) => {
  const { said, done } = await ops.run('catalogue-import', { text, site: 'borderless', ...more });
  return { done, lines: said.en.split('\n').map((line) => line.trim()) };
};
const spansOn = async (day: string) => {
  const { products } = await catalogueOf(shop.db, 'borderless');
  return (products.find(({ uuid }) => uuid === timed)?.time_spans ?? []).filter(
    ({ reservation_from }) => venueDay(reservation_from) === day,
  );
};
const others = ({ products, ...rest }: Catalogue) => ({
  ...rest,
  products: products.map((one) => (one.uuid === timed ? { ...one, time_spans: [] } : one)),
});

describe('a table of timespans', () => {
  it('as a spreadsheet writes it adds the slots of its days and leaves all else', async () => {
    const text = [
      '\uFEFF商品,日付,開始,終了,定員,備考',
      `${timed},2031/5/1,9:00,9:30,40,`,
      `${timed},２０３１-05-01,０９：３０,10:00,"1,200","第一、""特別"""`,
      `${timed},2031年5月2日,23:30,24:00,5,`,
      '',
    ].join('\r\n');
    expect((await send(text, { dry_run: true })).lines).toEqual([
      'borderless: would be 3 new, 0 changed, 0 renamed, 0 withdrawn, 0 refused. Nothing was written.',
      `new        3 timespans from 2031-05-01 09:00 to 2031-05-02 23:30 of product ${timed}`,
      'warning    the column 備考 is not read.',
    ]);
    expect((await send(text)).done).toBe('catalogue-import');
    expect(await spansOn('2031-05-01')).toMatchObject([
      { id: `${timed}-20310501-0900`, reservation_to: '2031-05-01T09:30:00+09:00', capacity: 40, surcharge: 0 },
      { id: `${timed}-20310501-0930`, sale_to: '2031-05-01T10:00:00+09:00', capacity: 1_200 },
    ]);
    expect(await spansOn('2031-05-02')).toMatchObject([{ reservation_to: '2031-05-03T00:00:00+09:00' }]);
    expect(others(await catalogueOf(shop.db, 'borderless'))).toEqual(others(first));
  });

  const semicolons = (text: string) => text.replaceAll(',', ';');
  const tabulators = (text: string) => text.replaceAll(',', '\t');
  it.each<[string, (text: string) => string, number?]>([
    ['semicolons', semicolons],
    ['tabulators', tabulators],
    ['letters of full width in its first line', (text) => text.replace('product,day', 'ｐｒｏｄｕｃｔ,Ｄａｙ')],
    ['a tabulator named, in quotes', (text) => `"sep=\t"\n${tabulators(text)}`, 1],
    ['first lines of empty cells', (text) => `,,,,\n"",,,,""\n${text}`, 2],
    ['a mark before quotes', (text) => `\uFEFF${text.replace('product', '"product"')}`],
  ])('with %s is read as well, with the right numbers of lines', async (_name, write, above = 0) => {
    const rows = ['product,day,from,to,capacity', `${timed},2031-06-01,9:00,9:30,40`];
    const { lines } = await send(write(`${rows.join('\n')}\n`), { dry_run: true });
    expect(lines.slice(1)).toEqual([
      `new        timespan ${timed}-20310601-0900, 2031-06-01 09:00, of product ${timed}`,
    ]);
    const wrong = await send(write(`${rows.join('\n')}\n${timed},2031-06-02,9:00,9:30,few\n`));
    expect(wrong.lines.slice(1)).toEqual([`line ${3 + above}: capacity must be a whole number; it is “few”.`]);
  });

  it('changes seats by start without ids, and withdraws what it leaves out of its days only', async () => {
    const text = `product,day,from,to,capacity\n${timed},2031-05-01,09:00,09:30,41\n`;
    const { lines } = await send(text);
    expect(lines).toEqual([
      'borderless: 0 new, 1 changed, 0 renamed, 1 withdrawn.',
      `changed    timespan ${timed}-20310501-0900: capacity 40 → 41`,
      `withdrawn  timespan ${timed}-20310501-0930, 2031-05-01 09:30, of product ${timed}`,
    ]);
    expect((await spansOn('2031-05-02')).length).toBe(1);
  });

  const refused: Record<string, [rows: string[], faults: string[]]> = {
    'each wrong line with its number': [
      [
        'day,product,from,to,capacity',
        `2031-02-30,${timed},9:00,9:30,4`,
        '',
        `2031-03-01,${timed},9,10:00,four`,
        '2031-03-01,nothing,9:00,9:30,4',
      ],
      [
        'line 2: from must be a time such as 9:30 with a day, 2026-12-01; it is “2031-02-30 9:00”.',
        'line 2: to must be a time such as 9:30 with a day, 2026-12-01; it is “2031-02-30 9:30”.',
        'line 4: from must be a time such as 9:30 with a day, 2026-12-01; it is “2031-03-01 9”.',
        'line 4: capacity must be a whole number; it is “four”.',
        'line 5: there is no product nothing. Write its uuid.',
      ],
    ],
    'an end before the start, and too many seats': [
      ['day,product,from,to,capacity', `2031-03-01,${timed},9:30,9:00,4`, `2031-03-01,${timed},9:30,10:00,4000000`],
      [
        'line 2: reservation_to is not after reservation_from.',
        'line 3, capacity: must be 1000000 or less; it is 4000000.',
      ],
    ],
    'a day before the product is on sale': [
      ['day,product,from,to,capacity', `2020-03-01,${timed},9:00,9:30,4`],
      [expect.stringMatching(/^line 2: the slot is over before the product is on sale, from 2\d{3}-\d\d-\d\d\. /)],
    ],
    'two slots at the same moment': [
      ['id,day,product,from,to,capacity', ...['a', 'b'].map((id) => `${id},2031-03-01,${timed},9:00,9:30,4`)],
      ['line 3: timespan b begins at the same moment as a of its product.'],
    ],
    'numbers of another country': [
      [
        'sep=;',
        'day;product;from;to;capacity',
        ...['12,5', '1.200', '1,20', '1,2000'].map((seats) => `2031-03-01;${timed};9:00;9:30;${seats}`),
      ],
      ['12,5', '1.200', '1,20', '1,2000'].map(
        (seats, at) => `line ${at + 3}: capacity must be a whole number; it is “${seats}”.`,
      ),
    ],
    'no lines': [['day,product,from,to,capacity'], ['The table has no lines below its first one.']],
  };
  it.each(Object.entries(refused))('is refused with %s', async (_name, [rows, faults]) => {
    const before = await catalogueOf(shop.db, 'borderless');
    expect((await send(rows.join('\n'))).lines.slice(1)).toEqual(faults);
    expect(await catalogueOf(shop.db, 'borderless')).toEqual(before);
  });

  it('needs its site, and a catalogue that it changes', async () => {
    const text = `product,day,from,to,capacity\n${timed},2031-05-01,09:00,09:30,41\n`;
    expect((await send(text, { site: undefined })).lines[1]).toBe('A table needs its site: --site <code>.');
    expect((await send(text, { site: 'nowhere' })).lines.join(' ')).toContain(
      'nowhere is not among the sites of this server',
    );
    expect((await send(JSON.stringify(first), { site: 'mori' })).lines[1]).toBe(
      'This is the catalogue of borderless, not of mori.',
    );
  });
});
