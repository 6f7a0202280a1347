import * as v from 'valibot';
import { langs } from '#src/domain/lang.ts';
import type { Configurations } from '#src/domain/shop.ts';
import { matching, type Range, strict, text, WebSchema, whole, yesNo } from '#src/domain/site-fields.ts';
import { freeOrderRanges, holdRanges, queueRanges, retentionRanges } from './bounds.ts';

const someTexts = v.optional(strict(v.entriesFromList(langs, v.optional(text(200)))));

const day = 'a day, YYYY-MM-DD';
const DaySchema = v.optional(v.pipe(v.string(day), v.isoDate(day)));

const LegalSchema = strict({
  ...v.entriesFromList(['seller', 'address', 'representative', 'phoneHours', 'court'], someTexts),
  issued: DaySchema,
  changed: DaySchema,
  soldToEu: v.optional(yesNo),
});

const LinkSchema = v.optional(WebSchema, '');
const LinksSchema = strict(
  v.entriesFromList(['terms', 'specified', 'privacy', 'about', 'app', 'help', 'extra'], LinkSchema),
);

const OperatorSchema = strict({
  name: text(120),
  address: v.optional(v.string('a text, or empty'), ''),
  representative: v.optional(v.string('a text, or empty'), ''),
  /** In half width: mail programs cannot answer to any other. */
  mail: matching(/^[^\s@\uff01-\uff5e]+@[^\s@.\uff01-\uff5e]+\.[^\s@\uff01-\uff5e]+$/, 'a mail address'),
  phone: matching(/^\+?[\d-]{5,20}$/, 'a telephone number: digits and hyphens'),
});

const limit = (range: Range) => v.exactOptional(whole(range));

const percent = 'a number from 0 to 100';
const score = 'a number from 0 to 1';
const invoice = 'T and 13 digits, or empty';
const modes = 'a list that is empty or has reconnect';

/** Limits that a folder may set, each within its range. */
const limitsIn = <Name extends string>(ranges: Readonly<Record<Name, Range>>) => {
  const entries = Object.entries<Range>(ranges).map(([name, range]) => [name, limit(range)] as const);
  return strict(Object.fromEntries(entries) as Record<Name, ReturnType<typeof limit>>);
};

/** The part of `site.json` about who sells and by which limits: read by the server; pages get it from its API. */
export const operationEntries = {
  operator: OperatorSchema,
  legal: v.optional(LegalSchema),
  links: v.optional(LinksSchema, {}),
  taxRate: v.optional(v.pipe(v.number(percent), v.minValue(0, percent), v.maxValue(100, percent)), 10),
  invoiceNumber: v.optional(matching(/^(T\d{13})?$/, invoice), ''),
  appMode: v.optional(v.array(v.picklist(['reconnect'], modes), modes), []),
  /** The server's settings hold for limits that are missing here. */
  holds: v.optional(limitsIn(holdRanges), {}),
  /** The waiting room; without `ordersPerMinute`, of the site or of a product, it opens only when the server is at its limit. */
  queue: v.optional(
    strict({
      ordersPerMinute: limit(queueRanges.ordersPerMinute),
      products: v.optional(v.record(v.string(), whole(queueRanges.ordersPerMinute), 'orders a minute by uuid'), {}),
      minutes: v.optional(whole(queueRanges.minutes), 5),
      addressPlaces: v.optional(whole(queueRanges.addressPlaces), 40),
    }),
    {},
  ),
  retention: v.optional(limitsIn(retentionRanges), {}),
  /** Free orders in an hour, for one mailbox and from one visitor. */
  freeOrders: v.optional(limitsIn(freeOrderRanges), {}),
  /** Whether a rest that a coupon leaves is not charged where it is too small for each method. */
  waiveRest: v.optional(yesNo, false),
  /** Least score of the bot check. */
  recaptchaMinScore: v.exactOptional(v.pipe(v.number(score), v.minValue(0, score), v.maxValue(1, score))),
};

/** The operation in a site's file: its operator, in the form of the API, and the limits that its folder sets. */
export const operationFrom = (fields: v.InferOutput<v.ObjectSchema<typeof operationEntries, undefined>>) => {
  const { operator, legal: { phoneHours, soldToEu, ...legal } = {}, links } = fields;
  const { holds, queue, retention, freeOrders, waiveRest, recaptchaMinScore } = fields;
  const hours = phoneHours && { phone_hours: phoneHours };
  const eu = soldToEu !== undefined && { sold_to_eu: soldToEu };
  /** Without what the server knows by itself: bot check, retention, wallets, sandbox. */
  const configurations: Omit<Configurations, 'bot_check' | 'retention' | 'wallets' | 'sandbox_url'> = {
    app_mode: fields.appMode,
    operator_name: operator.name,
    operator_address: operator.address,
    representative: operator.representative,
    ...(fields.legal && { legal: { ...legal, ...hours, ...eu } }),
    contact_mail: operator.mail,
    contact_phone: operator.phone,
    terms_url: links.terms,
    specified_url: links.specified,
    privacy_url: links.privacy,
    about_url: links.about,
    app_url: links.app,
    help_url: links.help,
    extra_url: links.extra,
    tax_rate: fields.taxRate,
    invoice_number: fields.invoiceNumber,
  };
  return { configurations, holds, queue, retention, freeOrders, waiveRest, recaptchaMinScore };
};
export type Operation = ReturnType<typeof operationFrom>;
