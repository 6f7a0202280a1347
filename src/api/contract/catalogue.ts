import * as v from 'valibot';
import { FieldTemplateSchema } from '#src/domain/customer.ts';
import { LangSchema } from '#src/domain/lang.ts';
import { PaymentMethodSchema } from '#src/domain/payment.ts';
import { ProductSchema } from '#src/domain/product.ts';
import { ConfigurationsSchema, LanguageSchema, TextsSchema } from '#src/domain/shop.ts';
import { endpoint } from '../endpoint.ts';
import { None } from './none.ts';

const LangQuery = v.object({ lang: LangSchema });

/** What a shop shows before anything is chosen (docs/product.md#calls-catalogue). */
export const getLangs = endpoint({
  method: 'GET',
  path: '/langs',
  query: None,
  body: None,
  reply: v.array(LanguageSchema),
});

export const getFieldTemplates = endpoint({
  method: 'GET',
  path: '/field_templates',
  query: None,
  body: None,
  reply: v.array(FieldTemplateSchema),
});

export const getConfigurations = endpoint({
  method: 'GET',
  path: '/configurations',
  query: None,
  body: None,
  reply: ConfigurationsSchema,
});

export const getProducts = endpoint({
  method: 'GET',
  path: '/products',
  query: LangQuery,
  body: None,
  reply: v.array(ProductSchema),
});

export const getTexts = endpoint({
  method: 'GET',
  path: '/texts',
  query: LangQuery,
  body: None,
  reply: TextsSchema,
  silent: true,
});

export const getPaymentMethods = endpoint({
  method: 'GET',
  path: '/paymentmethods',
  query: LangQuery,
  body: None,
  reply: v.array(PaymentMethodSchema),
});
