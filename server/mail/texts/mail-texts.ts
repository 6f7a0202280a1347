import type { MailKind } from '#server/db/types.ts';
import type { SaleType } from '#src/domain/product.ts';

/** Texts of mails in one language, with placeholders in braces. Terms and tone: `locales/README.md`. */
export type MailTexts = {
  greeting: string;
  /** `link`: label of the button; null when there is no link. `notes`: one paragraph each. */
  mails: Record<MailKind, { subject: string; lead: string; link: string | null; remarks: readonly string[] }>;
  /** For a refund: whether the order's tickets are still valid. */
  refunded: { valid: string; invalid: string };
  terms: Record<'number' | 'product' | 'tickets' | 'sets' | 'coupon' | 'total' | 'refund' | 'place', string>;
  /** Label of the visit by sale type. */
  visit: Record<SaleType, string>;
  count: string;
  price: string;
  days: string;
  slot: string;
  /** The lead of a ticket that somebody known sent. */
  sentBy: string;
  codeHint: string;
  /** For a ticket with another code: a pass in Google Wallet stays as it was. */
  oldPass: string;
  calendar: string;
  links: Record<'receipt' | 'change_date' | 'map', string>;
  /** The link that ends the newsletter. */
  release: string;
  contact: string;
  automatic: string;
};
