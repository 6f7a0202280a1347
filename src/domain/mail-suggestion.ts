import { toAscii } from './digits.ts';

/** Domains of mail addresses that are meant when a domain comes close to them. */
const common: readonly string[] = [
  'gmail.com yahoo.co.jp yahoo.com icloud.com outlook.com outlook.jp hotmail.com hotmail.co.jp docomo.ne.jp ezweb.ne.jp',
  'softbank.ne.jp i.softbank.jp ymobile.ne.jp nifty.com naver.com hanmail.net kakao.com googlemail.com protonmail.com',
].flatMap((row) => row.split(' '));

/** Domains that exist although they come close to a common one: nothing is suggested for them. */
const real: ReadonlySet<string> = new Set([
  ...common,
  ...[
    'mail.com email.com ymail.com rocketmail.com naver.jp daum.net icloud.com.cn',
    'hotmail.fr hotmail.de hotmail.it hotmail.es hotmail.co.uk hotmail.co.kr hotmail.co.th hotmail.com.tw',
    'outlook.fr outlook.de outlook.it outlook.es outlook.kr',
    'yahoo.fr yahoo.de yahoo.it yahoo.es yahoo.ca yahoo.co.uk yahoo.co.kr yahoo.co.in yahoo.co.id yahoo.co.th',
    'yahoo.com.tw yahoo.com.hk yahoo.com.br yahoo.com.au yahoo.com.sg yahoo.com.vn yahoo.com.ph yahoo.com.my',
  ].flatMap((row) => row.split(' ')),
]);

/** Meanings of common mistakes that are too far off to be recognised by their letters. */
const meant: Readonly<Record<string, string>> = {
  'gmail.co.jp': 'gmail.com',
  'gmail.jp': 'gmail.com',
  'gmail.ne.jp': 'gmail.com',
  'icloud.co.jp': 'icloud.com',
  'icloud.jp': 'icloud.com',
  'yahoo.jp': 'yahoo.co.jp',
  'docomo.jp': 'docomo.ne.jp',
};

/** Number of letters inserted, left out, replaced or swapped with their neighbour. */
const distance = (one: string, other: string): number => {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = row > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      next[column] = Math.min(
        (next[column - 1] ?? 0) + 1,
        (last[column] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[column - 2] ?? 0) + 1 : Infinity,
      );
    }
    before = last;
    last = next;
  }
  return last[other.length] ?? 0;
};

/** A longer domain may differ by two letters; in a shorter one that would be another domain. */
const maxDistanceFor = (domain: string): number => (domain.length > 9 ? 2 : 1);

/** The address that was probably meant instead of a typed one (gmial.com: gmail.com); null if there is nothing to suggest. */
export const suggestMail = (typed: string): string | null => {
  const [, name, domain] = /^([^@\s]+)@([^@\s.]+\.[^@\s]+)$/.exec(toAscii(typed).trim().toLowerCase()) ?? [];
  if (!name || !domain || real.has(domain)) return null;
  const near = common
    .map((one) => ({ one, far: distance(domain, one) }))
    .filter(({ one, far }) => far <= maxDistanceFor(one))
    .sort((a, b) => a.far - b.far)[0]?.one;
  const other = meant[domain] ?? near ?? domain.replace(/\.(?:con|cmo|ocm|vom|xom|comm)$/, '.com');
  return other === domain ? null : `${toAscii(typed).trim().slice(0, name.length)}@${other}`;
};
