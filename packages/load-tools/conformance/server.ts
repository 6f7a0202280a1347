import type { Endpoint } from 'ticket-store/src/api/endpoint.ts';
import { type Answer, type Call, type EndpointOf, endpointOf, sendWithKeys } from 'ticket-store/test/api/kit/call.ts';
import { problemOf, type Shop } from 'ticket-store/test/api/kit/shop.ts';
import * as v from 'valibot';
import { headerFaults, type Invariant, nameOf, problemFault, shapeFault, wayOf } from './invariants.ts';
import { Broken, type Difference, NotSeen } from './requirement.ts';

type Sent = NonNullable<Parameters<Shop['send']>[1]>;

/** How many responses a check has judged, and the first that broke it. */
export type Watched = { times: number; broken: Difference | null };

/** A server under test, called by the contract; every response is checked. */
export type Server = {
  url: string;
  /** The last request, for the report. */
  last: () => string;
  /** Any response is accepted except 429, for which NotSeen is thrown. */
  send: Shop['send'];
  /** Makes a valid call. Throws NotSeen if the response breaks the contract: that failure is reported by its own row. */
  call: Shop['call'];
  /**
   * Makes an invalid call and returns the rejection. Throws Broken if it is accepted, NotSeen if the response is no problem
   * document.
   */
  refused: (name: Call, sent?: Sent) => Promise<ReturnType<typeof problemOf> & { headers: Headers }>;
  watched: (invariant: Invariant) => Watched;
};

const describeRequest = (endpoint: Endpoint, { params, query, body, key, headers }: Sent): string => {
  const parts = { ...params, ...query, ...(key && { 'idempotency-key': key }), ...headers };
  const partsText = Object.keys(parts).length > 0 ? ` ${JSON.stringify(parts)}` : '';
  return `${wayOf(endpoint)}${partsText}${body === undefined ? '' : ` body ${JSON.stringify(body)}`}`.slice(0, 600);
};

/** Why a rejection is outside the scope of the run, as a text for the tester: rate limits, invitation-only sites, a bot check. */
const outside = ({ status, text }: Answer): string | null => {
  if (status === 409 && text.includes('"#/replaces"'))
    return 'the site sells by invitation only: give the address of one with open sales';
  if (status === 400 && text.includes('"#/customer_info/email"'))
    return 'the site confirms addresses by mail: give the address of one that does not';
  if (status === 429) return 'the server is rate limiting (429): run it again later, or without its limits';
  return status === 403 && text.includes('bot_check_failed')
    ? 'orders need a bot check: turn it off on the server under test'
    : null;
};

/** `url` includes the path of a site where the server has several; `botToken` makes tokens for its bot check. */
export const openServer = (url: string, botToken: () => Promise<string | null>): Server => {
  const plain = sendWithKeys(url);
  const results = new Map<Invariant, Watched>();
  const watched = (invariant: Invariant): Watched => results.get(invariant) ?? { times: 0, broken: null };
  let last = '';
  const watch = (invariant: Invariant, sent: string, fault: Difference | null): void => {
    const { times, broken } = watched(invariant);
    results.set(invariant, { times: times + 1, broken: broken ?? (fault && { sent, ...fault }) });
  };

  const send = async (name: Call, input: Sent = {}): Promise<Answer> => {
    const endpoint: Endpoint = endpointOf(name);
    const token = endpoint.header && (await botToken());
    const sent = token ? { ...input, headers: { 'x-recaptcha-token': token, ...input.headers } } : input;
    const description = describeRequest(endpoint, input);
    const answer = await plain(endpoint, sent);
    last = description;
    for (const [invariant, fault] of headerFaults(url, endpoint, answer)) watch(invariant, description, fault);
    if (answer.status >= 400) watch('problem', description, problemFault(answer));
    const reason = outside(answer);
    if (reason) throw new NotSeen(`${wayOf(endpoint)}: ${reason}`);
    return answer;
  };

  const call: Server['call'] = async <C extends Call>(of: C, sent: Sent = {}) => {
    const endpoint = endpointOf(of);
    const answer = await send(endpoint, sent);
    const fault = shapeFault(endpoint, answer);
    const name = nameOf(endpoint);
    if (name) watch(`answers ${name}`, describeRequest(endpoint, sent), fault);
    if (fault) throw new NotSeen(`depends on ${wayOf(endpoint)}, whose response breaks the contract`);
    return v.parse<EndpointOf<C>['reply']>(endpoint.reply, JSON.parse(answer.text));
  };

  const refused: Server['refused'] = async (name, sent = {}) => {
    const endpoint = endpointOf(name);
    const answer = await send(endpoint, sent);
    if (answer.status < 400)
      throw new Broken({
        where: 'status',
        actual: answer.status,
        expected: 'a rejection (4xx)',
        sent: describeRequest(endpoint, sent),
      });
    if (problemFault(answer)) throw new NotSeen('depends on rejections that are problem documents');
    return { ...problemOf(answer), headers: answer.headers };
  };

  return { url, last: () => last, send, call, refused, watched };
};
