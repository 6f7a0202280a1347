import { addDays, venueDay } from 'ticket-store/src/domain/dates.ts';
import type { FailureCode } from 'ticket-store/src/domain/failures.ts';
import { langs } from 'ticket-store/src/domain/lang.ts';
import { type Context, mostOf, type Offer, type OrderBody } from './context.ts';
import { NotSeen, needed, type Requirement, type Section, same } from './requirement.ts';

/** The changes of an order that could be placed, and the offer and number of people where they differ, too. */
type Change = Partial<OrderBody> & { offer?: Offer; people?: number };

/** An order that the page does not let a visitor make: rejected with `code`, the field named, and no seats held. */
const rule = (
  id: string,
  what: string,
  code: FailureCode,
  field: string,
  make: (context: Context, offer: Offer, body: OrderBody) => Promise<Change> | Change,
): Requirement => ({
  id: `rules.${id}`,
  description: `${what}: the order is rejected as ${code}, the field named, and holds no seats`,
  check: async (context) => {
    const roomy = await context.roomy();
    const { offer = roomy, people, ...change } = await make(context, roomy, await context.bodyOf(roomy));
    const body = { ...(await context.bodyOf(offer, people === undefined ? {} : { people })), ...change };
    const seats = () => context.remaining(offer.span.id);
    const before = await seats();
    const refused = await context.refused('createOrder', { body });
    same('refusal', { code: refused.code, fields: refused.fields }, { code, fields: field === '' ? [] : [field] });
    same('seats left', await seats(), before);
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
    if (set) return { offer, set };
  }
  throw new NotSeen('needs a product that is sold with set products');
};

/** A timespan of the next two weeks that is marked as closed. */
const closedOffer = async (context: Context): Promise<Offer> => {
  const lang = await context.lang();
  const today = venueDay(Date.now());
  for (const product of await context.products())
    for (let ahead = 0; ahead < 14; ahead += 1) {
      const day = addDays(today, ahead);
      const query = { from: day, to: day, lang, product_uuid: product.uuid };
      const { time_spans } = await context.call('searchProducts', { query });
      const span = time_spans.find(({ state }) => state === 'closed');
      if (span) return { product, span };
    }
  throw new NotSeen('needs a closed timespan in the next two weeks, such as a past one of today');
};

export const orderRules: Section = {
  // docs/product.md#order-creation; docs/architecture.md#bar-server-decides
  title: 'Orders that no page lets a visitor make',
  requirements: [
    rule('product-unknown', 'a product that is not on sale', 'ticket_not_on_sale', 'product_uuid', () => ({
      product_uuid: 'no-such-product',
    })),
    rule('lang', 'a language that the site does not support', 'invalid_input', 'lang', async (context) => {
      const offered = await context.langs();
      const other = langs.find((one) => !offered.includes(one));
      return { lang: needed(other, 'the site supports every language of the contract') };
    }),
    rule('timespan-unknown', 'an unknown timespan', 'product_change_date_error', 'time_span_id', () => ({
      time_span_id: 'no-such-timespan',
    })),
    rule(
      'timespan-elsewhere',
      'a timespan of another product',
      'product_change_date_error',
      'time_span_id',
      async (context, offer) => ({ time_span_id: (await another(context, offer)).span.id }),
    ),
    rule(
      'timespan-closed',
      'a closed timespan: past, or after its sale',
      'ticket_not_on_sale',
      'time_span_id',
      async (context) => ({ offer: await closedOffer(context) }),
    ),
    rule('nobody', 'an order without people', 'invalid_quantity', 'quantity', (_, { product: { options } }) => {
      if (options.some(({ min }) => min > 0)) throw new NotSeen('the product with most seats has a mandatory option');
      return { quantity: 0, option_values: options.map(({ id }) => ({ id, count: 0 })) };
    }),
    rule(
      'another-sum',
      'a quantity that is not the sum of the options',
      'invalid_quantity',
      'quantity',
      (_, { product }, { quantity }) => ({ quantity: quantity === product.max_quantity ? quantity - 1 : quantity + 1 }),
    ),
    rule(
      'most-people',
      'more people than one order of the product may have, each option within its own limit',
      'invalid_quantity',
      'quantity',
      async (context) => {
        const offer = needed(
          (await context.offers()).find(
            ({ product: { options, max_quantity } }) =>
              options.reduce((sum, { max }) => sum + max, 0) > max_quantity && max_quantity < 900,
          ),
          'needs a product whose options together allow more than one order may have',
        );
        const quantity = offer.product.max_quantity + 1;
        let left = quantity;
        const option_values = offer.product.options.flatMap(({ id, max }) => {
          const count = Math.min(max, left);
          left -= count;
          return count > 0 ? [{ id, count }] : [];
        });
        return { offer, quantity, option_values };
      },
    ),
    rule(
      'option-most',
      'more of an option than it allows',
      'invalid_quantity',
      'option_values/0/count',
      (_, { product: { options } }) => {
        const option = options.find(({ max }) => max < 999);
        const { id, max } = needed(option, 'no option has a limit');
        return { quantity: max + 1, option_values: [{ id, count: max + 1 }] };
      },
    ),
    rule(
      'option-twice',
      'an option twice',
      'invalid_input',
      'option_values/1/id',
      (_, _offer, { option_values: [one] }) => ({
        option_values: [needed(one, 'no option'), needed(one, 'no option')],
      }),
    ),
    rule('option-unknown', 'an unknown option', 'invalid_input', 'option_values/0/id', (_, _offer, { quantity }) => ({
      option_values: [{ id: 'no-such-option', count: quantity }],
    })),
    rule(
      'option-elsewhere',
      'an option of another product',
      'invalid_input',
      'option_values/0/id',
      async (context, offer) => {
        const { product } = await another(context, offer);
        return { quantity: 1, option_values: [{ id: needed(product.options[0], 'no option').id, count: 1 }] };
      },
    ),
    rule('set-unknown', 'a set product that is not offered', 'invalid_input', 'set_products/0/id', () => ({
      set_products: [{ id: 'no-such-set', count: 1 }],
    })),
    rule('set-twice', 'a set product twice', 'invalid_input', 'set_products/1/id', async (context) => {
      const { offer, set } = await withSet(context);
      return { offer, set_products: [1, 1].map((count) => ({ id: set.uuid, count })) };
    }),
    rule(
      'set-most',
      'more of a set product than one order may have',
      'invalid_quantity',
      'set_products/0/count',
      async (context) => {
        const { offer, set } = await withSet(context);
        return { offer, set_products: [{ id: set.uuid, count: set.max + 1 }] };
      },
    ),
    rule('seats', 'more people than remaining seats', 'seat_reserve_error', '', async (context) => {
      const small = (await context.offers()).find(({ product, span }) => span.remaining < mostOf(product));
      const offer = needed(small, 'needs a timespan with fewer seats left than one order may have');
      return { offer, people: offer.span.remaining + 1 };
    }),
  ],
};
