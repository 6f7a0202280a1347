import { createHash } from 'node:crypto';
import { SignJWT } from 'jose';
import { htmlLang } from '#src/domain/lang.ts';
import type { GoogleKeys } from './keys.ts';
import type { Pass } from './pass.ts';

/** Google's page that saves the pass of a signed link. */
const saveUrl = 'https://pay.google.com/gp/v/save/';

/** ISO 8601 in the venue's time with its offset: Google shows it unconverted. */
const onVenueClock = (at: Date): string => `${new Date(at.getTime() + 9 * 3_600_000).toISOString().slice(0, 19)}+09:00`;

/**
 * An id derived from the contents, in letters, digits, - and _. Google does not update saved objects from a link, so another
 * date, code or number of people needs another id.
 */
const idOf = (issuer: string, contents: object): string =>
  `${issuer}.${createHash('sha256').update(JSON.stringify(contents)).digest('base64url').slice(0, 22)}`;

/** Google: a longer JWT may not survive as a link. */
const maxJwtLength = 1_800;

/** Bytes that a text takes in the JSON of a link. */
const bytesOf = (text: string): number => Buffer.byteLength(JSON.stringify(text)) - 2;

const more = '…';

/** A text of at most so many bytes, shortened between characters. */
const shortened = (text: string, max: number): string => {
  if (bytesOf(text) <= max) return text;
  let [kept, left] = ['', max - bytesOf(more)];
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    left -= bytesOf(segment);
    if (left < 0) break;
    kept += segment;
  }
  return kept + more;
};

/** The event and its ticket (eventTicketClass, eventTicketObject), as short as a link requires. */
const payloadOf = (issuer: string, pass: Pass) => {
  const text = (value: string) => ({ defaultValue: { language: htmlLang[pass.lang], value } });
  const event = {
    issuerName: pass.organization,
    eventName: text(pass.product),
    dateTime: { start: onVenueClock(pass.from), end: onVenueClock(pass.to) },
    hexBackgroundColor: pass.background,
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
 * Creates links that save a pass to Google Wallet. The pass is contained in a JWT (RS256), so Google is not contacted before the
 * visitor follows the link.
 */
export const googleWallet = ({ issuerId, email, key }: GoogleKeys) => ({
  /** The address that saves the pass. `at`: the current time. */
  link: async (pass: Pass, at: Date): Promise<string> => {
    const sign = (texts: Partial<Pass>) =>
      new SignJWT({ typ: 'savetowallet', origins: [], payload: payloadOf(issuerId, { ...pass, ...texts }) })
        .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
        .setIssuer(email)
        .setAudience('google')
        .setIssuedAt(at)
        .sign(key);
    const jwt = await sign({});
    if (jwt.length <= maxJwtLength) return `${saveUrl}${jwt}`;
    const { length } = await sign({ organization: '', product: '', people: '' });
    /* Base64 has four characters for three bytes, which the three texts share. */
    const max = Math.floor((maxJwtLength - length) / 4);
    const cut = (text: string) => shortened(text, max);
    const texts = { organization: cut(pass.organization), product: cut(pass.product), people: cut(pass.people) };
    return `${saveUrl}${await sign(texts)}`;
  },
});
