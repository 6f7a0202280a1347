import {
  type CallOptions,
  type Contracted,
  type Contracts,
  contractsOf,
} from '#server/payments/providers/contracts.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { hashOfValues, type SoftbankShop, stampOf } from './hash.ts';
import { readXml, valuesOf, writeXml, type XmlField } from './xml.ts';

/** How to reach SB Payment Service, and with which credentials. */
export type SoftbankOptions = CallOptions & {
  /** Origin of the API, without `/api/xmlapi.do`. */
  apiBase: string;
  /** Address of the browser's form. */
  linkUrl: string;
  shops: Contracts<SoftbankShop>;
};

/** Result of a call. `none`: no response that can be parsed, so the effect is unknown. */
export type SoftbankAnswer =
  | { kind: 'ok'; values: ReadonlyMap<string, string> }
  | { kind: 'ng'; code: string }
  | { kind: 'none' };

/** Seconds after which the provider rejects a delayed request. */
export const limitSecond = '600';

/** The only item: the provider need not know the contents of an order. */
export const item = { id: 'ticket', name: 'Ticket' } as const;

const largestAnswer = 64 * 1024;

export const softbankShops = ({ shops }: SoftbankOptions) => contractsOf(shops, 'own');

/** The shop of an attempt; undefined where there is none. */
export const shopOf = (options: SoftbankOptions, attempt: Contracted, site: SiteCode): SoftbankShop | undefined =>
  softbankShops(options).of(attempt, site);

const read = async (reply: Response, id: string): Promise<SoftbankAnswer> => {
  const bytes = Buffer.from(await reply.arrayBuffer());
  const values = bytes.length > largestAnswer ? null : readXml(new TextDecoder('shift_jis').decode(bytes), id);
  const result = reply.ok ? values?.get('res_result') : undefined;
  if (values && result === 'OK') return { kind: 'ok', values };
  return values && result === 'NG' ? { kind: 'ng', code: values.get('res_err_code') ?? '' } : { kind: 'none' };
};

/**
 * Calls the API (docs/payments.md#sbps-api). `own`: its fields in hash sequence; the shop's ids are added before them, time
 * and hash code after. Never throws.
 */
export const callSoftbank = async (
  options: SoftbankOptions,
  shop: SoftbankShop,
  id: string,
  own: readonly XmlField[],
): Promise<SoftbankAnswer> => {
  const fields: XmlField[] = [
    ['merchant_id', shop.merchant],
    ['service_id', shop.service],
    ...own,
    ['request_date', stampOf(Date.now())],
    ['limit_second', limitSecond],
  ];
  const signed: XmlField[] = [...fields, ['sps_hashcode', hashOfValues(valuesOf(fields), shop.hashKey)]];
  const user = Buffer.from(`${shop.merchant}${shop.service}:${shop.hashKey}`).toString('base64');
  try {
    const reply = await fetch(`${options.apiBase}/api/xmlapi.do`, {
      method: 'POST',
      redirect: 'error',
      headers: { authorization: `Basic ${user}`, 'content-type': 'text/xml; charset=Shift_JIS' },
      body: writeXml(id, signed),
      signal: AbortSignal.timeout(options.timeout),
    });
    const answer = await read(reply, id);
    if (answer.kind === 'ng') options.log('warn', 'softbank_refused', { call: id, code: answer.code.slice(0, 8) });
    if (answer.kind === 'none') options.log('warn', 'softbank_failed', { call: id, status: reply.status });
    return answer;
  } catch {
    options.log('warn', 'softbank_failed', { call: id, status: 0 });
    return { kind: 'none' };
  }
};
