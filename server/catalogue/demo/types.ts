import type { OptionTexts, ProductTexts, SetTexts } from '#server/db/catalogue-tables.ts';
import type { CustomerField } from '#src/domain/customer.ts';
import type { Lang } from '#src/domain/lang.ts';
import type { OptionListName } from '#src/domain/options.ts';
import type { Method } from '#src/domain/payment.ts';
import type { SaleType } from '#src/domain/product.ts';
import type { SiteCode } from '#src/domain/site.ts';

/** One product of the demo data, in every language; `key` is the prefix of its option and slot ids. */
export type SeedProduct = {
  uuid: string;
  key: string;
  sale_type: SaleType;
  min_quantity: number;
  max_quantity: number;
  words: Required<ProductTexts>;
  options: {
    key: string;
    type: string;
    add_cost: number;
    min: number;
    max: number;
    /** Keys of options of which one has to be ordered with it. */
    needs?: string[];
    words: Required<OptionTexts>;
  }[];
  /** Seats per slot, and opening hours in minutes from midnight at the venue. */
  capacity: number;
  opens: number;
  closes: number;
  /** Length of a slot in minutes; for `time` only. */
  every?: number;
  /** Yen added to each option on Saturdays and Sundays. */
  weekend: number;
};

/** A set product, for any slot of the products named by their keys (docs/product.md#set-products). */
export type SeedSet = {
  uuid: string;
  key: string;
  /** Keys of the products it is offered with. */
  with: string[];
  /** Yen for one, tax included. */
  add_cost: number;
  /** Largest number in one order. */
  max: number;
  /** Stock per slot. */
  stock: number;
  words: Required<SetTexts>;
};

/** A customer field; `list` names its options, null where it is typed. */
export type SeedField = { field: CustomerField; shown: boolean; required: boolean; list: OptionListName | null };

/** One site of the demo data. */
export type SeedSite = {
  code: SiteCode;
  /** The language of a visitor who chose none (docs/product.md#default-language). */
  defaultLang: Lang;
  fields: SeedField[];
  methods: { id: Method; min_amount: number; words: Required<OptionTexts> }[];
  texts: Record<Lang, Record<string, string>>;
  products: SeedProduct[];
  sets: SeedSet[];
};
