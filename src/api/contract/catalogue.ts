import * as v from 'valibot';
import { FieldTemplateSchema } from '#src/domain/customer.ts';
import { LangSchema } from '#src/domain/lang.ts';
import { PaymentMethodSchema } from '#src/domain/payment.ts';
import { ProductSchema } from '#src/domain/product.ts';
import { ConfigurationsSchema, LanguageSchema, TextsSchema } from '#src/domain/shop.ts';
import { endpoint } from '../endpoint.ts';

const LangQuery = v.object({ lang: LangSchema });

/** Calls for the page before anything is chosen (docs/product.md#calls-catalogue). */
export const getLangs = endpoint({
  path: '/langs',
  reply: v.array(LanguageSchema),
});

export const getFieldTemplates = endpoint({
  path: '/field_templates',
  reply: v.array(FieldTemplateSchema),
});

export const getConfigurations = endpoint({
  path: '/configurations',
  reply: ConfigurationsSchema,
});

export const getProducts = endpoint({
  path: '/products',
  query: LangQuery,
  reply: v.array(ProductSchema),
});

export const getTexts = endpoint({
  path: '/texts',
  query: LangQuery,
  reply: TextsSchema,
  silent: true,
});

export const getPaymentMethods = endpoint({
  path: '/paymentmethods',
  query: LangQuery,
  reply: v.array(PaymentMethodSchema),
});
