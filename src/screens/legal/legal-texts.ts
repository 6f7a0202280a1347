import * as v from 'valibot';
import { fill } from '#src/domain/fill.ts';
import type { Configurations } from '#src/domain/shop.ts';
import type { WalletName } from '#src/domain/wallet.ts';

/** The product's own legal pages (docs/product.md#screen-legal-pages); an operator may configure other ones instead. */
export const legalDocuments = ['privacy', 'specified', 'terms'] as const;
export type LegalDocument = (typeof legalDocuments)[number];

/** Values for a venue's pages, from its configuration; '' if not configured. */
export type LegalFacts = {
  operator: string;
  address: string;
  representative: string;
  mail: string;
  phone: string;
  /** The site's name. */
  site: string;
  /** Consumption tax in percent. */
  taxRate: number;
  /** Names of the payment methods. */
  methods: readonly string[];
  /** The site measures its use, with consent. */
  measures: boolean;
  /** Companies that process payments, by the site's methods. */
  processors: readonly string[];
  /** Passes can be added to these wallets. */
  wallets: readonly WalletName[];
  /** When the telephone is answered. */
  phoneHours: string;
  court: string;
  /** Days of issue and of the last change. */
  issued: string;
  changed: string;
  /** Tickets are offered to people in the European Union. */
  soldToEu: boolean;
  /** Orders are protected by a bot check. */
  botCheck: boolean;
  /** How often and until when the dates of tickets can be changed, of each product that limits it. */
  dateRules: readonly string[];
  /** How long personal data are stored; undefined if the server does not state it. */
  retention: Configurations['retention'];
};

export type Clause = { heading: string; text: readonly string[] };

const optionalTexts = ['address', 'representative', 'phone', 'phone_hours', 'issued'] as const;
const flags = ['measures', 'bot_check', 'apple_wallet', 'google_wallet', 'sold_to_eu'] as const;
/** A line or clause can depend on a fact: `when` it is set, or `unless` it is. */
const Condition = v.optional(v.picklist([...optionalTexts, ...flags]));

/** A line is left out, too, when the value of one of its placeholders is not configured. */
const Line = v.union([v.string(), v.strictObject({ when: Condition, unless: Condition, text: v.string() })]);
const Clauses = v.array(v.strictObject({ heading: v.string(), when: Condition, lines: v.array(Line) }));

/** `legal.json` in a folder of `locales`: templates that an operator's lawyer has to review. */
export const LegalFileSchema = v.strictObject({
  on_request: v.string(),
  day: v.string(),
  days: v.string(),
  comma: v.string(),
  ...v.entriesFromList(legalDocuments, Clauses),
});
export type LegalFile = v.InferOutput<typeof LegalFileSchema>;

/** The values of the placeholders; '' if not configured. */
const valuesOf = ({ on_request, day, days, comma }: LegalFile, facts: LegalFacts) => {
  const { retention, phoneHours, taxRate, methods, processors } = facts;
  const spanOf = (count: number | undefined): string => {
    if (count === undefined) return '';
    return count === 1 ? day : fill(days, { count: String(count) });
  };
  const { operator, address, representative, mail, phone, site, court, issued, changed } = facts;
  return {
    ...{ operator, address, representative, mail, phone, site, court, issued, changed, on_request },
    phone_hours: phoneHours,
    tax_rate: String(taxRate),
    methods: methods.join(comma),
    date_rules: facts.dateRules.join(comma),
    processors: processors.join(comma),
    unpaid_days: spanOf(retention?.unpaid_days),
    visit_days: spanOf(retention?.visit_days),
    mail_days: spanOf(retention?.mail_days),
    backup_days: spanOf(retention?.backup_days),
    invoice_years: String(retention?.invoice_years ?? ''),
  };
};

/** The pages for these facts, in the language of the file. */
export const legalPages = (file: LegalFile, facts: LegalFacts): Record<LegalDocument, Clause[]> => {
  const { measures, botCheck: bot_check, soldToEu: sold_to_eu, wallets } = facts;
  const values = valuesOf(file, facts);
  const present: Readonly<Record<string, string | boolean>> = {
    ...values,
    ...{ measures, bot_check, sold_to_eu },
    apple_wallet: wallets.includes('apple'),
    google_wallet: wallets.includes('google'),
  };
  const isShown = (row: { when?: string | undefined; unless?: string | undefined }) =>
    (row.when === undefined || present[row.when]) && !(row.unless !== undefined && present[row.unless]);
  const linesOf = (line: v.InferOutput<typeof Line>): string[] => {
    const row = typeof line === 'string' ? { text: line } : line;
    const hasAll = [...row.text.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => present[name] !== '');
    return isShown(row) && hasAll ? [fill(row.text, values)] : [];
  };
  const clausesOf = (name: LegalDocument) =>
    file[name].filter(isShown).map(({ heading, lines }) => ({ heading, text: lines.flatMap(linesOf) }));
  return { privacy: clausesOf('privacy'), specified: clausesOf('specified'), terms: clausesOf('terms') };
};
