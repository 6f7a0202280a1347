import * as v from 'valibot';
import { contrast } from './ink.ts';
import { ExpressWalletSchema, MethodSchema } from './payment.ts';
import { RealDay } from './real-day.ts';
import { matching, strict, texts, WebSchema, webAddress, whole, yesNo } from './site-fields.ts';

/** A colour in the one form that contrast is computed from. */
export const ColorSchema = matching(/^#[\da-f]{6}$/, 'a colour such as #17191c');

const day = 'a day such as 2027-03-31';
const DayField = v.custom<string>((value) => v.is(RealDay, value), day);
const PeriodSchema = v.pipe(
  strict({ from: DayField, to: DayField }),
  v.check(({ from, to }) => from <= to, '`to` is not before `from`'),
);

/** The exhibition that visitors come for, in each language. */
const ExhibitionSchema = strict({
  name: texts(80),
  place: texts(160),
  /** Address of a map; '' without one. */
  map: v.optional(WebSchema, ''),
  openingHours: texts(160),
  /** A description of the large picture. */
  picture: texts(120),
  /** First and last day of an exhibition; null for a house that is always there. */
  period: v.optional(v.nullable(PeriodSchema), null),
});

const LogoSchema = strict({
  header: strict({
    width: whole([8, 240], ' of pixels'),
    height: v.picklist([16, 30], '16 or 30'),
    /** The version for a coloured header; without it black in light mode, white in dark mode. */
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
/** Public keys for a provider's script in the page; secrets must never be here (docs/product.md#setting-payment-keys). */
const KeysSchema = strict({
  stripe: v.optional(matching(/^(pk_\w{1,200})?$/, stripe), ''),
  gmoShop: v.optional(matching(/^\w{0,13}$/, 'a shop id of GMO, at most 13 characters'), ''),
  softbankMerchant: v.optional(matching(/^(\d{5})?$/, 'a merchant id of SB Payment Service, five digits'), ''),
  softbankService: v.optional(matching(/^(\d{3})?$/, 'a service id of SB Payment Service, three digits'), ''),
  recaptcha: v.optional(matching(/^[\w-]{0,100}$/, 'a site key of the bot check; its secret never stands here'), ''),
});

/** Keys of the payment sandbox, which sites without keys use outside production. */
export const sandboxKeys = {
  stripe: 'pk_test_sandbox',
  gmoShop: 'tshop00000001',
  softbankMerchant: '30132',
  softbankService: '103',
  recaptcha: 'recaptcha_site_key_of_the_sandbox',
};

/** Small letters with an underscore: the browser's own properties of `window` are in camel case, so a setting replaces none. */
const globalName = /^[a-z]{1,20}(_[a-z0-9]{1,20}){1,6}$/;
/** A device-fingerprint script of the venue's fraud check, which uses global names (docs/payments.md#device-fingerprint). */
const FingerprintSchema = strict({
  /** Its address; '' where it is not loaded. */
  url: strict({ development: WebSchema, staging: WebSchema, production: WebSchema }),
  /** The global function that it calls with the value, and with whether the value is complete. */
  callback: matching(
    globalName,
    'the name of a global function, small letters with an underscore, such as io_bb_callback',
  ),
  /** Global values that it reads when it starts. */
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

/** A list of some of these names, each once, at least `minCount`. */
const listOf = <const Name extends string>(names: readonly Name[], minCount: number) => {
  const allowed = `a list of ${names.join(', ')}, each once`;
  return v.pipe(
    v.array(v.picklist(names, allowed), allowed),
    v.minLength(minCount, allowed),
    v.check((list) => new Set(list).size === list.length, allowed),
    v.readonly(),
  );
};

const api = 'an https address or a path, such as /api/v1, without a slash at its end, or empty';
const ApiSchema = v.pipe(
  v.string(api),
  v.check((address) => address === '' || /^\/[\w-]+(\/[\w-]+)*$/.test(address) || isApiAddress(address), api),
);

/** Settings that pages get. */
export const pageEntries = {
  /** Where pages that our server does not fill find the API; '' as docs/product.md#site-of-an-address says. */
  api: v.optional(ApiSchema, ''),
  title: texts(80),
  exhibition: ExhibitionSchema,
  logo: LogoSchema,
  isShowTeamLabBrand: v.optional(yesNo, true),
  /** Customer details are confirmed by mail before payment. */
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
      production: v.optional(KeysSchema, {}),
    }),
    {},
  ),
  methods: v.optional(listOf(MethodSchema.options, 1), ['stripe_secure', 'free']),
  /** Express wallets of `stripe_secure` or `stripe`, where Stripe has one on the device. */
  expressWallets: v.optional(listOf(ExpressWalletSchema.options, 0), []),
  goToTicketButton: v.optional(yesNo, true),
  /** Orders are sent with a bot-check token, if the site has a key for it. */
  recaptcha: v.optional(yesNo, false),
  fingerprint: v.optional(v.nullable(FingerprintSchema), null),
};
export const PageSchema = v.object(pageEntries);
