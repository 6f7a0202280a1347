import { journeys } from '@ticket-store/chart-tools/explore/compose.ts';
import { childrenOf } from '@ticket-store/chart-tools/explore/step.ts';
import { afterEach, expect, it, vi } from 'vitest';
import { type AnyActorLogic, createActor, toPromise } from 'xstate';
import { machines } from '#machines/index.ts';
import type { Attempt } from '#machines/shared/attempt.ts';
import { ticketCache } from '#src/device/ticket-cache.ts';
import { settingsOf } from '#test/tools/example-sites.ts';
import { plans } from './plans.ts';

/** The requests of the charts, with each input that a walk gives them: what is on the wire. */

vi.mock('#src/payments/page-settings.ts', async (load) => ({ ...(await load<object>()), mayCheckBots: () => false }));

/** Actors that call no server, and charts. */
const noRequest = /^(?:wait|takeToken|showChallenge|forgetTicket|recall\w+) |undefined$/;

/**
 * Parts of inputs that are not sent: what names is shown only, days become weeks, a time limit is the browser's; a link's
 * reference goes before the tab's own order, and a payment is sent again only once it is known to be paid.
 */
const local: readonly (readonly [request: RegExp, path: RegExp])[] = [
  [/^placeOrder /, /^\.choice\.(?:day|month|product\.[^u]|timespan\.[^i]|(?:lines|sets)\.\d\.(?:name|price))/],
  [/^(?:checkStock|changeDate) /, /^\.(?:price$|timespan\.(?:remaining|state|surcharge|change))/],
  [/^checkStock /, /^\.timespan\.reservation/],
  [/^changeCoupon /, /^\.remove$/],
  [/^search /, /^\.month$/],
  [/^(?:readLinked|readOrder|cancelOrder) /, /^\.timeout$/],
  [/^openShop /, /^\.site$/],
  [/^handOver .*"way":"link"/, /^\.transfer\.(?:way|lang)$/],
  [/^readOrder .*"mailToken":"|^queryOutcome .*"r":"/, /^\.token$/],
  [/^queryOutcome /, /^\.attempt\./],
];

/** Parts of inputs that make no other request of a write: its page's ticket, and the language of a transfer. */
const apart = /^\.(?:key|token|transfer\.lang)$/;

type Request = { readonly logic: AnyActorLogic; readonly input: object; readonly attempt: Attempt | undefined };

/** The visits of the plans in a language that no request has by default. */
const { inputs = [], ...app } = plans.app;
const inKorean = { ...plans, app: { ...app, inputs: inputs.map((input) => ({ ...Object(input), lang: 'kr' })) } };

/** Every request that the charts make, once for each of its inputs; the key differs each time. */
const requests = new Map<string, Request>();
for (const { model } of journeys(machines.app, inKorean, () => [], { isBrief: true }))
  for (const { spot } of model.states.values())
    for (const [, ref] of childrenOf(spot.snapshot)) {
      const { input } = ref.getSnapshot();
      const { attempt } = spot.snapshot.context;
      const text = `${ref.src} ${JSON.stringify(input, (key, value) => (key === 'key' ? '' : value))}`;
      if (noRequest.test(text)) continue;
      requests.set(text, { logic: Reflect.get(ref, 'logic'), input, attempt: 'key' in input ? attempt : undefined });
    }

/** Every text, number and yes or no in an input, with its path. */
const leavesOf = (value: unknown, path = ''): [path: string, leaf: string][] => {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, `${path}.${key}`));
  if (typeof value === 'boolean') return [[path, `${path.split('.').at(-1)}":${value}`]];
  // what a first attempt sent, which is sent again
  if (path === '.content') return leavesOf(JSON.parse(String(value)), path);
  return (typeof value === 'string' && value !== '') || typeof value === 'number' ? [[path, String(value)]] : [];
};

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const written = new Map<string, string>();

it.each([...requests])('is sent whole: %s', async (text, { logic, input, attempt }) => {
  const sent: string[] = [];
  const forgotten = vi.spyOn(ticketCache, 'forget').mockResolvedValue(undefined);
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    sent.push(
      `${init?.method} ${decodeURIComponent(url)} ${[...new Headers(init?.headers)].join(' ')} ${init?.body ?? ''}`,
    );
    return url.includes('/sites/') ? Response.json(settingsOf('borderless')) : Response.json({}, { status: 404 });
  });
  const actor = createActor(logic, { input });
  actor.subscribe({ error: () => undefined });
  await toPromise(actor.start()).catch(() => undefined);
  const isLocal = (at: string) => local.some(([request, path]) => request.test(text) && path.test(at));
  const lost = leavesOf(input).filter(([at, leaf]) => !isLocal(at) && !sent.some((one) => one.includes(leaf)));
  expect(lost, `not on the wire: ${sent}`).toEqual([]);
  const isNamed = (at: string) => !apart.test(at) && (at === '.remove' || !isLocal(at));
  const unnamed = leavesOf(input).filter(([at, leaf]) => isNamed(at) && attempt?.content.includes(leaf) === false);
  expect(unnamed, `other content with the key of ${attempt?.content}`).toEqual([]);
  const [name = ''] = text.replace(/^reclaimOrder/, 'placeOrder').split(' ');
  const write = 'key' in input ? sent.join().replaceAll(String(input.key), '') : name;
  expect(written.get(write) ?? name, 'another request is the same on the wire').toBe(name);
  written.set(write, name);
  const [, token] = /^(?:POST|PUT|DELETE) \S*\/tickets\/([\w-]+)/.exec(sent[0] ?? '') ?? [];
  if (token) expect(forgotten, 'the stored copy, with the old code').toHaveBeenCalledWith(token);
});
