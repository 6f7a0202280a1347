import type { Handler } from 'hono';
import { cut, type SandboxEnv } from '../api-call.ts';
import type { SandboxContext } from '../context.ts';
import { type SoftbankCall, softbankCalls } from './calls.ts';
import { failure, kinds, SoftbankFailure } from './failure.ts';
import { type ApiRequest, answerXml, type Fields, readRequest } from './request-xml.ts';
import { hashCode, isInTime, japanTime, type Shop, shopOf } from './shops.ts';

/** The shop by HTTP Basic: the user is merchant and service id, the password the hash key. */
const callerOf = (header: string | undefined): Shop | null => {
  const credentials = /^Basic (\S+)$/i.exec(header ?? '')?.[1];
  const [user = '', password = ''] = Buffer.from(credentials ?? '', 'base64')
    .toString('utf8')
    .split(':');
  const shop = shopOf(user.slice(0, 5), user.slice(5));
  return shop && shop.hashKey === password ? shop : null;
};

/** Throws unless the calling shop signed the request, and in time. */
const check = ({ fields }: ApiRequest, shop: Shop, now: number): ((name: string) => string) => {
  const get = (name: string): string => fields.find(([one]) => one === name)?.[1] ?? '';
  const [last, hash] = fields.at(-1) ?? [];
  const values = fields.slice(0, -1).map(([, value]) => value);
  if (last !== 'sps_hashcode' || hash?.toLowerCase() !== hashCode(values, shop)) throw failure('999', kinds.value);
  if (get('merchant_id') !== shop.merchant) throw failure('999', kinds.value, 'merchant_id');
  if (get('service_id') !== shop.service) throw failure('999', kinds.value, 'service_id');
  if (!isInTime(get('request_date'), get('limit_second'), now)) throw failure('999', kinds.value);
  return get;
};

const answerOf = async (
  context: SandboxContext,
  call: SoftbankCall,
  request: ApiRequest,
  shop: Shop,
): Promise<Fields> => {
  const faults = await context.faults.takeWork(call.name);
  if (faults.some(({ fault }) => fault === 'error500')) throw failure('999', kinds.system);
  const fields = call.answer(context, { shop, get: check(request, shop, context.clock.now()) });
  if (context.faults.take(call.name, 'done').length > 0) throw failure('999', kinds.system);
  return { res_result: 'OK', ...fields, res_err_code: '' };
};

const refusalOf = (error: unknown): Fields => {
  if (error instanceof SoftbankFailure) return { res_result: 'NG', res_err_code: error.code };
  console.error(error);
  return { res_result: 'NG', res_err_code: '99999999' };
};

/** The single endpoint of the API: XML in Shift_JIS with HTTP Basic; the id of the root element selects the call. */
export const softbankApi =
  (context: SandboxContext): Handler<SandboxEnv> =>
  async (c) => {
    const shop = callerOf(c.req.header('authorization'));
    if (!shop) return c.body('', 401, { 'www-authenticate': 'Basic realm="sps"' });
    const request = readRequest(new Uint8Array(await c.req.arrayBuffer()));
    const call = request && softbankCalls[request.id];
    if (!request || !call) return c.body('', 400);
    for (const fault of context.faults.take(call.name, 'arrive')) {
      if (fault.fault === 'hang') await context.faults.pause(fault);
      if (fault.fault === 'unavailable') return c.body('', 503);
      if (fault.fault === 'rate_limit') return c.body('', 429);
      return cut(c);
    }
    const fields = await answerOf(context, call, request, shop).catch(refusalOf);
    if (await context.faults.cutsAnswer(call.name)) return cut(c);
    const body = answerXml(request.id, { ...fields, res_date: japanTime(context.clock.now()) });
    return c.body(body, 200, { 'content-type': 'text/xml; charset=Shift_JIS' });
  };
