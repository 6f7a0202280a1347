import type { ColumnType, Generated } from 'kysely';
import type { CouponChannel, DiscountKind } from '#src/domain/coupon.ts';
import type { CustomerField } from '#src/domain/customer.ts';
import type { Lang } from '#src/domain/lang.ts';
import type { OptionListName } from '#src/domain/options.ts';
import type { Method } from '#src/domain/payment.ts';
import type { SaleType } from '#src/domain/product.ts';
import type { Configurations } from '#src/domain/shop.ts';
import type { SiteCode } from '#src/domain/site.ts';
import type { Json, MaybeMoment, Moment } from './columns.ts';

/** Texts of a row by language; `db/texts.ts` falls back where a language is missing. */
export type LocalizedTexts<K extends string> = Partial<Record<Lang, Record<K, string>>>;

export type ProductTexts = LocalizedTexts<'product_name' | 'description' | 'naming_right' | 'caution'>;
export type SetTexts = LocalizedTexts<'product_name' | 'description'>;
export type CouponTexts = LocalizedTexts<'name'>;
export type OptionTexts = LocalizedTexts<'name' | 'note'>;
/** Tables of a venue's catalogue; columns are described in `migrations/`. */
export type CatalogueTables = {
  sites: { code: SiteCode; seeded_on: ColumnType<string, string, string>; seed: number; imported: Generated<boolean> };
  languages: { site: SiteCode; id: Lang; display_name: string; display_position: number; is_default: boolean };
  field_templates: {
    site: SiteCode;
    field_name: CustomerField;
    position: number;
    is_display: boolean;
    is_require: boolean;
    list: OptionListName | null;
  };
  configurations: { site: SiteCode; data: Json<Configurations> };
  texts: { site: SiteCode; lang: Lang; key: string; value: string };
  payment_methods: { site: SiteCode; id: Method; position: number; min_amount: number; words: Json<OptionTexts> };
  former_methods: { site: SiteCode; id: Method; words: Json<OptionTexts> };
  products: {
    uuid: string;
    site: SiteCode;
    position: number;
    sale_type: SaleType;
    sale_from: ColumnType<string, string, string>;
    sale_to: ColumnType<string, string, string>;
    min_quantity: number;
    max_quantity: number;
    last_admission: ColumnType<number | null, number | null | undefined, number | null>;
    grace: ColumnType<number | null, number | null | undefined, number | null>;
    words: Json<ProductTexts>;
    withdrawn_at: MaybeMoment;
  };
  product_options: {
    site: SiteCode;
    id: string;
    product_uuid: string;
    position: number;
    type: string;
    add_cost: number;
    min: number;
    max: number;
    words: Json<OptionTexts>;
    needs: Generated<string[]>;
    standard: Generated<boolean>;
    withdrawn_at: MaybeMoment;
  };
  time_spans: {
    site: SiteCode;
    id: string;
    product_uuid: string;
    day: ColumnType<string, string, string>;
    reservation_from: Moment;
    reservation_to: Moment;
    sale_from: Moment;
    sale_to: Moment;
    capacity: number;
    held: Generated<number>;
    sold: Generated<number>;
    surcharge: Generated<number>;
    withdrawn_at: MaybeMoment;
  };
  set_products: {
    uuid: string;
    site: SiteCode;
    position: number;
    add_cost: number;
    max: number;
    stock: number;
    words: Json<SetTexts>;
    withdrawn_at: MaybeMoment;
  };
  set_offers: { site: SiteCode; product_uuid: string; set_uuid: string };
  set_stocks: {
    site: SiteCode;
    time_span_id: string;
    set_uuid: string;
    capacity: number;
    held: Generated<number>;
    sold: Generated<number>;
  };
  coupons: {
    id: string;
    site: SiteCode;
    code: string;
    kind: DiscountKind;
    amount: number;
    channel: CouponChannel;
    valid_until: MaybeMoment;
    visit_from: ColumnType<string | null, string | null, string | null>;
    visit_to: ColumnType<string | null, string | null, string | null>;
    use_limit: number | null;
    uses: Generated<number>;
    words: Json<CouponTexts>;
    withdrawn_at: MaybeMoment;
  };
  coupon_scopes: { site: SiteCode; coupon_id: string; product_uuid: string; option_id: string | null };
};
