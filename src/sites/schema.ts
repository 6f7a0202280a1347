import * as v from 'valibot';
import { contrast } from '#src/domain/ink.ts';
import { ExpressWalletSchema, MethodSchema } from '#src/domain/payment.ts';
import { RealDay } from '#src/domain/real-day.ts';
import { environments, type SiteSettings } from '#src/domain/site.ts';
import { sandboxKeys } from './defaults.ts';
import { AboutSchema, matching, strict, texts, WebSchema, webAddress, yesNo } from './fields.ts';
import { operationEntries } from './operation.ts';

/** A colour in the one form that contrast is computed from. */
export const ColorSchema = matching(/^#[\da-f]{6}$/, 'a colour such as #17191c');

const day = 'a day such as 2027-03-31';
const DayField = v.custom<string>((value) => v.is(RealDay, value), day);
const PeriodSchema = v.pipe(
  strict({ from: DayField, to: DayField }),
  v.check(({ from, to }) => from <= to, '`to` is not before `from`'),
);

const ExhibitionSchema = strict({
  name: texts(80),
  place: texts(160),
  map: v.optional(WebSchema, ''),
  openingHours: texts(160),
  picture: texts(120),
  period: v.optional(v.nullable(PeriodSchema), null),
});

const width = 'a whole number of pixels, 8 to 240';
const LogoSchema = strict({
  header: strict({
    width: v.pipe(v.number(width), v.integer(width), v.minValue(8, width), v.maxValue(240, width)),
    height: v.picklist([16, 30], '16 or 30'),
    variant: v.optional(v.picklist(['white', 'black'], 'white or black, or left out')),
  }),
  print: strict({ height: v.picklist([60, 85], '60 or 85') }),
  onPc: yesNo,
  onSp: yesNo,
});

const HeaderColorSchema = v.pipe(
  ColorSchema,
  v.check((color) => contrast(color, '#ffffff') >= 4.5, 'a darker colour: white text on it needs a contrast of 4.5:1'),
);

const stripe = 'a publishable key of Stripe (pk_…); secret keys never stand here';
const KeysSchema = strict({
  stripe: v.optional(matching(/^(pk_\w{1,200})?$/, stripe), ''),
  gmoShop: v.optional(matching(/^\w{0,13}$/, 'a shop id of GMO, at most 13 characters'), ''),
  softbankMerchant: v.optional(matching(/^(\d{5})?$/, 'a merchant id of SB Payment Service, five digits'), ''),
  softbankService: v.optional(matching(/^(\d{3})?$/, 'a service id of SB Payment Service, three digits'), ''),
  recaptcha: v.optional(matching(/^[\w-]{0,100}$/, 'a site key of the bot check; its secret never stands here'), ''),
});
const noKeys = v.parse(KeysSchema, {});

/** Properties of a browser's window are named in camel case, so that a script's settings replace none. */
const globalName = /^[a-z]{1,20}(_[a-z0-9]{1,20}){1,6}$/;
const FingerprintSchema = strict({
  url: strict(v.entriesFromList(environments, WebSchema)),
  callback: matching(
    globalName,
    'the name of a global function, small letters with an underscore, such as io_bb_callback',
  ),
  globals: v.record(
    matching(globalName, 'the name of a global value, small letters with an underscore, such as io_max_wait'),
    v.union([v.string(), v.number(), v.boolean()], 'a text, a number, true or false'),
    'names with values',
  ),
});

const isApiAddress = (address: string): boolean => {
  const url = webAddress(address);
  return url?.username === '' && address === `${url.origin}${url.pathname.replace(/\/$/, '')}`;
};

const host = 'a host name in small letters without port, such as tickets.museum.example (other scripts as xn--…)';
const HostSchema = matching(
  /^(?=.{4,253}$)(?!.*\.\d+$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/,
  host,
);

/** Most hosts of a site, earlier ones included: each gets an owner for good. */
const maxHosts = 20;

const origin = 'an origin by https, such as https://www.museum.example (by http on localhost), without a path';
const isOrigin = (address: string): boolean =>
  URL.parse(address)?.origin === address && (webAddress(address) !== null || /^http:\/\/localhost(:|$)/.test(address));
const OriginSchema = v.pipe(v.string(origin), v.check(isOrigin, origin));

/** A list of some of these names, each once, at least `least`. */
const listOf = <const Name extends string>(names: readonly Name[], minCount: number) => {
  const allowed = `a list of ${names.join(', ')}, each once`;
  return v.pipe(
    v.array(v.picklist(names, allowed), allowed),
    v.minLength(minCount, allowed),
    v.check((list) => new Set(list).size === list.length, allowed),
  );
};

const api = 'an https address or a path, such as /api/v1, without a slash at its end, or empty';
const ApiSchema = v.pipe(
  v.string(api),
  v.check((address) => address === '' || /^\/[\w-]+(\/[\w-]+)*$/.test(address) || isApiAddress(address), api),
);

/** Settings that pages get. */
const pageEntries = {
  api: v.optional(ApiSchema, ''),
  title: texts(80),
  exhibition: ExhibitionSchema,
  logo: LogoSchema,
  isShowTeamLabBrand: v.optional(yesNo, true),
  mailConfirm: v.optional(yesNo, false),
  isOnlyStartMailConfirm: v.optional(yesNo, false),
  ticketHelp: v.optional(yesNo, true),
  ticketDisplay: v.optional(v.picklist(['fusion', 'separate'], 'fusion or separate'), 'fusion'),
  ticketHeaderColor: v.optional(strict({ pc: HeaderColorSchema, sp: HeaderColorSchema }), {
    pc: '#111111',
    sp: '#111111',
  }),
  gatagKey: v.optional(
    strict({ url: matching(/^(GTM-[A-Z0-9]{4,10})?$/, 'a container id such as GTM-ABC1234, or empty') }),
    { url: '' },
  ),
  paymentKeys: v.optional(
    strict({
      development: v.optional(KeysSchema, sandboxKeys),
      staging: v.optional(KeysSchema, sandboxKeys),
      production: v.optional(KeysSchema, noKeys),
    }),
    {},
  ),
  methods: v.optional(listOf(MethodSchema.options, 1), ['stripe_secure', 'free']),
  expressWallets: v.optional(listOf(ExpressWalletSchema.options, 0), []),
  goToTicketButton: v.optional(yesNo, true),
  recaptcha: v.optional(yesNo, false),
  fingerprint: v.optional(v.nullable(FingerprintSchema), null),
};
const PageSchema = v.object(pageEntries);

/** `site.json`: the settings of docs/product.md#site-settings. Missing settings have their defaults. */
export const SiteFileSchema = strict({
  about: AboutSchema,
  hosts: v.optional(
    v.pipe(v.array(HostSchema, `a list of host names: ${host}`), v.maxLength(maxHosts, `at most ${maxHosts} hosts`)),
    [],
  ),
  origins: v.optional(v.array(OriginSchema, `a list of origins: ${origin}`), []),
  ...pageEntries,
  ...operationEntries,
});
type SiteFile = v.InferOutput<typeof SiteFileSchema>;

/** Addresses of a site's pictures. */
export type LogoAddresses = { white: string; black: string; print: string };

/** The settings of a site's page, from its file and the addresses of its pictures. */
export const settingsFrom = (code: string, file: SiteFile, { white, black, print }: LogoAddresses): SiteSettings => {
  const { logo, ...page } = v.parse(PageSchema, file);
  return {
    code,
    ...page,
    logo: { ...logo, header: { white, black, ...logo.header }, print: { src: print, ...logo.print } },
  };
};
