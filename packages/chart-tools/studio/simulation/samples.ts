import borderless from 'ticket-store/server/catalogue/demo/catalogues/borderless.json';
import type { Catalogue } from 'ticket-store/src/domain/catalogue.ts';
import { htmlLang, type Lang, langs } from 'ticket-store/src/domain/lang.ts';
import type { Method } from 'ticket-store/src/domain/payment.ts';
import type { SiteSettings } from 'ticket-store/src/domain/site.ts';
import { catalogue, product } from 'ticket-store/test/paths/sample-shop.ts';

type Words = Readonly<Partial<Record<Lang, string>>>;
type Names = Readonly<Partial<Record<Lang, { readonly name: string } | { readonly product_name: string }>>>;
const namesOf = (words: Names): Words =>
  Object.fromEntries(Object.entries(words).map(([lang, row]) => [lang, 'name' in row ? row.name : row.product_name]));
const [adult] = borderless.products.flatMap(({ options }) => options);
const [card] = borderless.payment_methods;
const audio = borderless.set_products.at(-1);

/** Texts of the sample shop in other languages: those of a demo site. */
const texts: Readonly<Record<string, Words>> = {
  ...(adult && { Adult: namesOf(adult.words) }),
  ...(audio && { 'Audio guide': namesOf(audio.words) }),
  ...(card && { Card: { ...namesOf(card.words), en: 'Card' } }),
};

const brands: Partial<Record<Method, string>> = { alipay: 'Alipay' };

/** The name of a payment method; cards have one in each language. */
const nameOf = (method: Method): string =>
  brands[method] ?? (/stripe|credit|^gmo$/.test(method) ? 'Card' : method.replace(/^[a-z]+_/, ''));

type Place = { readonly site: SiteSettings; readonly lang: Lang; readonly now: number };

const textOf = (text: string, { site, lang }: Place): string =>
  text === product.product_name ? site.title[lang] : (texts[text]?.[lang] ?? text);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Error);

const localisedPart = (value: unknown, place: Place): unknown => {
  if (typeof value === 'string') return textOf(value, place);
  if (Array.isArray(value)) return value.map((one: unknown) => localisedPart(one, place));
  return isRecord(value) ? localised(value, place) : value;
};

/**
 * A simulated answer as a server of this site would give it in this language: the sample's texts are translated, the product has
 * the site's name, and what says when it was made was made now.
 */
export const localised = (value: Readonly<Record<string, unknown>>, place: Place): Record<string, unknown> => {
  const copy = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, localisedPart(part, place)]));
  return 'at' in value ? { ...copy, at: place.now } : copy;
};

/** The sample shop's catalogue on this site, in all languages and with the site's payment methods. */
export const catalogueOf = (place: Place): Catalogue => ({
  ...catalogue,
  langs: langs.map((id, index) => ({
    id,
    display_name: new Intl.DisplayNames(htmlLang[id], { type: 'language' }).of(htmlLang[id]) ?? id,
    display_position: index + 1,
    is_default: id === place.lang,
  })),
  configurations: { ...catalogue.configurations, operator_name: place.site.title[place.lang] },
  products: catalogue.products.map((one) => ({
    ...one,
    product_name: textOf(one.product_name, place),
    options: one.options.map((option) => ({ ...option, name: textOf(option.name, place) })),
  })),
  methods: place.site.methods.map((id) => ({ id, name: textOf(nameOf(id), place), note: '', min_amount: 50 })),
});
