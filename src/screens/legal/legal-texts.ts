import * as v from 'valibot';
import { fill } from '#src/domain/fill.ts';
import type { Configurations } from '#src/domain/shop.ts';

/** The product's own legal pages (docs/product.md#screen-legal-pages); an operator may configure other ones instead. */
export const legalDocuments = ['privacy', 'specified', 'terms'] as const;
export type LegalDocument = (typeof legalDocuments)[number];

const optionalTexts = ['address', 'representative', 'phone', 'phone_hours', 'issued'] as const;
const flags = ['measures', 'bot_check', 'apple_wallet', 'google_wallet', 'sold_to_eu'] as const;

/** Facts of a venue's pages, by the names that `legal.json` has for them; '' or an empty list if not configured. */
export type LegalFacts = {
  /** `phone_hours`: when the telephone is answered. `issued`, `changed`: days of issue and of the last change. */
  texts: Record<
    'operator' | 'mail' | 'site' | 'tax_rate' | 'court' | 'changed' | (typeof optionalTexts)[number],
    string
  >;
  /** `date_rules`: how often and until when the dates of tickets can be changed, of each product that limits it. */
  lists: Record<'methods' | 'processors' | 'date_rules', readonly string[]>;
  /** `measures`: the site measures its use, with consent. `sold_to_eu`: tickets are offered to people in the European Union. */
  flags: Record<(typeof flags)[number], boolean>;
  /** How long personal data are stored; undefined if the server does not state it. */
  retention: Configurations['retention'];
};

type Clause = { heading: string; text: readonly string[] };

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
const valuesOf = ({ on_request, day, days, comma }: LegalFile, { texts, lists, retention }: LegalFacts) => {
  const spanOf = (count: number | undefined): string => {
    if (count === undefined) return '';
    return count === 1 ? day : fill(days, { count: String(count) });
  };
  return {
    ...texts,
    on_request,
    methods: lists.methods.join(comma),
    processors: lists.processors.join(comma),
    date_rules: lists.date_rules.join(comma),
    unpaid_days: spanOf(retention?.unpaid_days),
    visit_days: spanOf(retention?.visit_days),
    mail_days: spanOf(retention?.mail_days),
    backup_days: spanOf(retention?.backup_days),
    invoice_years: String(retention?.invoice_years ?? ''),
  };
};

/** The clauses of a page for these facts, in the language of the file. */
export const legalClauses = (file: LegalFile, facts: LegalFacts, document: LegalDocument): Clause[] => {
  const values = valuesOf(file, facts);
  const present: Readonly<Record<string, string | boolean>> = { ...values, ...facts.flags };

  const isShown = (row: { when?: string | undefined; unless?: string | undefined }) =>
    (row.when === undefined || present[row.when]) && !(row.unless !== undefined && present[row.unless]);
  const linesOf = (line: v.InferOutput<typeof Line>): string[] => {
    const row = typeof line === 'string' ? { text: line } : line;
    const hasAll = [...row.text.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => present[name] !== '');
    return isShown(row) && hasAll ? [fill(row.text, values)] : [];
  };
  return file[document].filter(isShown).map(({ heading, lines }) => ({ heading, text: lines.flatMap(linesOf) }));
};
