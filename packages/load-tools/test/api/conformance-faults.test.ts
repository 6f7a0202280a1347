import { apiPrefix } from 'ticket-store/src/api/contract/index.ts';
import { type Answer, sendRaw } from 'ticket-store/test/api/kit/call.ts';
import { startServer } from 'ticket-store/test/api/kit/process.ts';
import { forFile, startShop } from 'ticket-store/test/api/kit/shop.ts';
import { expect, it } from 'vitest';
import { prepare } from '../../conformance/prepared.ts';
import { examine } from '../../conformance/run.ts';
import { tableOf } from '../../conformance/table.ts';

type Json = Record<string, unknown>;

/** A call's answer, the body that was sent, and the answer of the last request to the same path that was accepted. */
type Exchange = { answer: Answer; sent: string; accepted: Answer | undefined };

/** A fault of the server: the calls and status that have it, and the requirement that must fail. */
type Fault = { breaks: string; call: RegExp; status: number; change: (exchange: Exchange) => Answer };

/** Changes the JSON body of an answer. */
const body =
  (change: (body: Json) => Json): Fault['change'] =>
  ({ answer }) => ({ ...answer, text: JSON.stringify(change(JSON.parse(answer.text))) });

/** Answers a refusal with this code as if the request were accepted. */
const accept =
  (code: string, isMeant = (_sent: string) => true): Fault['change'] =>
  ({ answer, sent, accepted }) =>
    accepted && answer.text.includes(`"${code}"`) && isMeant(sent) ? accepted : answer;

const dearer = (order: Json): Json => {
  const isMeant = Object(order.main_product).sale_type === 'period';
  return isMeant ? { ...order, price: Number(order.price) + 1 } : order;
};

/** In the sequence of the sections. */
const faults: readonly Fault[] = [
  {
    breaks: 'orders.price-period',
    call: /^(?:POST|GET) \/orders(?:\/[\w-]{32})?$/,
    status: 200,
    change: body((reply) => (reply.order ? { ...reply, order: dearer(Object(reply.order)) } : dearer(reply))),
  },
  {
    breaks: 'holds.last-seat',
    call: /^POST \/orders$/,
    status: 409,
    change: accept('seat_reserve_error', (sent) => JSON.parse(sent).quantity === 1),
  },
  {
    breaks: 'keys.other-body',
    call: /^PUT \/orders\//,
    status: 422,
    change: accept('idempotency_key_reused'),
  },
  {
    breaks: 'look-up.unknown',
    call: /^GET \/reservations\?.*nothing/,
    status: 404,
    change: body((problem) => ({ ...problem, detail: 'That is no number.' })),
  },
  {
    breaks: 'refusals.unknown-token',
    call: /^GET \/tickets\/[\w-]{36}$/,
    status: 404,
    change: body((problem) => ({ ...problem, detail: 'It has ended.' })),
  },
  {
    breaks: 'malformed.named',
    call: /^POST \/reservations\/mails$/,
    status: 400,
    change: body((problem) => ({ ...problem, errors: [{ pointer: '#/elsewhere', detail: 'Wrong.' }] })),
  },
  {
    breaks: 'purchases.declined',
    call: /^POST \/orders\/checkout\//,
    status: 402,
    change: body((problem) => ({ ...problem, reason: 'other' })),
  },
  {
    breaks: 'tickets.share',
    call: /^GET \/tickets\/shared\//,
    status: 404,
    change: accept('token_not_found'),
  },
  {
    breaks: 'answers.getReceipt',
    call: /\/receipt$/,
    status: 200,
    change: body(({ total: _total, ...receipt }) => receipt),
  },
  {
    breaks: 'answers.no-store',
    call: /^GET \/orders\//,
    status: 200,
    change: ({ answer }) => {
      const headers = new Headers(answer.headers);
      headers.set('cache-control', 'private, max-age=60');
      return { ...answer, headers };
    },
  },
];

/** Starts a server that has all of the faults, in front of a shop without them. */
const startBroken = (target: string) => {
  const acceptedAt = new Map<string, Answer>();
  return startServer(async (request, reply) => {
    const [method, path] = [request.method ?? '', request.url ?? ''];
    const call = `${method} ${path.replace(apiPrefix, '')}`;
    const sent = Buffer.concat(await request.toArray());
    const { host: _host, 'content-length': _length, 'accept-encoding': _encoding, ...headers } = request.headers;
    try {
      const answer = await sendRaw(target, {
        method,
        path,
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
        body: sent.length > 0 ? sent : null,
      });
      const accepted = acceptedAt.get(call);
      if (answer.status === 200) acceptedAt.set(call, answer);
      const broken = faults
        .filter((fault) => fault.status === answer.status && fault.call.test(call))
        .reduce((now, { change }) => change({ answer: now, sent: sent.toString(), accepted }), answer);
      broken.headers.delete('content-length');
      reply.writeHead(broken.status, Object.fromEntries(broken.headers)).end(broken.text);
    } catch {
      reply.destroy();
    }
  });
};

const shop = await forFile(startShop());

it('names exactly the ten faults of a broken server', async () => {
  const options = await prepare(shop);
  const { url, close } = await startBroken(shop.url);
  try {
    const failing = (await examine(url, options)).filter(({ is }) => is === 'fails');
    expect(
      failing.map(({ id }) => id),
      tableOf(failing),
    ).toEqual(faults.map(({ breaks }) => breaks));
  } finally {
    await close();
  }
});
