import { createHash } from 'node:crypto';
import { SignJWT } from 'jose';
import { htmlLang } from '#src/domain/lang.ts';
import type { GoogleKeys } from './keys.ts';
import type { Pass } from './pass.ts';
import type { Wallets } from './wallets.ts';

/** Where Google saves what a signed link holds. */
const saveUrl = 'https://pay.google.com/gp/v/save/';

/** In: a moment. Out: it on the venue's clock, ISO 8601 with its offset: Google shows it as it stands there. */
const onVenueClock = (at: Date): string => `${new Date(at.getTime() + 9 * 3_600_000).toISOString().slice(0, 19)}+09:00`;

/**
 * What Google has kept under an id it does not change by a link: another date, code or number of people is another id.
 * In: what is kept. Out: an id of letters, digits, - and _.
 */
const idOf = (issuer: string, kept: object): string =>
  `${issuer}.${createHash('sha256').update(JSON.stringify(kept)).digest('base64url').slice(0, 22)}`;

/** In: a pass. Out: the event and the ticket to it (eventTicketClass, eventTicketObject), as short as a link must be. */
const payloadOf = (issuer: string, pass: Pass) => {
  const text = (value: string) => ({ defaultValue: { language: htmlLang[pass.lang], value } });
  const event = {
    issuerName: pass.organization,
    eventName: text(pass.product),
    dateTime: { start: onVenueClock(pass.from), end: onVenueClock(pass.to) },
    hexBackgroundColor: pass.ground,
    reviewStatus: 'UNDER_REVIEW',
  };
  const classId = idOf(issuer, event);
  const ticket = {
    classId,
    state: 'ACTIVE',
    barcode: { type: 'QR_CODE', value: pass.code, alternateText: pass.codeText },
    ticketType: text(pass.people),
    reservationInfo: { confirmationCode: pass.number },
    validTimeInterval: { end: { date: onVenueClock(pass.expires) } },
  };
  const id = idOf(issuer, { ...ticket, serial: pass.serial });
  return { eventTicketClasses: [{ id: classId, ...event }], eventTicketObjects: [{ id, ...ticket }] };
};

/**
 * In: keys. Out: what makes links that save a pass to Google Wallet: a JWT (RS256) with all of it inside, so that nobody
 * asks Google before the visitor does.
 */
export const googleWallet = ({ issuerId, email, key }: GoogleKeys): NonNullable<Wallets['google']> => ({
  link: async (pass, at) => {
    const claims = { typ: 'savetowallet', origins: [], payload: payloadOf(issuerId, pass) };
    const signed = new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(email)
      .setAudience('google')
      .setIssuedAt(at);
    return `${saveUrl}${await signed.sign(key)}`;
  },
});
