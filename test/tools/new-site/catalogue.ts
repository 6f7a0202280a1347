import * as v from 'valibot';
import { type Catalogue, CatalogueSchema } from '#server/catalogue/schema.ts';
import { customerFields } from '#src/domain/customer.ts';
import { addDays } from '#src/domain/dates.ts';

const days = 30;
const displayed: readonly string[] = ['fullname', 'email', 'phone', 'mail_magazine'];
const required: readonly string[] = ['fullname', 'email'];

const words = <Texts extends object>(ja: Texts, en: Texts) => ({ ja, en });

const methods = [
  { id: 'stripe_secure', min_amount: 50, words: words({ name: 'クレジットカード' }, { name: 'Credit card' }) },
  { id: 'free', min_amount: 0, words: words({ name: 'お支払いなし' }, { name: 'Nothing to pay' }) },
];

const spanOf = (code: string, day: string, from: string) => ({
  id: `${code}-${day}`,
  reservation_from: `${day}T10:00:00+09:00`,
  reservation_to: `${day}T17:00:00+09:00`,
  sale_from: `${from}T00:00:00+09:00`,
  sale_to: `${day}T16:00:00+09:00`,
  capacity: 200,
});

const admission = (code: string, from: string) => ({
  uuid: `${code}-admission`,
  sale_type: 'date',
  sale_from: from,
  sale_to: addDays(from, days - 1),
  min_quantity: 1,
  max_quantity: 10,
  words: words(
    { product_name: '入場券', description: '10時から17時までご入場いただけます。' },
    { product_name: 'Admission for a day', description: 'Open from 10:00 to 17:00.' },
  ),
  options: [
    {
      id: `${code}-adult`,
      type: 'adult',
      add_cost: 1500,
      min: 0,
      max: 10,
      words: words({ name: '大人' }, { name: 'Adult' }),
    },
    {
      id: `${code}-child`,
      type: 'child',
      add_cost: 500,
      min: 0,
      max: 10,
      words: words({ name: '子ども' }, { name: 'Child' }),
    },
  ],
  time_spans: Array.from({ length: days }, (_, index) => spanOf(code, addDays(from, index), from)),
});

/** A small catalogue to begin with: one product for thirty days from `from` (YYYY-MM-DD) on. */
export const catalogueFor = (code: string, from: string): Catalogue =>
  v.parse(CatalogueSchema, {
    site: code,
    languages: [
      { id: 'ja', display_name: '日本語', display_position: 1, is_default: true },
      { id: 'en', display_name: 'English', display_position: 2, is_default: false },
    ],
    field_templates: customerFields.map((field_name) => ({
      field_name,
      is_display: displayed.includes(field_name),
      is_require: required.includes(field_name),
      list: null,
    })),
    payment_methods: methods,
    products: [admission(code, from)],
  });
