import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { texts } from '#src/domain/site-fields.ts';
import { operationEntries } from './operation.ts';
import { SiteFileSchema } from './schema.ts';

/** The setting `queue` of `site.json` (docs/product.md#setting-queue). */
const read = (queue: unknown) => v.safeParse(operationEntries.queue, queue);
const usual = { products: {}, minutes: 5, addressPlaces: 40 };

describe('the waiting room of a site', () => {
  it('has no limit where the file names none', () => {
    expect(read(undefined).output).toEqual(usual);
    expect(read({}).output).toEqual(usual);
  });

  it('takes orders a minute for the site and for products', () => {
    const queue = { ordersPerMinute: 60, products: { 'a-product': 6 }, minutes: 3, addressPlaces: 100 };
    expect(read(queue).output).toEqual(queue);
  });

  it.each([
    [{ ordersPerMinute: 0 }, 'a whole number, 1 to 100000'],
    [{ products: { 'a-product': -1 } }, 'a whole number, 1 to 100000'],
    [{ products: 60 }, 'orders a minute by uuid'],
    [{ perMinute: 60 }, 'no such field; allowed are ordersPerMinute, products, minutes, addressPlaces'],
  ])('refuses %j and says what is allowed', (queue, allowed) => {
    expect(read(queue).issues?.map(({ message }) => message)).toEqual([allowed]);
  });
});

/** The setting `origins` (docs/product.md#setting-origins). */
describe('an origin of pages elsewhere', () => {
  const { origins } = SiteFileSchema.entries;

  it.each(['https://www.museum.example', 'https://b.example:8443', 'http://localhost:5173'])('is %s', (origin) => {
    expect(v.parse(origins, [origin])).toEqual([origin]);
  });

  it.each(['https://a.example/', 'https://A.example', 'http://a.example', 'https://*.a.example', 'null', '*'])(
    'is no %s',
    (origin) => {
      const [issue] = v.safeParse(origins, [origin]).issues ?? [];
      expect(issue?.message).toContain('an origin by https, such as');
    },
  );
});

describe('the period of an exhibition', () => {
  const { period } = SiteFileSchema.entries.exhibition.entries;
  const messages = (from: unknown, to: unknown) =>
    v.safeParse(period, { from, to }).issues?.map(({ message }) => message);

  it.each(['soon', '2026-99-01', '2026-02-30', 20261001])('does not begin on %s, which is no day', (from) => {
    expect(messages(from, '2027-03-31')).toContain('a day such as 2027-03-31');
  });

  it('does not end before it begins', () => {
    expect(messages('2026-10-01', '2027-03-31')).toBeUndefined();
    expect(messages('2026-10-01', '2026-09-30')).toEqual(['`to` is not before `from`']);
  });
});

describe('a text in each language', () => {
  it('is the English one where a language is left out', () => {
    expect(v.parse(texts(9), { ja: '庭園', en: 'Garden' })).toMatchObject({ ja: '庭園', en: 'Garden', kr: 'Garden' });
  });

  it('needs English, and no language that the shop lacks', () => {
    const faultsOf = (value: unknown) => v.safeParse(texts(9), value).issues?.map(({ message }) => message);
    expect(faultsOf({ ja: '庭園' })).toEqual(['missing']);
    expect(faultsOf({ en: 'Garden', xx: 'Garden' })).toEqual([expect.stringContaining('no such field')]);
  });
});
