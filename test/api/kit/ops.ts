import * as v from 'valibot';
import { newOpsToken } from '#server/operators/client/address-file.ts';
import { createOpsApp } from '#server/operators/commands/app.ts';
import { listen } from '#server/web/http/listen.ts';
import type { Shop } from './shop.ts';
import { changeSlot } from './time.ts';

const Reply = v.looseObject({
  done: v.optional(v.string()),
  refused: v.optional(v.string()),
  said: v.object({ en: v.string(), ja: v.string() }),
});
export type OpsReply = v.InferOutput<typeof Reply>;

/** The operator's endpoint of a shop. */
export type Ops = {
  url: string;
  token: string;
  run: (command: string, input: unknown, key?: string) => Promise<OpsReply & { status: number }>;
  /** As `run`, but returns only what was done, or the reason for a rejection. */
  code: (command: string, input: unknown) => Promise<string | undefined>;
  close: () => Promise<void>;
};

/** Opens the operator's endpoint as the server does (`server/operators/commands/open.ts`), on a free port. */
export const openOps = async (shop: Shop): Promise<Ops> => {
  const token = newOpsToken();
  const listening = await listen(createOpsApp(shop.deps, shop.url, token).fetch, 0, '127.0.0.1');
  const url = `http://127.0.0.1:${listening.port}`;
  const run: Ops['run'] = async (command, input, key = crypto.randomUUID()) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key };
    const answer = await fetch(`${url}/${command}`, { method: 'POST', headers, body: JSON.stringify(input) });
    return { ...v.parse(Reply, await answer.json()), status: answer.status };
  };
  const code: Ops['code'] = async (command, input) => {
    const { done, refused } = await run(command, input);
    return done ?? refused;
  };
  return { url, token, run, code, close: listening.close };
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
