import {
  type CallOptions,
  type Contracted,
  type Contracts,
  contractsOf,
} from '#server/payments/providers/contracts.ts';
import type { SiteCode } from '#src/domain/site.ts';

export type GmoOptions = CallOptions & {
  /** Address of the calls, without a trailing slash: `https://pt01.mul-pay.jp/payment`. */
  baseUrl: string;
  shops: Contracts<{ id: string; pass: string }>;
};

export type GmoFields = Record<string, string>;

/** The fields that identify a transaction in later calls. */
export const passesOf = ({ AccessID = '', AccessPass = '' }: GmoFields): GmoFields => ({ AccessID, AccessPass });

/**
 * Result of a call: the fields of the response, GMO's error list (ErrInfo, one or more), or `silence` when nothing could be read,
 * so that it is unknown whether the call had its effect.
 */
export type GmoAnswer =
  | { kind: 'ok'; fields: GmoFields }
  | { kind: 'error'; infos: readonly string[] }
  | { kind: 'silence' };

/** These come last in a response and are not escaped: what looks like further fields belongs to the address. */
const addresses = ['RedirectUrl', 'ChallengeUrl'];

/**
 * Parses a response line. A value may contain `=`, so fields are split at the first one; an address takes the rest of the line
 * (docs/payments.md#gmo-calls).
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

/**
 * Client of the protocol "idPass": the request is a form, the response one line in Shift_JIS with HTTP 200 also for errors. Never
 * throws.
 */
export const createGmoClient = ({ baseUrl, shops, timeout, log }: GmoOptions) => {
  const contracts = contractsOf(shops, 'own');

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
      /* Logs names and codes only: fields contain passwords, tokens and addresses. */
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
    contractFor: contracts.dataFor,
    /** As `call`, with the credentials of the attempt's shop; without a shop it is a logged error. */
    callAs: async (attempt: Contracted, site: SiteCode, name: string, fields: GmoFields): Promise<GmoAnswer> => {
      const shop = contracts.of(attempt, site);
      if (!shop) {
        log('error', 'gmo_failed', { call: name, code: `no_shop_for_${site}` });
        return { kind: 'error', infos: ['no_shop'] };
      }
      return call(name, { ShopID: shop.id, ShopPass: shop.pass, ...fields });
    },
    isFor: (shopId: string, attempt: Contracted, site: SiteCode): boolean => contracts.of(attempt, site)?.id === shopId,
  };
};

export type GmoClient = ReturnType<typeof createGmoClient>;
