import * as v from 'valibot';
import { FieldTemplateSchema } from './customer.ts';
import { PaymentMethodSchema } from './payment.ts';
import { Count, Day, SaleTypeSchema, Yen } from './product.ts';
import { ConfigurationsSchema, LanguageSchema, TextsSchema } from './shop.ts';

export const ProductOptionSchema = v.object({
  id: v.string(),
  name: v.string(),
  note: v.string(),
  type: v.string(),
  /** Yen for one, tax included. */
  add_cost: Yen,
  min: Count,
  max: Count,
  /** Options of which at least one has to be ordered with it; missing: it may be ordered alone. */
  needs: v.optional(v.array(v.string())),
});

export const ProductSchema = v.object({
  uuid: v.string(),
  product_name: v.string(),
  description: v.string(),
  sale_type: SaleTypeSchema,
  naming_right: v.string(),
  caution: v.string(),
  price_from: Yen,
  /** First and last day on sale, venue time. */
  sale_from: Day,
  sale_to: Day,
  /** Minimum and maximum number of tickets in one order. */
  min_quantity: Count,
  max_quantity: Count,
  options: v.array(ProductOptionSchema),
});

/** Everything the shop shows before a choice is made. */
export const CatalogueSchema = v.object({
  langs: v.array(LanguageSchema),
  fieldTemplates: v.array(FieldTemplateSchema),
  configurations: ConfigurationsSchema,
  products: v.array(ProductSchema),
  methods: v.array(PaymentMethodSchema),
  texts: TextsSchema,
});
export type Catalogue = v.InferOutput<typeof CatalogueSchema>;
