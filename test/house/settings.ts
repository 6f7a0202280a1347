import type { SeedSite } from '#server/seed/types.ts';
import { type CustomerField, customerFields } from '#src/domain/customer.ts';
import { methods } from '#src/domain/payment.ts';
import { SaleTypeSchema } from '#src/domain/product.ts';
import { environments, type SiteCode, type SiteSettings } from '#src/domain/site.ts';
import type { Operation } from '#src/sites/operation.ts';

/** Everything that differs by site: settings, seed, skin. */
export type Whole = { settings: SiteSettings; operation: Operation; seed: SeedSite; skin: string };
/** The value of a setting at a site; an array if there are several. */
type Read = (site: Whole) => unknown;

const presenceOf = (value: string | null | undefined) => (value ? 'given' : 'none');
const isIn = (skin: string, token: string) => (skin.includes(`--${token}:`) ? 'its own' : 'as usual');

const listsOf = ({ fields }: SeedSite, customerField: CustomerField) =>
  fields.filter(({ field, shown }) => field === customerField && shown).map(({ list }) => list);

/** Every setting of docs/product.md#site-settings in which sites may differ, with the values that must be used. */
export const table: readonly (readonly [setting: string, values: readonly unknown[], read: Read])[] = [
  ['header logo, height', [16, 30], ({ settings }) => settings.logo.header.height],
  [
    'header logo, variant',
    ['white', 'black', 'by scheme'],
    ({ settings }) => settings.logo.header.variant ?? 'by scheme',
  ],
  ['header logo on pc', [true, false], ({ settings }) => settings.logo.onPc],
  ['header logo on sp', [true, false], ({ settings }) => settings.logo.onSp],
  ['print logo, height', [60, 85], ({ settings }) => settings.logo.print.height],
  ['brand and copyright', [true, false], ({ settings }) => settings.isShowTeamLabBrand],
  ['mail-confirm step', [true, false], ({ settings }) => settings.mailConfirm],
  ['only mail-confirm', [true, false], ({ settings }) => settings.isOnlyStartMailConfirm],
  ['ticket help', [true, false], ({ settings }) => settings.ticketHelp],
  ['ticket display', ['fusion', 'separate'], ({ settings }) => settings.ticketDisplay],
  [
    'ticket header on pc and sp',
    ['one colour', 'two colours'],
    ({ settings: { ticketHeaderColor } }) =>
      ticketHeaderColor.pc === ticketHeaderColor.sp ? 'one colour' : 'two colours',
  ],
  ['container id', ['given', 'none'], ({ settings }) => presenceOf(settings.gatagKey.url)],
  ['go-to-ticket button', [true, false], ({ settings }) => settings.goToTicketButton],
  ['bot check', [true, false], ({ settings }) => settings.recaptcha],
  ['device fingerprint', ['given', 'none'], ({ settings }) => presenceOf(settings.fingerprint?.callback)],
  // Production keys come with a venue's contracts.
  [
    'payment keys in',
    ['development', 'staging'],
    ({ settings }) => environments.filter((one) => presenceOf(settings.paymentKeys[one].stripe) === 'given'),
  ],
  ['payment method', methods, ({ settings }) => settings.methods],
  ['sale type', SaleTypeSchema.options, ({ seed }) => seed.products.map(({ sale_type }) => sale_type)],
  ['app mode', ['reconnect'], ({ operation }) => operation.configurations.app_mode],
  ['set products', [0, 1, 2], ({ seed }) => seed.sets.length],
  ['field shown', customerFields, ({ seed }) => seed.fields.filter(({ shown }) => shown).map(({ field }) => field)],
  [
    'residence',
    ['free text', 'prefectures', 'countries', 'asia', 'residence_areas'],
    ({ seed }) => listsOf(seed, 'resident_area').map((list) => list ?? 'free text'),
  ],
  ['gender', ['genders', 'genders_two'], ({ seed }) => listsOf(seed, 'gender')],
  ['age', ['age_bands', 'age_bands_fine'], ({ seed }) => listsOf(seed, 'age')],
  ...(['about_url', 'app_url', 'help_url', 'extra_url', 'terms_url', 'specified_url', 'privacy_url'] as const).map(
    (key) => [key, ['given', 'none'], ({ operation }: Whole) => presenceOf(operation.configurations[key])] as const,
  ),
  ['colour of the header', ['its own', 'as usual'], ({ skin }) => isIn(skin, 'header')],
  ['type of headings', ['its own', 'as usual'], ({ skin }) => isIn(skin, 'display')],
  ['corners', ['its own', 'as usual'], ({ skin }) => isIn(skin, 'radius')],
];

/** The sites that use each of a row's values. */
export const usesOf = (
  [, values, read]: (typeof table)[number],
  sites: readonly Whole[],
): { value: unknown; codes: SiteCode[] }[] =>
  values.map((value) => ({
    value,
    codes: sites.filter((site) => [read(site)].flat().includes(value)).map(({ settings }) => settings.code),
  }));
