import fc from 'fast-check';
import { expect, it } from 'vitest';
import { apiPrefix } from '#src/api/contract/index.ts';
import { randomly } from '#test/tools/sample.ts';
import { hold, slotAt } from './kit/buyer.ts';
import type { Answer } from './kit/call.ts';
import { bodies, queries } from './kit/calls.ts';
import { forFile } from './kit/for-file.ts';
import { buyTicket } from './kit/holder.ts';
import { type Malformed, malformedOf } from './kit/malformed.ts';
import { sendRaw } from './kit/raw.ts';
import { startShop } from './kit/shop.ts';
import { violationOf } from './kit/violation.ts';

/** Targets for malformed requests: an order that holds seats, and a ticket. */
const real = new Map<string, string>();
const shop = await forFile(startShop());
const slot = (await slotAt(shop, 0)).id;
real.set('token', (await hold(shop, slot, 2)).token);
real.set('reservation_token', (await buyTicket(shop, slot, 3)).params.reservation_token);

const unknown = 'A'.repeat(32);
const pathOf = ({ row, token, field }: Malformed): string =>
  row.path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => token ?? (field === null ? unknown : real.get(name)) ?? unknown,
  );

const send = (sent: Malformed): Promise<Answer> =>
  sendRaw(shop.url, {
    method: sent.row.method,
    path: `${apiPrefix}${pathOf(sent)}${sent.query && `?${sent.query}`}`,
    headers: sent.headers,
    body: sent.body,
  });

/** All state in which an effect would be visible. */
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
    await db
      .selectFrom('time_spans')
      .where('time_spans.site', '=', 'borderless')
      .select(['id', 'held', 'sold'])
      .where('held', '>', 0)
      .orderBy('id')
      .execute(),
  ]);
};

it('a malformed request gets 4xx naming the field, reveals no internals, and has no effect', async () => {
  const before = await state();
  const statuses = new Map<number, number>();
  const refused = new Set<string>();
  await fc.assert(
    fc.asyncProperty(malformedOf({ bodies, queries }), async (sent) => {
      const answer = await send(sent);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (sent.field !== null) refused.add(sent.name);
      expect(violationOf(sent, answer)).toBeNull();
    }),
    randomly('malformed input', 10_000, 400),
  );
  console.log(`malformed input: ${JSON.stringify(Object.fromEntries([...statuses].toSorted()))}`);
  expect(await state()).toBe(before);
  expect(shop.logged.filter(({ level }) => level === 'error')).toEqual([]);
  expect(refused.size).toBeGreaterThan(10);
});
