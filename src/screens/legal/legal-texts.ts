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
  /** When the telephone is answered; '' if not configured, as the next three. */
  phoneHours: string;
  court: string;
  /** Days of issue and of the last change, as text. */
  issued: string;
  changed: string;
  /** Tickets are offered to people in the European Union. */
  soldToEu: boolean;
  /** Orders are protected by a bot check. */
  botCheck: boolean;
  /** How long personal data are stored; undefined if the server does not state it. */
  retention: Configurations['retention'];
};

export type Clause = { heading: string; text: readonly string[] };

/** The pages in one language; templates that an operator's lawyer has to review. */
export type LegalTexts = (facts: LegalFacts) => Record<LegalDocument, readonly Clause[]>;
