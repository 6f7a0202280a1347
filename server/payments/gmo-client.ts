import type { Log } from '#server/http/log.ts';
import type { SiteCode } from '#src/domain/site.ts';

/** A contract with GMO: what a site's calls are signed with. */
export type GmoShop = { id: string; pass: string };

/** How to reach GMO. */
export type GmoOptions = {
  /** Address of the calls, without a slash at the end: `https://pt01.mul-pay.jp/payment`. */
  baseUrl: string;
  shops: Partial<Record<SiteCode | 'default', GmoShop>>;
  /** Longest wait for one answer, ms. */
  timeout: number;
  log: Log;
};

export type GmoFields = Record<string, string>;

/**
 * What a call came to: the fields of its answer, GMO's error list (ErrInfo, one or more), or nothing that could be read:
 * then nobody knows whether the call had its effect.
 */
export type GmoAnswer =
  | { kind: 'ok'; fields: GmoFields }
  | { kind: 'error'; infos: readonly string[] }
  | { kind: 'silence' };

/** These stand last in an answer and are not escaped: what looks like further fields belongs to the address. */
const addresses = ['RedirectUrl', 'ChallengeUrl'];

/**
 * In: an answer's one line. Out: its fields. A value may hold `=`, so each is split at its first one; an address takes the
 * rest of the line (docs/payments.md#gmo-calls).
 */
export const readLine = (text: string): GmoFields => {
  const fields: GmoFields = {};
  const pieces = text.trim().split('&');
  for (const [index, piece] of pieces.entries()) {
    const cut = piece.indexOf('=');
    if (cut < 1) continue;
    const name = piece.slice(0, cut);
    const isAddress = addresses.includes(name);
    fields[name] = (isAddress ? pieces.slice(index).join('&') : piece).slice(cut + 1);
    if (isAddress) break;
  }
  return fields;
};

const answerOf = (fields: GmoFields): GmoAnswer => {
  const infos = (fields.ErrInfo ?? '').split('|').filter(Boolean);
  if (infos.length > 0) return { kind: 'error', infos };
  return Object.keys(fields).length > 0 ? { kind: 'ok', fields } : { kind: 'silence' };
};

/** Calls by the protocol "idPass": a form out, one line in Shift_JIS back, HTTP 200 also on errors. Never throws. */
export const createGmoClient = ({ baseUrl, shops, timeout, log }: GmoOptions) => {
  const shopOf = (site: SiteCode): GmoShop | undefined => shops[site] ?? shops.default;

  const call = async (name: string, fields: GmoFields): Promise<GmoAnswer> => {
    try {
      const reply = await fetch(`${baseUrl}/${name}.idPass`, {
        method: 'POST',
        body: new URLSearchParams(fields),
        redirect: 'error',
        signal: AbortSignal.timeout(timeout),
      });
      const text = new TextDecoder('shift_jis').decode(await reply.arrayBuffer());
      const answer: GmoAnswer = reply.ok ? answerOf(readLine(text)) : { kind: 'silence' };
      /* Names and codes only: fields carry passes, tokens and addresses. */
      if (answer.kind === 'error') log('warn', 'gmo_failed', { call: name, code: answer.infos.join(' ') });
      if (answer.kind === 'silence') log('warn', 'gmo_failed', { call: name, code: `status_${reply.status}` });
      return answer;
    } catch {
      log('warn', 'gmo_failed', { call: name, code: 'no_answer' });
      return { kind: 'silence' };
    }
  };

  return {
    call,
    /** The same, signed with the site's shop; without one it is an error of our own. */
    callAs: async (site: SiteCode, name: string, fields: GmoFields): Promise<GmoAnswer> => {
      const shop = shopOf(site);
      if (!shop) {
        log('error', 'gmo_failed', { call: name, code: `no_shop_for_${site}` });
        return { kind: 'error', infos: ['no_shop'] };
      }
      return call(name, { ShopID: shop.id, ShopPass: shop.pass, ...fields });
    },
    /** Whether a notice may be about a payment of ours. */
    knows: (shopId: string): boolean => Object.values(shops).some((shop) => shop.id === shopId),
  };
};

export type GmoClient = ReturnType<typeof createGmoClient>;
