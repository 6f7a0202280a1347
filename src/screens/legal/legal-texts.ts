import type { Configurations } from '#src/domain/shop.ts';

/** The product's own legal pages (docs/product.md#screen-legal-pages): an operator may configure pages of its own instead. */
export const legalDocuments = ['privacy', 'specified', 'terms'] as const;
export type LegalDocument = (typeof legalDocuments)[number];

/** What a venue's pages are filled with, from its configurations; '' where it has told nothing. */
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
  /** Names of the ways to pay. */
  methods: readonly string[];
  /** The site measures its use, with consent. */
  measures: boolean;
  /** Orders are guarded by a bot check. */
  botCheck: boolean;
  /** How long personal data is stored; undefined where the server does not say. */
  retention: Configurations['retention'];
};

export type Clause = { heading: string; text: readonly string[] };

/** One language's pages; templates, which an operator's lawyer has to read. */
export type LegalTexts = (facts: LegalFacts) => Record<LegalDocument, readonly Clause[]>;
