import { request } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { failureCodes } from '#src/domain/failures.ts';
import { randomly } from '#test/tools/sample.ts';
import { hold, slotAt } from './kit/buyer.ts';
import { buyTicket } from './kit/holder.ts';
import { type Malformed, malformed } from './kit/malformed.ts';
import { type Answer, problemOf, type Shop, startShop } from './kit/shop.ts';

let shop: Shop;
/** What a fault that must be refused is aimed at: an order that holds, a ticket. */
const real = new Map<string, string>();
beforeAll(async () => {
  shop = await startShop();
  const slot = (await slotAt(shop, 0)).id;
  real.set('token', (await hold(shop, slot, 2)).token);
  real.set('reservation_token', (await buyTicket(shop, slot, 3)).params.reservation_token);
});
afterAll(() => shop.close());

const unknown = 'A'.repeat(32);
const pathOf = ({ row, token, field }: Malformed): string =>
  row.path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => token ?? (field === null ? unknown : real.get(name)) ?? unknown,
  );

/** As it is written: nothing is put right on the way, as `fetch` would. */
const send = (sent: Malformed): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(shop.url);
    const path = `/api/v1${pathOf(sent)}${sent.query && `?${sent.query}`}`;
    const length = sent.body === null ? {} : { 'content-length': Buffer.byteLength(sent.body) };
    const asked = request(
      { hostname, port, path, method: sent.row.method, headers: { ...sent.headers, ...length } },
      (reply) => {
        let text = '';
        reply.setEncoding('utf8');
        reply.on('data', (part: string) => {
          text += part;
        });
        reply.on('error', reject);
        reply.on('end', () => {
          const headers = new Headers();
          for (const [name, value] of Object.entries(reply.headers)) headers.set(name, String(value));
          resolve({ status: reply.statusCode ?? 0, headers, text });
        });
      },
    );
    asked.on('error', reject);
    asked.end(sent.body ?? undefined);
  });

/** Everything an effect would show in. */
const state = async (): Promise<string> => {
  const { db } = shop;
  return JSON.stringify([
    await db.selectFrom('orders').selectAll().orderBy('id').execute(),
    await db.selectFrom('payments').selectAll().orderBy('id').execute(),
    await db.selectFrom('tickets').selectAll().orderBy('id').execute(),
    await db.selectFrom('ticket_people').selectAll().orderBy('id').execute(),
    await db.selectFrom('coupon_uses').selectAll().orderBy('order_id').execute(),
    await db.selectFrom('mail_magazines').selectAll().orderBy('id').execute(),
    await db.selectFrom('outbox').selectAll().orderBy('id').execute(),
    await db.selectFrom('time_spans').select(['id', 'held', 'sold']).where('held', '>', 0).orderBy('id').execute(),
  ]);
};

const judge = (sent: Malformed, answer: Answer): void => {
  const { status, text } = answer;
  expect(status).toBeGreaterThanOrEqual(200);
  expect(status).toBeLessThan(500);
  expect(text).not.toMatch(/\bat \w+ \(|node_modules|kysely|pglite|syntax error|select \w+ from/i);
  if (status === 431) return;
  if (status >= 400) expect(failureCodes).toContain(problemOf(answer).code);
  if (sent.field === null) return;
  const problem = problemOf(answer);
  expect([400, 413, 415]).toContain(status);
  if (sent.field === '' || status !== 400) return;
  expect(problem.code).toBe('invalid_input');
  const near = problem.fields.filter((name) => name.startsWith(sent.field ?? '') || sent.field?.startsWith(name));
  expect({ field: sent.field, named: problem.fields, near: near.length > 0 }).toMatchObject({ near: true });
};

it('whatever is wrong with whatever is asked: 4xx, the field named, nothing of ours shown, and nothing done', async () => {
  const before = await state();
  const statuses = new Map<number, number>();
  const refused = new Set<string>();
  await fc.assert(
    fc.asyncProperty(malformed, async (sent) => {
      const answer = await send(sent);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (sent.field !== null) refused.add(sent.name);
      judge(sent, answer);
    }),
    randomly('malformed input', 10_000, 400),
  );
  console.log(`malformed input: ${JSON.stringify(Object.fromEntries([...statuses].toSorted()))}`);
  expect(await state()).toBe(before);
  expect(shop.logged.filter(({ level }) => level === 'error')).toEqual([]);
  expect(refused.size).toBeGreaterThan(10);
}, 900_000);
