import { setTimeout as pause } from 'node:timers/promises';
import { readOpsAddress } from 'ticket-store/server/operators/client/address-file.ts';
import {
  OutcomeUnknown,
  type Reply,
  ShopNotRunning,
  sendCommand,
} from 'ticket-store/server/operators/client/send-command.ts';
import type { Endpoint } from 'ticket-store/src/api/endpoint.ts';
import { newKey } from 'ticket-store/test/api/kit/buyer.ts';
import {
  type Answer,
  type Call,
  type EndpointOf,
  endpointOf,
  type Sent,
  sendTo,
} from 'ticket-store/test/api/kit/call.ts';
import * as v from 'valibot';
import type { CrashFixture } from './fixture.ts';

/** Longer than any machine needs, ms: for all attempts, and for one of them. */
export const responseTimeout = 480_000;
const requestTimeout = 120_000;

/**
 * The visitors' experience: refused connections, cut responses, requests to retry (and how many of them 503), all responses, the
 * longest wait (ms), server errors.
 */
export const newClientStats = () => ({
  ...{ refused: 0, cut: 0, retries: 0, unavailable: 0, answers: 0, longestWait: 0 },
  faults: [] as string[],
});
export type ClientStats = ReturnType<typeof newClientStats>;

const wasRefused = (thrown: unknown): boolean => {
  const cause = thrown instanceof Error ? thrown.cause : null;
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
};

/** Whether the same request is to be sent again: after a while, or once a waiting room that overload has opened is closed. */
const isUnsure = ({ status, text }: Answer): boolean =>
  status === 429 ||
  status === 503 ||
  (status === 409 && text.includes('"in_flight"')) ||
  (status === 403 && text.includes('"queue_required"'));

/**
 * Sends a call as the real client does: repeats it with the same key, at the next shop if there are several, until there is a
 * response. Throws after eight minutes.
 */
export const createClient = (fixture: CrashFixture, stats: ClientStats) => {
  let shopIndex = 0;
  const once = async (endpoint: Endpoint, sent: Sent): Promise<Answer | null> => {
    const shop = fixture.shops[shopIndex % fixture.shops.length];
    const began = performance.now();
    try {
      const answer = await sendTo(shop?.url ?? '')(endpoint, { ...sent, signal: AbortSignal.timeout(requestTimeout) });
      stats.answers += 1;
      stats.longestWait = Math.max(stats.longestWait, Math.round(performance.now() - began));
      if (answer.status === 503) stats.unavailable += 1;
      if (answer.status === 503 && !answer.headers.has('retry-after'))
        stats.faults.push(`${endpoint.method} ${endpoint.path}: 503 without Retry-After`);
      return answer;
    } catch (thrown) {
      stats[wasRefused(thrown) ? 'refused' : 'cut'] += 1;
      shopIndex += 1;
      return null;
    }
  };
  return async (call: Call, sent: Sent = {}, key = newKey()): Promise<Answer> => {
    const endpoint = endpointOf(call);
    const began = Date.now();
    let last = 'no answer';
    while (Date.now() - began < responseTimeout) {
      const answer = await once(endpoint, { ...sent, key: endpoint.method === 'GET' ? null : key });
      if (answer && !isUnsure(answer)) {
        if (answer.status >= 500)
          stats.faults.push(`${endpoint.method} ${endpoint.path}: ${answer.status} ${answer.text}`);
        if (answer.status < 500) return answer;
      }
      if (answer) stats.retries += 1;
      if (answer) last = `${answer.status} ${answer.text}`;
      await pause(200);
    }
    throw new Error(`${endpoint.method} ${endpoint.path}: no response in ${responseTimeout} ms; the last was ${last}`);
  };
};
export type Send = ReturnType<typeof createClient>;

/** A response as the contract has it. Throws if it is not. */
export const replyIn = <C extends Call>(call: C, { text }: Answer): v.InferOutput<EndpointOf<C>['reply']> =>
  v.parse<EndpointOf<C>['reply']>(endpointOf(call).reply, JSON.parse(text));

/** Sends an operator's command until there is a response; a repeated command may find that it was already executed. */
export const sendOperatorCommand = async (fixture: CrashFixture, command: string, input: unknown): Promise<Reply> => {
  const began = Date.now();
  for (;;) {
    const address = readOpsAddress(fixture.shops[0]?.folder ?? '');
    try {
      const reply = address && (await sendCommand(address, command, input));
      if (reply && reply.refused !== 'connection_error') return reply;
    } catch (thrown) {
      if (!(thrown instanceof ShopNotRunning || thrown instanceof OutcomeUnknown)) throw thrown;
    }
    if (Date.now() - began > responseTimeout) throw new Error(`${command}: no response from the operator endpoint.`);
    await pause(200);
  }
};
