import { addDays, venueDay } from 'ticket-store/src/domain/dates.ts';
import { langs } from 'ticket-store/src/domain/lang.ts';
import { type Context, mostOf, type Offer, type OrderBody } from './context.ts';
import { NotSeen, needed, type Requirement, type Section, same } from './requirement.ts';

type Wrong = { body: OrderBody; code: string; field: string };

/** An order that the page does not let a visitor make: rejected with `code`, the field named, and no seats held. */
const rule = (id: string, what: string, make: (context: Context) => Promise<Wrong>): Requirement => ({
  id: `rules.${id}`,
  description: `${what}: the order is rejected, the field named, and holds no seats`,
  check: async (context) => {
    const { body, code, field } = await make(context);
    const before = await context.remaining(body.time_span_id);
    const refused = await context.refused('createOrder', { body });
    same('refusal', { code: refused.code, fields: refused.fields }, { code, fields: field === '' ? [] : [field] });
    same('seats left', await context.remaining(body.time_span_id), before);
  },
});

/** An offer of another product than this one. */
const another = async (context: Context, { product }: Offer): Promise<Offer> =>
  needed(
    (await context.offers()).find((offer) => offer.product.uuid !== product.uuid),
    'needs two products on sale',
  );

/** An offer with set products, and the first of them. */
const withSet = async (context: Context) => {
  const lang = await context.lang();
  for (const offer of (await context.offers()).slice(0, 20)) {
    const query = { lang, main_product_time_span_id: offer.span.id, product_uuid: offer.product.uuid };
    const [set] = (await context.call('searchSetProducts', { query })).filter(({ remaining }) => remaining > 0);
    if (set) return { offer, set, body: await context.bodyOf(offer, { people: 1 }) };
  }
  throw new NotSeen('needs a product that is sold with set products');
};

/** A timespan of the next two weeks that is marked as closed. */
const closedOffer = async (context: Context): Promise<{ offer: Offer; body: OrderBody }> => {
  const lang = await context.lang();
  const today = venueDay(Date.now());
  for (const product of await context.products())
    for (let ahead = 0; ahead < 14; ahead += 1) {
      const day = addDays(today, ahead);
      const query = { from: day, to: day, lang, product_uuid: product.uuid };
      const { time_spans } = await context.call('searchProducts', { query });
      const span = time_spans.find(({ state }) => state === 'closed');
      if (span) return { offer: { product, span }, body: await context.bodyOf({ product, span }, { people: 1 }) };
    }
  throw new NotSeen('needs a closed timespan in the next two weeks, such as a past one of today');
};

export const orderRules: Section = {
  title: 'What a page does not let a visitor order, and a program may not either',
  requirements: [
    rule('option-most', 'more of an option than it allows', async (context) => {
      const offer = await context.roomy();
      const { options } = offer.product;
      const option = needed(
        options.find(({ max }) => max < 999),
        'no option has a limit',
      );
      const count = option.max + 1;
      const body = { ...(await context.bodyOf(offer)), quantity: count, option_values: [{ id: option.id, count }] };
      return { body, code: 'invalid_quantity', field: 'option_values/0/count' };
    }),
    rule('nobody', 'an order without people', async (context) => {
      const offer = await context.roomy();
      const option_values = offer.product.options.map(({ id }) => ({ id, count: 0 }));
      if (offer.product.options.some(({ min }) => min > 0))
        throw new NotSeen('the product with most seats has a mandatory option');
      const body = { ...(await context.bodyOf(offer)), quantity: 0, option_values };
      return { body, code: 'invalid_quantity', field: 'quantity' };
    }),
    rule(
      'most-people',
      'more people than one order of the product may have, each option within its own limit',
      async (context) => {
        const offer = needed(
          (await context.offers()).find(
            ({ product: { options, max_quantity } }) =>
              options.reduce((sum, { max }) => sum + max, 0) > max_quantity && max_quantity < 900,
          ),
          'needs a product whose options together allow more than one order may have',
        );
        let left = offer.product.max_quantity + 1;
        const option_values = offer.product.options.flatMap(({ id, max }) => {
          const count = Math.min(max, left);
          left -= count;
          return count > 0 ? [{ id, count }] : [];
        });
        const body = { ...(await context.bodyOf(offer)), quantity: offer.product.max_quantity + 1, option_values };
        return { body, code: 'invalid_quantity', field: 'quantity' };
      },
    ),
    rule('option-elsewhere', 'an option of another product', async (context) => {
      const offer = await context.roomy();
      const { product } = await another(context, offer);
      const option_values = [{ id: needed(product.options[0], 'no option').id, count: 1 }];
      const body = { ...(await context.bodyOf(offer)), quantity: 1, option_values };
      return { body, code: 'invalid_input', field: 'option_values/0/id' };
    }),
    rule('timespan-elsewhere', 'a timespan of another product', async (context) => {
      const offer = await context.roomy();
      const { span } = await another(context, offer);
      const body = { ...(await context.bodyOf(offer)), time_span_id: span.id };
      return { body, code: 'product_change_date_error', field: 'time_span_id' };
    }),
    rule('timespan-closed', 'a closed timespan: past, or after its sale', async (context) => {
      const { body } = await closedOffer(context);
      return { body, code: 'ticket_not_on_sale', field: 'time_span_id' };
    }),
    rule('set-twice', 'a set product twice', async (context) => {
      const { body, set } = await withSet(context);
      const set_products = [1, 1].map((count) => ({ id: set.uuid, count }));
      return { body: { ...body, set_products }, code: 'invalid_input', field: 'set_products/1/id' };
    }),
    rule('set-most', 'more of a set product than one order may have', async (context) => {
      const { body, set } = await withSet(context);
      const set_products = [{ id: set.uuid, count: set.max + 1 }];
      return { body: { ...body, set_products }, code: 'invalid_quantity', field: 'set_products/0/count' };
    }),
    rule('seats', 'more people than remaining seats', async (context) => {
      const offer = needed(
        (await context.offers()).find(({ product, span }) => span.remaining < mostOf(product)),
        'needs a timespan with fewer seats left than one order may have',
      );
      const body = await context.bodyOf(offer, { people: offer.span.remaining + 1 });
      return { body, code: 'seat_reserve_error', field: '' };
    }),
    rule('lang', 'a language that the site does not support', async (context) => {
      const offered = await context.langs();
      const lang = needed(
        langs.find((one) => !offered.includes(one)),
        'the site supports every language of the contract',
      );
      const body = { ...(await context.bodyOf(await context.roomy())), lang };
      return { body, code: 'invalid_input', field: 'lang' };
    }),
  ],
};
