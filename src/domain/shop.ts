import * as v from 'valibot';
import { LangSchema, langs } from './lang.ts';
import { DayStockSchema, Moment } from './product.ts';
import { walletNames } from './wallet.ts';

/** A row of the language list (docs/product.md#products). */
export const LanguageSchema = v.object({
  id: LangSchema,
  display_name: v.string(),
  display_position: v.pipe(v.number(), v.integer()),
  is_default: v.boolean(),
});
export type Language = v.InferOutput<typeof LanguageSchema>;

const Link = v.optional(v.union([v.literal(''), v.pipe(v.string(), v.url(), v.regex(/^https:/))]), '');

const SomeLangs = v.optional(v.partial(v.object(v.entriesFromList(langs, v.string()))));

/** Facts for the legal pages that an operator adds to those below; missing ones are left out of the pages. */
const LegalSchema = v.object({
  /** The legal person that sells, its address and its representative, in each language of the pages. */
  seller: SomeLangs,
  address: SomeLangs,
  representative: SomeLangs,
  /** When the telephone is answered. */
  phone_hours: SomeLangs,
  /** The court of first instance. */
  court: SomeLangs,
  /** Days (YYYY-MM-DD) on which terms and privacy policy were issued and last changed. */
  issued: v.optional(v.pipe(v.string(), v.isoDate())),
  changed: v.optional(v.pipe(v.string(), v.isoDate())),
  /** Tickets are offered to people in the European Union. */
  sold_to_eu: v.optional(v.boolean()),
});

/** Configuration of a site: what an operator sets without a build, and what the server adds. Unknown keys are dropped. */
export const ConfigurationsSchema = v.object({
  /** 'demo' shows the demo strip, 'reconnect' the lost-connection strip (docs/product.md#app-modes). */
  app_mode: v.array(v.picklist(['reconnect', 'demo'])),
  operator_name: v.string(),
  /** The operator's address and responsible person; '' means "disclosed on request" (docs/payments.md#sellers-notice). */
  operator_address: v.optional(v.string(), ''),
  representative: v.optional(v.string(), ''),
  legal: v.optional(LegalSchema),
  contact_mail: v.string(),
  contact_phone: v.string(),
  ...v.entriesFromList(
    ['terms_url', 'specified_url', 'privacy_url', 'about_url', 'app_url', 'help_url', 'extra_url'],
    Link,
  ),
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
  /** The venue's day (YYYY-MM-DD) by the server's clock; a device's may be years off. */
  today: v.optional(v.pipe(v.string(), v.isoDate())),
  /** Free seats of the next days at that moment: the server puts them into the page, so that it draws them without a request. */
  arrival: v.optional(v.object({ as_of: Moment, days: v.array(DayStockSchema) })),
  /** Wallets for which the operator has keys, so that passes may be added. */
  wallets: v.optional(v.array(v.picklist(walletNames))),
  /** Address of the sandbox's scripts; '' with a real provider. */
  sandbox_url: v.optional(v.union([v.literal(''), v.pipe(v.string(), v.url())]), ''),
});
export type Configurations = v.InferOutput<typeof ConfigurationsSchema>;

/** Texts that override catalogue messages: message id to text (docs/product.md#texts). */
export const TextsSchema = v.record(v.string(), v.string());
export type Texts = v.InferOutput<typeof TextsSchema>;
