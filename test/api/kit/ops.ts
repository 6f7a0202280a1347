import { sql } from 'kysely';
import * as v from 'valibot';
import { exportCatalogue } from '#server/catalogue/export.ts';
import { importCatalogue } from '#server/catalogue/import.ts';
import type { Catalogue } from '#server/catalogue/schema.ts';
import type { Db } from '#server/db/open.ts';
import { newOpsToken, publishOpsAddress } from '#server/operators/client/address-file.ts';
import { createOpsApp } from '#server/operators/commands/app.ts';
import { listen } from '#server/web/http/listen.ts';
import { apiPrefix } from '#src/api/contract/index.ts';
import { addDays, venueDay } from '#src/domain/dates.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { changeSlot } from './arrange.ts';
import { newKey, timed, tomorrow } from './buyer.ts';
import { createCall, sendWithKeys } from './call.ts';
import { runProgram, temporaryFolder } from './process.ts';
import type { Shop } from './shop.ts';

/** The shop as the visitors of one of its sites use it. */
export const venueOf = (shop: Shop, site: SiteCode): Shop => {
  const send = sendWithKeys(`${shop.url}/${site}`);
  return { ...shop, send, call: createCall(send) };
};

/** The stored catalogue of a site. */
export const catalogueOf = async (db: Db, site: SiteCode): Promise<Catalogue> => {
  const catalogue = await exportCatalogue(db, site);
  if (!catalogue) throw new Error(`${site} has no catalogue.`);
  return catalogue;
};

type Product = Catalogue['products'][number];

/** The catalogue with one of its products changed. */
export const withProduct = (
  catalogue: Catalogue,
  uuid: string,
  change: (product: Product) => Partial<Product>,
): Catalogue => ({
  ...catalogue,
  products: catalogue.products.map((product) => (product.uuid === uuid ? { ...product, ...change(product) } : product)),
});

/** Removes the timespans after the next days, of which a catalogue would mostly be. */
export const keepNextDays = ({ db }: Pick<Shop, 'db'>) =>
  sql`delete from time_spans where day > ${addDays(tomorrow, 5)}`.execute(db);

/** Gives another site the ids of the first one, with its own prices and seats; returns the shop as that site's visitors use it. */
export const giveSameIds = async (shop: Shop, site: SiteCode, { dearer = 0, seats = 400 } = {}): Promise<Shop> => {
  const catalogue = await catalogueOf(shop.db, 'borderless');
  const products = catalogue.products.map((product) => ({
    ...product,
    options: product.options.map((option) => ({ ...option, add_cost: option.add_cost + dearer })),
    time_spans: product.time_spans.map((span) => ({ ...span, capacity: seats })),
  }));
  await importCatalogue(shop.db, { ...catalogue, site, products }, venueDay(Date.now()));
  return venueOf(shop, site);
};

const Reply = v.looseObject({
  done: v.optional(v.string()),
  refused: v.optional(v.string()),
  said: v.object({ en: v.string(), ja: v.string() }),
});
export type OpsReply = v.InferOutput<typeof Reply>;

/** The operator's endpoint of a shop. */
export type Ops = Awaited<ReturnType<typeof openOps>>;

/** Opens the operator's endpoint as the server does (`server/operators/commands/app.ts`), on a free port. */
export const openOps = async (shop: Shop) => {
  const token = newOpsToken();
  const listening = await listen(createOpsApp(shop.deps, shop.url, token).fetch, 0, '127.0.0.1');
  const url = `http://127.0.0.1:${listening.port}`;
  const run = async (command: string, input: unknown): Promise<OpsReply & { status: number }> => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    };
    const answer = await fetch(`${url}/${command}`, { method: 'POST', headers, body: JSON.stringify(input) });
    return { ...v.parse(Reply, await answer.json()), status: answer.status };
  };
  /** As `run`, but returns only what was done, or the reason for a rejection. */
  const code = async (command: string, input: unknown) => {
    const { done, refused } = await run(command, input);
    return done ?? refused;
  };
  return { url, token, run, code, close: listening.close };
};

/** Runs a command of `npm run ops` as a process that finds this endpoint. */
export const runOps = async (ops: Ops, ...args: string[]) => {
  const { folder, remove } = temporaryFolder();
  publishOpsAddress(folder, ops);
  return runProgram('server/ops.ts', { DATA_DIR: folder }, ...args).finally(remove);
};

let made = 0;

/** Moves a timespan to today; every call uses another time. */
export const makeToday = async (shop: Shop, span: string): Promise<void> => {
  made += 1;
  const now = Date.now();
  await changeSlot(shop, span, {
    reservation_from: new Date(now - made * 1_000),
    reservation_to: new Date(now + 60_000),
  });
};

/** The kinds of all mails to an address, the oldest first. */
export const readMailKinds = async (shop: Shop, address: string): Promise<string[]> => {
  const rows = await shop.db
    .selectFrom('outbox')
    .select('kind')
    .where('address', '=', address)
    .orderBy('created_at')
    .execute();
  return rows.map(({ kind }) => kind);
};

const Made = v.looseObject({ token: v.string(), id: v.string() });

/** Makes an operator's token as the command does. */
export const makeToken = async (ops: Ops, site: string, scope: string): Promise<{ token: string; id: string }> =>
  v.parse(Made, await ops.run('token-create', { site, scope, name: `a ${scope} program`, days: 30 }));

/** A response of the HTTP API of operators. */
export type OperatorAnswer = { status: number; headers: Headers; text: string; body: Record<string, unknown> };

/** Calls an operation over HTTP. `site`: a prefix of the path; '' for the default site. */
export const callOperator = async (
  shop: Shop,
  name: string,
  sent: unknown,
  { token, site = '', key = newKey() }: { token?: string; site?: string; key?: string | null },
): Promise<OperatorAnswer> => {
  const reply = await fetch(`${shop.url}${site}${apiPrefix}/operator/${name}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(key === null ? {} : { 'idempotency-key': key }),
    },
    body: typeof sent === 'string' ? sent : JSON.stringify(sent),
  });
  const text = await reply.text();
  return { status: reply.status, headers: reply.headers, text, body: JSON.parse(text) };
};

/** A problem without the id of its request. */
export const withoutId = ({ request_id: _id, ...rest }: Record<string, unknown>) => rest;

/** Parameters by which each operation would do something to this ticket or slot. */
export const samples = (number: string, slot: string): Record<string, object> => ({
  gate: { code: number, force: true },
  'gate-undo': { code: number },
  'mail-flush': {},
  cancel: { reservation_number: number },
  refund: { reservation_number: number },
  revoke: { reservation_number: number },
  resend: { to: number },
  find: { text: number },
  today: {},
  sales: { from: venueDay(Date.now()), to: venueDay(Date.now()) },
  subscribers: {},
  invite: { mail: 'guest@visitor.example', slot, options: [{ id: 'admission-adult', count: 1 }] },
  link: { product: timed },
  slots: {},
  block: { slot },
  unblock: { slot },
  capacity: { slot, seats: 30 },
  'call-off': { slot, refund: 'all' },
  'catalogue-import': { text: '{}' },
  'catalogue-export': {},
  export: { who: number },
  erase: { mail: 'nobody-at-all@visitor.example' },
  receipt: { reservation_number: number },
});
