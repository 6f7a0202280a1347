import * as v from 'valibot';
import { FieldTemplateSchema } from './customer.ts';
import { PaymentMethodSchema } from './payment.ts';
import { ProductSchema } from './product.ts';
import { ConfigurationsSchema, LanguageSchema, TextsSchema } from './shop.ts';

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
