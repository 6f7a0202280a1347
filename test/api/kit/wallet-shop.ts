import { jwtVerify } from 'jose';
import * as v from 'valibot';
import { readSettings } from '#server/env.ts';
import { openWallets } from '#server/web/wallets/open.ts';
import type { Wallets } from '#server/web/wallets/wallets.ts';
import { apiPrefix } from '#src/api/contract/index.ts';
import { getTicket } from '#src/api/contract/tickets.ts';
import type { Lang } from '#src/domain/lang.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { openPass } from './pkpass.ts';
import type { Shop } from './shop.ts';
import { account, appleSettings, googleSettings } from './wallet-keys.ts';

const LocalizedString = v.object({ defaultValue: v.object({ language: v.string(), value: v.string() }) });
const Claims = v.object({
  typ: v.literal('savetowallet'),
  iat: v.number(),
  payload: v.object({
    eventTicketClasses: v.tuple([
      v.looseObject({ id: v.string(), issuerName: v.string(), eventName: LocalizedString }),
    ]),
    eventTicketObjects: v.tuple([
      v.looseObject({
        id: v.string(),
        classId: v.string(),
        state: v.literal('ACTIVE'),
        barcode: v.object({ type: v.literal('QR_CODE'), value: v.string(), alternateText: v.string() }),
        ticketType: LocalizedString,
        reservationInfo: v.object({ confirmationCode: v.string() }),
      }),
    ]),
  }),
});

/** Google's address that saves a pass; the group is its JWT. */
const saveUrl = /^https:\/\/pay\.google\.com\/gp\/v\/save\/([\w-]+\.[\w-]+\.[\w-]+)$/;

type PassQuery = { lang?: Lang; site?: SiteCode };

/** Starts a shop with generated keys for both wallets, with the actions that a visitor and a wallet perform on its passes. */
export const openWalletShop = async <S extends Shop>(start: (options: { wallets: Wallets }) => Promise<S>) => {
  const apple = appleSettings();
  const google = googleSettings();
  const shop = await start({
    wallets: await openWallets(readSettings({ ...apple.env, ...google.env }).env, () => undefined),
  });
  const address =
    (token: string, { lang, site }: PassQuery) =>
    (path: string) =>
      `${shop.url}${site ? `/${site}` : ''}${apiPrefix}/tickets/${token}${path}${lang ? `?lang=${lang}` : ''}`;

  const follow = async (token: string, pass: string, query: PassQuery = {}) => {
    const reply = await fetch(address(token, query)(`/passes/${pass}`), { redirect: 'manual' });
    const bytes = Buffer.from(await reply.arrayBuffer());
    return { status: reply.status, headers: reply.headers, bytes, text: bytes.toString() };
  };

  /** The pass that an address of Google's saves. Throws if Google would reject it. */
  const saved = async (url: string) => {
    const jwt = saveUrl.exec(url)?.[1];
    if (!jwt) throw new Error(`No address that saves a pass: ${url}`);
    const wanted = { issuer: account, audience: 'google', algorithms: ['RS256'] };
    const { payload } = await jwtVerify(jwt, google.publicKey, wanted);
    const { iat, payload: objects } = v.parse(Claims, payload);
    const [[event], [ticket]] = [objects.eventTicketClasses, objects.eventTicketObjects];
    return { jwt, iat, event, ticket };
  };

  return {
    shop,
    /** Requests a pass. */
    follow,
    /** Reads a pass as a phone does. Throws if a phone would reject it. */
    opened: (bytes: Buffer) => openPass(bytes, apple.root.pem),
    passOf: async (token: string, lang?: Lang) =>
      openPass((await follow(token, 'apple', lang ? { lang } : {})).bytes, apple.root.pem),
    saved,
    /** The pass that a ticket's link to Google Wallet saves. */
    savedBy: async (token: string, pass = 'google', query: PassQuery = {}) => {
      const { status, headers } = await follow(token, pass, query);
      if (status !== 303) throw new Error(`The link responds ${status}.`);
      return saved(headers.get('location') ?? '');
    },
    /** The ticket at a site that is not the default one. */
    ticketAt: async (token: string, site: SiteCode) => {
      const reply = await fetch(address(token, { site })(''));
      return v.parse(getTicket.reply, await reply.json());
    },
  };
};
