import * as v from 'valibot';
import { LangSchema } from './lang.ts';

/** One row of the language list (docs/product.md#language-rows). */
export const LanguageSchema = v.object({
  id: LangSchema,
  display_name: v.string(),
  display_position: v.pipe(v.number(), v.integer()),
  is_default: v.boolean(),
});
export type Language = v.InferOutput<typeof LanguageSchema>;

const Link = v.optional(v.union([v.literal(''), v.pipe(v.string(), v.url(), v.regex(/^https:/))]), '');

/** Configuration of a site that an operator sets without a build. Unknown keys are dropped. */
export const ConfigurationsSchema = v.object({
  /** 'demo' shows the demo strip, 'reconnect' the lost-connection strip (docs/product.md#app-modes). */
  app_mode: v.array(v.picklist(['reconnect', 'demo'])),
  operator_name: v.string(),
  /** The operator's address and responsible person; '' means "disclosed on request" (docs/payments.md#sellers-notice). */
  operator_address: v.optional(v.string(), ''),
  representative: v.optional(v.string(), ''),
  contact_mail: v.string(),
  contact_phone: v.string(),
  terms_url: Link,
  specified_url: Link,
  privacy_url: Link,
  about_url: Link,
  app_url: Link,
  help_url: Link,
  extra_url: Link,
  /** Consumption tax in percent. */
  tax_rate: v.number(),
  /** Registration number of the receipt's issuer, T and 13 digits; '' without one (docs/payments.md#receipt-contents). */
  invoice_number: v.optional(v.union([v.literal(''), v.pipe(v.string(), v.regex(/^T\d{13}$/))]), ''),
  /** The server requires a bot-check token with each order. */
  bot_check: v.optional(v.boolean()),
  /** How long personal data are stored, in days: of unpaid orders, mails, orders after the visit, backups; invoices in years. */
  retention: v.optional(
    v.object({
      unpaid_days: v.number(),
      mail_days: v.number(),
      visit_days: v.number(),
      backup_days: v.number(),
      invoice_years: v.number(),
    }),
  ),
  /** Address of the sandbox's scripts; '' with a real provider. */
  sandbox_url: v.optional(v.union([v.literal(''), v.pipe(v.string(), v.url())]), ''),
});
export type Configurations = v.InferOutput<typeof ConfigurationsSchema>;

/** Texts that override catalogue messages: message id to text (docs/architecture.md#server-texts). */
export const TextsSchema = v.record(v.string(), v.string());
export type Texts = v.InferOutput<typeof TextsSchema>;
