import { addDays, venueDay } from 'ticket-store/src/domain/dates.ts';
import type { Context } from './context.ts';
import { must, NotSeen, type Section, same } from './requirement.ts';

const today = () => venueDay(Date.now());

/** A search for the product with most seats left, among those that have days. */
const aSearch = async ({ roomy, lang }: Context) => {
  const { product, span } = await roomy();
  return { product, span, query: { lang: await lang(), product_uuid: product.uuid } };
};

export const catalogue: Section = {
  // docs/product.md#calls-catalogue
  title: 'Catalogue',
  requirements: [
    {
      id: 'catalogue.langs',
      description: 'GET /langs lists each language once, exactly one of them as the default',
      check: async ({ call }) => {
        const langs = await call('getLangs');
        same('defaults', langs.filter(({ is_default }) => is_default).length, 1);
        same('languages', langs.length, new Set(langs.map(({ id }) => id)).size);
      },
    },
    {
      id: 'catalogue.every-lang',
      description:
        'every call with texts responds in every language of GET /langs, with the same products, timespans and methods',
      check: async (context) => {
        const { call, langs } = context;
        const { span } = await context.roomy();
        const readUuids = async (lang: string) => ({
          products: (await call('getProducts', { query: { lang } })).map(({ uuid }) => uuid),
          methods: (await call('getPaymentMethods', { query: { lang } })).map(({ id }) => id),
          texts: typeof (await call('getTexts', { query: { lang } })),
          sets: (await call('searchSetProducts', { query: { lang, main_product_time_span_id: span.id } })).map(
            ({ uuid }) => uuid,
          ),
          today: (await call('getToday', { query: { lang } })).products.map(({ uuid }) => uuid),
        });
        const own = await readUuids(await context.lang());
        for (const lang of await langs()) same(lang, await readUuids(lang), own);
      },
    },
    {
      id: 'catalogue.days',
      description:
        'a search returns every requested day, sorted, including both ends; for one day it returns the timespans',
      check: async (context) => {
        const { query } = await aSearch(context);
        const from = addDays(today(), 1);
        const { days } = await context.call('searchProducts', { query: { ...query, from, to: addDays(from, 61) } });
        const [found, expected] = [
          days.map(({ date }) => date),
          Array.from({ length: 62 }, (_, at) => addDays(from, at)),
        ];
        same('days', found, expected);
        for (const to of [addDays(from, 62), addDays(from, -1)]) {
          const refused = await context.refused('searchProducts', { query: { ...query, from, to } });
          same('refusal', [refused.status, refused.fields], [400, ['to']]);
        }
      },
    },
    {
      id: 'catalogue.venue-time',
      description: 'timespans of a day begin on that day in venue time (Asia/Tokyo), end later, and have unique ids',
      check: async (context) => {
        const kinds = await Promise.all([context.offers('time'), context.offers('date')]);
        const firsts = kinds.flatMap(([first]) => first ?? []);
        if (firsts.length === 0) throw new NotSeen('nothing sold by time or by date can be ordered');
        for (const { product, span } of firsts) {
          const day = venueDay(span.reservation_from);
          const query = { lang: await context.lang(), product_uuid: product.uuid, from: day, to: day };
          const { time_spans } = await context.call('searchProducts', { query });
          const ids = time_spans.map(({ id }) => id);
          must('the day', ids.includes(span.id), ids, `${span.id} on ${day}`);
          for (const { id, reservation_from, reservation_to } of time_spans) {
            same(`begin of ${id}, ${reservation_from}`, venueDay(reservation_from), day);
            const isLater = Date.parse(reservation_to) > Date.parse(reservation_from);
            must(`end of ${id}`, isLater, reservation_to, `later than ${reservation_from}`);
          }
          same('ids', new Set(ids).size, ids.length);
        }
      },
    },
    {
      id: 'catalogue.stock',
      description:
        'GET /products/orderable_stocks agrees with the search for a timespan, which lists at most 999; sold out or closed means none remain',
      check: async (context) => {
        const { product, span } = await context.roomy();
        const day = venueDay(span.reservation_from);
        const query = { lang: await context.lang(), product_uuid: product.uuid, from: day, to: day };
        const { time_spans } = await context.call('searchProducts', { query });
        const listed = time_spans.find(({ id }) => id === span.id);
        const fresh = await context.call('getOrderableStocks', { query: { product_time_span_id: span.id } });
        const stock = { ...fresh, remaining: Math.min(fresh.remaining, 999) };
        same('stock', stock, { product_time_span_id: span.id, remaining: listed?.remaining, state: listed?.state });
        for (const { id, remaining, state } of time_spans) {
          const isOver = state === 'sold_out' || state === 'closed';
          same(`state of ${id}, ${state}, with ${remaining} left`, isOver, remaining === 0);
        }
      },
    },
    {
      id: 'catalogue.today',
      description: 'GET /signage/today lists timespans of today in venue time; nobody waits where no order was refused',
      check: async (context) => {
        const { products, as_of } = await context.call('getToday', { query: { lang: await context.lang() } });
        for (const { time_spans } of products)
          for (const { reservation_from, reservation_to } of time_spans) {
            const day = venueDay(as_of);
            const isToday = venueDay(reservation_from) <= day && venueDay(reservation_to) >= day;
            must('timespan', isToday, `${reservation_from} to ${reservation_to}`, `one of ${day}`);
          }
        const { product } = await context.roomy();
        const { state, ahead } = await context.call('getQueuePlace', { query: { product_uuid: product.uuid } });
        same('place in the queue', { state, ahead }, { state: 'over', ahead: 0 });
      },
    },
  ],
};
