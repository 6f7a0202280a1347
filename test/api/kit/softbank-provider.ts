import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import { onTestFinished } from 'vitest';
import { attemptFixture, factsFixture } from '#server/payments/providers/attempt.fixture.ts';
import type { SoftbankOptions } from '#server/payments/providers/softbank/client.ts';
import { startServer } from './process.ts';
import type { Shop } from './shop.ts';

const Made = v.object({
  errorCode: v.optional(v.string()),
  tokenResponse: v.optional(v.object({ token: v.string(), tokenKey: v.string() })),
});

const testCard = {
  merchantId: '30132',
  serviceId: '103',
  ccNumber: '4242424242424242',
  ccExpiration: '203912',
  securityCode: '123',
};

/** The token of the provider's script, as the payment form submits it. */
export const softbankToken = async (shop: Shop, ccNumber = testCard.ccNumber): Promise<string> => {
  const body = new URLSearchParams({ ...testCard, ccNumber });
  const reply = await fetch(`${shop.sandbox.url}/sbpstoken/token`, { method: 'POST', body });
  const { tokenResponse, errorCode } = v.parse(Made, await reply.json());
  if (!tokenResponse) throw new Error(`The token call returned ${errorCode}.`);
  return `${tokenResponse.token} ${tokenResponse.tokenKey}`;
};

export const hashKey = '0123456789abcdef0123456789abcdef01234567';
export const contract = { merchant: '00000', service: '001', hashKey };
export const moment = Date.parse('2026-11-20T12:00:00+09:00');

type RecordedRequest = { body: string; authorization: string; type: string };

/** For one test: a provider that answers each call by its id and records the requests. */
export const startProvider = async (answers: Record<string, string>, status = 200) => {
  const requests: RecordedRequest[] = [];
  const { url: apiBase, close } = await startServer(async (request, reply) => {
    const body = await text(request);
    const { authorization = '', 'content-type': type = '' } = request.headers;
    requests.push({ body, authorization, type });
    const id = /id="([^"]+)"/.exec(body)?.[1] ?? '';
    reply.writeHead(status, { 'content-type': 'text/xml; charset=Shift_JIS' });
    reply.end(answers[id] ?? '');
  });
  onTestFinished(close);
  const options: SoftbankOptions = {
    apiBase,
    linkUrl: 'https://pay.example/form',
    shops: { default: contract },
    timeout: 2_000,
    log: () => undefined,
  };
  return { requests, options };
};

/** A successful response with more elements inside. */
export const ok = (id: string, inside = ''): string =>
  `<?xml version="1.0" encoding="Shift_JIS"?>\n<sps-api-response id="${id}">\n  <res_result>OK</res_result>\n${inside}  <res_err_code/>\n</sps-api-response>\n`;
export const ng = (id: string, code: string): string =>
  `<sps-api-response id="${id}"><res_result>NG</res_result><res_err_code>${code}</res_err_code></sps-api-response>`;

export const attempt = attemptFixture({
  method: 'softbank_credit',
  token: 'TOKEN KEY',
  created_at: new Date(moment),
  asked_at: new Date(moment),
});
export const savedData: Record<string, string>[] = [];
/** Stored facts of a started payment. */
export const facts = factsFixture({ site: 'softbank', save: async (data) => void savedData.push(data) });
