import type { Graph, ItemAvailability, Offer } from 'schema-dts';
import { htmlLang } from '#src/domain/lang.ts';
import type { Product, ProductState } from '#src/domain/product.ts';
import { type DescribedPage, descriptionOf, pageIn } from './head.ts';

/** Availability by the seats of the next days; without any, later days may still have some, so nothing is said. */
const availabilityOf: Partial<Record<ProductState['state'], ItemAvailability>> = {
  plenty: 'https://schema.org/InStock',
  few: 'https://schema.org/LimitedAvailability',
};

/** A product's cheapest ticket that costs something. */
const offerOf = (product: Product, state: ProductState['state'], url: string): Offer => ({
  '@type': 'Offer',
  name: product.product_name,
  price: product.price_from,
  priceCurrency: 'JPY',
  url,
  validFrom: `${product.sale_from}T00:00:00+09:00`,
  validThrough: `${product.sale_to}T23:59:59+09:00`,
  ...(availabilityOf[state] && { availability: availabilityOf[state] }),
});

/**
 * The venue for search engines (schema.org): an event where the site names the days of an exhibition, otherwise an attraction, whose
 * tickets are offers beside it, since a place has none.
 */
export const structuredData = (
  page: DescribedPage,
  products: readonly Product[],
  states: readonly ProductState[],
): Graph => {
  const { settings, base, lang, langs, picture } = page;
  const { exhibition } = settings;
  const url = pageIn(base, langs.find(({ id }) => id === lang) ?? { id: lang, is_default: true });
  const described = {
    name: exhibition.name[lang],
    description: descriptionOf(settings, lang),
    url,
    ...(picture !== null && { image: picture }),
  };
  const address = exhibition.place[lang];
  const stateOf = ({ uuid }: Product) => states.find(({ product_uuid }) => product_uuid === uuid)?.state ?? 'closed';
  const offers = products.map((product) => offerOf(product, stateOf(product), url));
  const inLanguage = htmlLang[lang];
  if (exhibition.period) {
    const { from, to } = exhibition.period;
    const location = { '@type': 'Place', name: address, address } as const;
    const event = { '@type': 'ExhibitionEvent', startDate: from, endDate: to, location, offers, inLanguage } as const;
    return { '@context': 'https://schema.org', '@graph': [{ ...event, ...described }] };
  }
  const place = { '@type': 'TouristAttraction', '@id': `${base}/#place`, address } as const;
  const here = { availableAtOrFrom: { '@id': place['@id'] } } as const;
  const graph = [{ ...place, ...described }, ...offers.map((offer) => ({ ...offer, ...here }))];
  return { '@context': 'https://schema.org', '@graph': graph };
};
