import * as v from 'valibot';
import { type Catalogue, CatalogueParts } from './schema.ts';

/** A fault between parts of a catalogue, and its place in the file. */
type Contradiction = { place: string; problem: string };

type Placed = readonly [place: string, id: string];

const repeated = (ids: readonly Placed[]): Contradiction[] => {
  const first = new Map<string, string>();
  return ids.flatMap(([place, id]) => {
    const before = first.get(id);
    if (before !== undefined) return [{ place, problem: `${id} stands at ${before} already: each id once` }];
    first.set(id, place);
    return [];
  });
};

const inProducts = (products: Catalogue['products'], part: 'options' | 'time_spans'): Placed[] =>
  products.flatMap((product, at) =>
    product[part].map(({ id }, index): Placed => [`products/${at}/${part}/${index}/id`, id]),
  );

const unknownProducts = (products: Catalogue['products'], named: readonly Placed[]): Contradiction[] => {
  const known = new Set(products.map(({ uuid }) => uuid));
  return named.flatMap(([place, uuid]) =>
    known.has(uuid) ? [] : [{ place, problem: `there is no product ${uuid} in this catalogue` }],
  );
};

/** Needs that no order can meet, so that the option would never be sold. */
const unmetNeeds = (products: Catalogue['products']): Contradiction[] =>
  products.flatMap(({ max_quantity, options }, at) =>
    options.flatMap(({ id, needs }, index) => {
      const place = `products/${at}/options/${index}/needs`;
      const single = needs.length > 0 && max_quantity < 2;
      return [
        ...(single ? [{ place, problem: 'an order has one ticket at most (max_quantity)' }] : []),
        ...needs.flatMap((needed, position) => {
          const other = options.find((one) => one.id === needed && one.id !== id);
          if (other && other.max > 0) return [];
          const problem = other
            ? `${needed} cannot be ordered: its max is 0`
            : `${needed} is not another option of this product`;
          return [{ place: `${place}/${position}`, problem }];
        }),
      ];
    }),
  );

/** The essentials that a catalogue lacks: a page opens in one language, and every ticket is mailed. */
const missingEssentials = ({ languages, field_templates }: Catalogue): Contradiction[] => {
  const count = languages.filter(({ is_default }) => is_default).length;
  const mail = field_templates.find(({ field_name }) => field_name === 'email');
  const isMailed = mail?.is_display === true && mail.is_require;
  const languageProblem = `one of them must have is_default true, the others false; ${count} have true`;
  const mailProblem = 'email must be there, with is_display and is_require true: tickets are mailed';
  return [
    ...(count === 1 ? [] : [{ place: 'languages', problem: languageProblem }]),
    ...(isMailed ? [] : [{ place: 'field_templates', problem: mailProblem }]),
  ];
};

/** Everything in a catalogue that contradicts another part of it. */
const contradictionsIn = (catalogue: Catalogue): Contradiction[] => {
  const { languages, field_templates, payment_methods, products, set_products, coupons } = catalogue;
  return [
    ...repeated(languages.map(({ id }, at) => [`languages/${at}/id`, id])),
    ...repeated(field_templates.map(({ field_name }, at) => [`field_templates/${at}/field_name`, field_name])),
    ...repeated(payment_methods.map(({ id }, at) => [`payment_methods/${at}/id`, id])),
    ...repeated(products.map(({ uuid }, at) => [`products/${at}/uuid`, uuid])),
    ...repeated(inProducts(products, 'options')),
    ...repeated(inProducts(products, 'time_spans')),
    ...repeated(set_products.map(({ uuid }, at) => [`set_products/${at}/uuid`, uuid])),
    ...repeated(coupons.map(({ code }, at) => [`coupons/${at}/code`, code])),
    ...unknownProducts(
      products,
      set_products.flatMap(({ products: own }, at) =>
        own.map((uuid, index): Placed => [`set_products/${at}/products/${index}`, uuid]),
      ),
    ),
    ...unknownProducts(
      products,
      coupons.flatMap(({ scopes }, at) =>
        scopes.map(({ product_uuid }, index): Placed => [`coupons/${at}/scopes/${index}/product_uuid`, product_uuid]),
      ),
    ),
    ...unmetNeeds(products),
    ...missingEssentials(catalogue),
  ];
};

/**
 * A venue's catalogue of one site: everything that docs/product.md#operator-configuration lets an operator set. `npm run db --
 * import` reads it, `export` writes it. Times are ISO 8601 with an offset, days are the venue's, amounts whole yen with tax.
 */
export const CatalogueSchema = v.pipe(
  CatalogueParts,
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const { value: input } = dataset;
    for (const { place, problem } of contradictionsIn(input))
      addIssue({ message: problem, path: [{ type: 'unknown', origin: 'value', input, key: place, value: null }] });
  }),
);
