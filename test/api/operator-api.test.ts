import { DefaultQueryExecutor, sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { offeredNames } from '#server/operators/commands/http.ts';
import { operations } from '#server/operators/commands/operations.ts';
import { classes } from '#server/shared/admission-queue/admission-queue.ts';
import { buyTicket, changeRows, newSlot, ticketOf } from './kit/arrange.ts';
import { newKey, slotAt } from './kit/buyer.ts';
import { callOperator, giveSameIds, makeToday, makeToken, openOps, samples, withoutId } from './kit/ops.ts';
import { forFile, problemOf, startShop } from './kit/shop.ts';
import { readSiteRows } from './kit/twin-site.ts';

const site = 'borderless';
const other = 'lab-exhibition';

const tokens = { gate: '', read: '', full: '', other: '' };
const shop = await forFile(startShop());
const ops = await forFile(openOps(shop));
const theirs = await giveSameIds(shop, other, { seats: 40 });
for (const scope of ['gate', 'read', 'full'] as const) tokens[scope] = (await makeToken(ops, site, scope)).token;
tokens.other = (await makeToken(ops, other, 'full')).token;

const call = (name: string, sent: unknown, token: string | undefined = tokens.full, key?: string | null) =>
  callOperator(shop, name, sent, { token, ...(key === undefined ? {} : { key }) });

const bought = async () => buyTicket(shop, await newSlot(shop));
const audited = () => shop.logged.filter(({ event }) => event === 'operator');

describe('a token', () => {
  it('is shown once, stored as a hash only, and revoked by no other site', async () => {
    const { token, id } = await makeToken(ops, site, 'full');
    const { rows } = await sql<{ row: string }>`select t::text as row from operator_tokens t`.execute(shop.db);
    const stored = rows.map(({ row }) => row).join('\n');
    expect(stored).toContain(id);
    expect(stored).not.toContain(token.slice(-43));
    expect(JSON.stringify(await ops.run('token-list', {}))).not.toContain(token.slice(-43));
    expect(JSON.stringify(shop.logged)).not.toContain(token.slice(-43));
    expect(await ops.code('token-revoke', { id, site: other })).toBe('no_token');
    expect((await call('today', {}, token)).status).toBe(200);
  });

  it('that is wrong, expired, revoked, of another site or missing gets the same answer, for each operation', async () => {
    const [expired, revoked] = [await makeToken(ops, site, 'full'), await makeToken(ops, site, 'full')];
    await changeRows(shop, 'operator_tokens', { id: expired.id }, { expires_at: new Date(Date.now() - 1_000) });
    expect(await ops.code('token-revoke', { id: revoked.id })).toBe('token-revoke');
    const altered = `${tokens.full.slice(0, -1)}${tokens.full.endsWith('A') ? 'B' : 'A'}`;
    const { number } = await bought();
    const wrong = [undefined, '', 'x', ops.token, altered, `operator_0000000000_${'A'.repeat(43)}`];
    const span = await newSlot(shop);
    const before = await readSiteRows(shop.db, site);
    for (const name of offeredNames) {
      const seen = [];
      for (const token of [...wrong, expired.token, revoked.token, tokens.other]) {
        const answer = await callOperator(
          shop,
          name,
          samples(number, span)[name],
          token === undefined ? {} : { token },
        );
        expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="operator"');
        expect(answer.text).not.toContain(number);
        seen.push([answer.status, withoutId(answer.body)]);
      }
      expect(new Set(seen.map((one) => JSON.stringify(one))).size).toBe(1);
      expect(seen[0]).toMatchObject([401, { code: 'operator_token_required', status: 401 }]);
      await shop.db.deleteFrom('tries').execute();
    }
    expect(await readSiteRows(shop.db, site)).toEqual(before);
    const why = shop.logged.filter(({ event }) => event === 'operator_refused').map(({ facts }) => facts.because);
    expect(new Set(why)).toEqual(new Set(['missing', 'unknown', 'expired', 'revoked', 'other_site']));
  });

  it('may do what its scope says, and no more', async () => {
    const { number } = await bought();
    const slot = await newSlot(shop);
    const ranks = ['gate', 'read', 'desk', 'full'];
    const { token } = await makeToken(ops, site, 'desk');
    const limited = [
      ['gate', tokens.gate],
      ['read', tokens.read],
      ['desk', token],
    ] as const;
    for (const name of offeredNames) {
      const needed = operations[name].scope;
      for (const [scope, held] of limited) {
        const { status, body } = await call(name, { ...samples(number, slot)[name] }, held);
        if (ranks.indexOf(scope) >= ranks.indexOf(needed ?? 'full'))
          expect([name, scope, status]).toEqual([name, scope, expect.not.toBeOneOf([401, 403])]);
        else expect([name, scope, status, body.code]).toEqual([name, scope, 403, 'operator_scope']);
      }
    }
  });

  it('of a counter helps holders, and moves neither money nor seats', () => {
    const needing = (scope: string) => offeredNames.filter((name) => operations[name].scope === scope);
    expect([needing('gate'), needing('desk')]).toEqual([
      ['gate', 'gate-undo', 'today'],
      ['revoke', 'resend', 'mail-flush'],
    ]);
    const never = ['cancel', 'refund', 'call-off', 'catalogue-import', 'erase'];
    expect(needing('full')).toEqual(expect.arrayContaining(never));
  });

  it('cannot make, list or revoke tokens, nor act on the whole server', async () => {
    for (const name of [
      'token-create',
      'token-list',
      'token-revoke',
      'retention',
      'replay',
      'reconcile',
      'confirm',
      'check',
    ])
      expect((await call(name, {})).status).toBe(404);
  });

  it('is limited when it is guessed, and a right one is not limited by that', async () => {
    const wrong = `operator_0123456789_${'x'.repeat(43)}`;
    for (let tries = 0; tries < 60; tries += 1) await call('today', {}, wrong);
    const limited = await call('today', {}, wrong);
    expect([limited.status, limited.body.code]).toEqual([429, 'rate_limited']);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await call('today', {})).status).toBe(200);
    await shop.db.deleteFrom('tries').execute();
  });

  it('right or wrong, is looked up and counted inside the admission queue', async () => {
    const { admissionQueue } = shop.deps;
    const original = DefaultQueryExecutor.prototype.executeQuery;
    const executed = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery');
    const isAdmitted: boolean[] = [];
    executed.mockImplementation(function (this: DefaultQueryExecutor, query) {
      if (/operator_tokens|tries/.test(query.sql))
        isAdmitted.push(classes.some((name) => admissionQueue.count(name).running > 0));
      return original.call(this, query);
    });
    for (const token of [tokens.full, `operator_0123456789_${'x'.repeat(43)}`]) await call('today', {}, token);
    executed.mockRestore();
    expect(new Set(isAdmitted)).toEqual(new Set([true]));
    await shop.db.deleteFrom('tries').execute();
  });

  it('has a limit of writes a minute', async () => {
    const { token } = await makeToken(ops, site, 'full');
    let answer = await call('cancel', { reservation_number: 'AAAA-AAAA-AAAA' }, token, null);
    for (let tries = 1; tries <= 120; tries += 1)
      answer = await call('cancel', { reservation_number: 'AAAA-AAAA-AAAA' }, token, null);
    expect([answer.status, answer.body.code]).toEqual([429, 'rate_limited']);
    expect((await call('today', {}, token)).status).toBe(200);
  });
});

describe('the operations of a site', () => {
  it('touch nothing of another site: its orders and slots are unknown', async () => {
    const { number, params } = await buyTicket(theirs, (await slotAt(theirs, 0)).id);
    const { entry_code } = await ticketOf(theirs, params.reservation_token);
    await sql`insert into time_spans (site, id, product_uuid, day, reservation_from, reservation_to, sale_from, sale_to, capacity)
      select site, 'only-there', product_uuid, day, reservation_from + interval '1 second', reservation_to, sale_from, sale_to, 9
      from time_spans where site = ${other} limit 1`.execute(shop.db);
    const unknown = 'AAAA-AAAA-AAAA';
    const before = await readSiteRows(shop.db, other);
    const named = ['gate', 'cancel', 'refund', 'revoke', 'resend', 'find', 'export', 'receipt'] as const;
    for (const name of named) {
      const [one, none] = [await call(name, samples(number, '')[name]), await call(name, samples(unknown, '')[name])];
      expect([name, one.status, withoutId(one.body)]).toEqual([name, none.status, withoutId(none.body)]);
      if (name !== 'find') expect([name, one.status, one.body.code]).toEqual([name, 404, 'unknown']);
    }
    expect((await call('gate', { code: entry_code, force: true })).body.code).toBe('unknown');
    for (const name of ['block', 'unblock', 'capacity'])
      expect((await call(name, samples('', 'only-there')[name])).body.code).toBe('not_on_sale');
    expect((await call('cancel', { reservation_number: number, site: other })).body.code).toBe('invalid_input');
    expect(await readSiteRows(shop.db, other)).toEqual(before);
    expect(
      (await callOperator(shop, 'cancel', { reservation_number: number }, { token: tokens.other, site: `/${other}` }))
        .status,
    ).toBe(200);
  });

  it('are done once for an Idempotency-Key, and another body with it is refused', async () => {
    const span = await newSlot(shop);
    const { number } = await buyTicket(shop, span);
    await makeToday(shop, span);
    const key = newKey();
    const first = await call('gate', { code: number }, tokens.gate, key);
    expect(first.body).toMatchObject({ done: 'gate', quantity: 1 });
    expect(await call('gate', { code: number }, tokens.gate, key)).toMatchObject({ status: 200, text: first.text });
    expect((await call('gate', { code: number }, tokens.gate)).body).toMatchObject({ code: 'used', status: 409 });
    expect((await call('gate', { code: 'A' }, tokens.gate, key)).body.code).toBe('idempotency_key_reused');
    expect((await call('gate', { code: number }, tokens.gate, 'short')).body.code).toBe('invalid_input');
  });

  it('answer wrong requests with problem documents', async () => {
    const wrong: [unknown, number, string][] = [
      ['{', 400, 'invalid_input'],
      [null, 400, 'invalid_input'],
      [{ code: 7 }, 400, 'invalid_input'],
      [{ code: 'A', surplus: 1 }, 400, 'invalid_input'],
      [{ code: 'A', dry_run: 'yes' }, 400, 'invalid_input'],
      [{ code: 'x'.repeat(70_000) }, 413, 'bad_request'],
    ];
    for (const [sent, status, code] of wrong) {
      const answer = await call('gate', sent);
      expect([answer.status, problemOf(answer).code]).toEqual([status, code]);
    }
    const url = `${shop.url}/api/v1/operator/gate`;
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const reply = await fetch(url, { method, headers: { authorization: `Bearer ${tokens.full}` } });
      expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'POST']);
    }
    expect(shop.logged.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('are audited with the token, also when they are refused, without whom they are about', async () => {
    const { token, id } = await makeToken(ops, site, 'full');
    const { number } = await bought();
    await call('cancel', { reservation_number: number }, token);
    await call('cancel', { reservation_number: number }, token);
    await call('find', { text: number }, token);
    const lines = audited().filter(({ facts }) => facts.by === id);
    const number_ends = number.slice(-4);
    expect(lines.map(({ facts }) => facts)).toEqual([
      { command: 'cancel', by: id, site, outcome: 'done', number_ends },
      { command: 'cancel', by: id, site, outcome: 'cancelled', number_ends },
      { command: 'find', by: id, site, outcome: 'done' },
    ]);
    expect(JSON.stringify(shop.logged)).not.toContain(number);
  });
});
