import { connect } from 'node:net';
import { apiPrefix, contract } from 'ticket-store/src/api/contract/index.ts';
import { choiceOf } from 'ticket-store/test/api/kit/buyer.ts';
import type { createClient } from './http.ts';

/** The means of a flood: a client with its own address, slots, and an order. */
export type Flooding = {
  url: string;
  address: string;
  client: ReturnType<typeof createClient>;
  spans: readonly string[];
  token: string;
};

/** A flood: requests per second, and the request, which resolves with its status or 0 without a response. */
type Kind = { perSecond: number; one: (flooding: Flooding, number: number) => Promise<number> };

const junk = () => `${crypto.randomUUID()}`.replaceAll('-', '');
const spanOf = ({ spans }: Flooding, number: number): string => spans[number % spans.length] ?? '';

/** Opens a connection that sends a part of a request and then nothing, until the server closes it or half a minute has passed. */
const stalled = ({ url, address }: Flooding, head: string): Promise<number> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), localAddress: address });
    socket.on('connect', () => {
      if (head !== '') socket.write(head);
      setTimeout(() => socket.destroy(), 30_000).unref();
      resolve(0);
    });
    socket.on('error', () => resolve(0));
  });

const requestTo =
  (
    ...[endpoint, inputOf]: [
      Parameters<Flooding['client']['callOf']>[1],
      (flooding: Flooding, number: number) => Parameters<Flooding['client']['callOf']>[2],
    ]
  ): Kind['one'] =>
  async (flooding, number) =>
    (await flooding.client.callOf(flooding.url, endpoint, inputOf(flooding, number))).status;

/** Every way in which one client floods a shop, at a fixed rate. */
export const floodKinds = {
  'new orders': {
    perSecond: 1_500,
    one: requestTo(contract.createOrder, (flooding, number) => ({ body: choiceOf(spanOf(flooding, number), 1) })),
  },
  'orders by junk tokens': {
    perSecond: 1_500,
    one: requestTo(contract.getOrder, () => ({ params: { token: junk() } })),
  },
  'GET /products': { perSecond: 1_500, one: requestTo(contract.getProducts, () => ({ query: { lang: 'ja' } })) },
  'look-ups': {
    perSecond: 1_500,
    one: requestTo(contract.getReservation, () => ({
      query: { email: 'hanako@visitor.example', reservation_number: junk().slice(0, 12) },
    })),
  },
  'junk webhooks': {
    perSecond: 500,
    one: async ({ client, url }) => {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ id: junk() });
      return (await client.send(`${url}${apiPrefix}/webhooks/gmo`, { method: 'POST', headers, body })).status;
    },
  },
  'bodies of 60 KB': {
    perSecond: 250,
    one: requestTo(contract.createOrder, (flooding, number) => ({
      body: { ...choiceOf(spanOf(flooding, number), 1), note: 'x'.repeat(60_000) },
    })),
  },
  'bodies that never end': {
    perSecond: 100,
    one: (flooding) =>
      stalled(
        flooding,
        `POST ${apiPrefix}/orders HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{`,
      ),
  },
  'connections without a request': { perSecond: 500, one: (flooding) => stalled(flooding, '') },
} as const satisfies Record<string, Kind>;

export type FloodName = keyof typeof floodKinds;
