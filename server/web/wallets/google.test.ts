import { generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { langs } from '#src/domain/lang.ts';
import { googleWallet } from './google.ts';
import type { Pass } from './pass.ts';

/** The longest link that Google says is safe, in characters of its JWT. */
const maxLength = 1_800;
const at = new Date('2026-12-01T03:00:00Z');
/** As long as the keys of Google's service accounts. */
const { privateKey: key } = generateKeyPairSync('rsa', { modulusLength: 2_048 });

const passWith = (texts: Partial<Pass>): Pass => ({
  serial: 's'.repeat(43),
  group: 'g'.repeat(43),
  lang: 'ja',
  organization: '美術館',
  title: '美術館',
  product: '入館券',
  visit: '',
  sale_type: 'time',
  from: at,
  to: new Date('2026-12-01T04:00:00Z'),
  expires: new Date('2026-12-01T15:00:00Z'),
  people: '大人 × 2',
  number: 'ABCD-EFGH-JKMN',
  code: 'ABCDEFGHJKMNPQRS',
  codeText: 'ABCD EFGH JKMN PQRS',
  background: '#111111',
  ink: '#ffffff',
  details: [],
  ...texts,
});

/** The JWT of a link, and its texts: who sells, what, for whom. */
const linkOf = async (pass: Pass) => {
  const email = `${'a'.repeat(30)}@${'p'.repeat(30)}.iam.gserviceaccount.com`;
  const link = await googleWallet({ issuerId: '3388000000012345678', email, key }).link(pass, at);
  const jwt = link.slice(link.lastIndexOf('/') + 1);
  const { payload } = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString());
  const [event, ticket] = [payload.eventTicketClasses[0], payload.eventTicketObjects[0]];
  return { jwt, texts: [event.issuerName, event.eventName.defaultValue.value, ticket.ticketType.defaultValue.value] };
};

it.each([
  ['long Japanese names', '現代美術と伝統工芸の出会い展実行委員会事務局'.repeat(60)],
  ['what JSON escapes', '"\\\u0001'.repeat(300)],
  ['composed characters', '👩‍👩‍👧‍👦が'.repeat(200)],
  ['one character without an end', `a${'\u0301'.repeat(5_000)}`],
])('a link is as short as Google requires, in every language, with any texts: %s', async (_, text) => {
  for (const lang of langs) {
    const { jwt, texts } = await linkOf(passWith({ lang, organization: text, product: text, people: text }));
    expect(jwt.length).toBeLessThanOrEqual(maxLength);
    for (const one of texts) expect(text.startsWith(String(one).replace(/…$/, ''))).toBe(true);
  }
});
