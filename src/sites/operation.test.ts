import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { langs } from '#src/domain/lang.ts';
import { siteCodes, siteOf } from '#test/tools/example-sites.ts';
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
    [{ ordersPerMinute: 1.5 }, 'a whole number, 1 to 100000'],
    [{ products: { 'a-product': -1 } }, 'a whole number, 1 to 100000'],
    [{ products: 60 }, 'orders a minute by uuid'],
    [{ minutes: 31 }, 'a whole number, 1 to 30'],
    [{ addressPlaces: 0 }, 'a whole number, 1 to 10000'],
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

it.each(siteCodes)('the seller of %s is named in the language of each page', (code) => {
  const { legal, representative, operator_address: inJapanese } = siteOf(code).operation.configurations;
  const inAll = { seller: legal?.seller, phone_hours: legal?.phone_hours, court: legal?.court };
  for (const [name, texts = {}] of Object.entries(inAll))
    expect(Object.keys(texts).toSorted(), name).toEqual([...langs].toSorted());
  const abroad = langs.filter((lang) => lang !== 'ja').toSorted();
  expect(inJapanese).not.toBe('');
  expect(Object.keys(legal?.address ?? {}).toSorted()).toEqual(abroad);
  expect(Object.keys(legal?.representative ?? {}).toSorted()).toEqual(representative === '' ? [] : abroad);
});
