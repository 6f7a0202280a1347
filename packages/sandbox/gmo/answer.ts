import type { Handler } from 'hono';
import { cut, type SandboxEnv } from '../api-call.ts';
import type { SandboxContext } from '../context.ts';
import type { GmoCall } from './card-calls.ts';
import { failureFields, GmoFailure } from './failure.ts';

/** Writes a single text line; values are not escaped, even addresses with `&` and `=`. Errors are 200 as well. */
const line = (fields: Record<string, string>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');

const systemFault = 'E91099999';

const answerOf = async (
  context: SandboxContext,
  name: string,
  call: GmoCall,
  form: URLSearchParams,
): Promise<Record<string, string>> => {
  const faults = await context.faults.takeWork(name);
  const has = (name: string) => faults.some(({ fault }) => fault === name);
  if (has('error500')) return failureFields([systemFault]);
  try {
    const fields = call(context, form, has('wrong_amount'));
    return context.faults.take(name, 'done').length > 0 ? failureFields([systemFault]) : fields;
  } catch (error) {
    if (error instanceof GmoFailure) return failureFields(error.infos);
    console.error(error);
    return failureFields([systemFault]);
  }
};

/**
 * Handler of one call of the protocol "idPass" (docs/payments.md#gmo-calls): the request is a form, the response one line; the
 * tester's faults are applied.
 */
export const gmoCall =
  (context: SandboxContext, name: string, call: GmoCall): Handler<SandboxEnv> =>
  async (c) => {
    const reply = (fields: Record<string, string>) =>
      c.body(line(fields), 200, { 'content-type': 'text/plain;charset=Shift_JIS' });
    for (const fault of context.faults.take(name, 'arrive')) {
      if (fault.fault === 'hang') await context.faults.pause(fault);
      if (fault.fault === 'unavailable') return c.body('', 503);
      if (fault.fault === 'rate_limit') return reply(failureFields(['E92000001']));
      return cut(c);
    }
    const form = new URLSearchParams(await c.req.text());
    const fields = await answerOf(context, name, call, form);
    return (await context.faults.cutsAnswer(name)) ? cut(c) : reply(fields);
  };
