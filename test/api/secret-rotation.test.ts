import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fingerprintOf } from '#server/core/crypto.ts';
import {
  registerSecrets,
  retireSecret,
  rotateFolderSecret,
  type Secrets,
  secretsOf,
} from '#server/shared/tokens/secrets.ts';
import { createTokenService } from '#server/shared/tokens/tokens.ts';
import { adults, buyTicket, type Holder, newSlot, paramsOf, ticketOf } from './kit/arrange.ts';
import { choiceOf, newKey, slotAt } from './kit/buyer.ts';
import { openTestDatabase } from './kit/database.ts';
import { requestMail } from './kit/mails.ts';
import { makeToday, openOps } from './kit/ops.ts';
import { temporaryFolder } from './kit/process.ts';
import { forFile, type Shop, startShop } from './kit/shop.ts';

const first = 'the first secret of this shop, long enough';
const second = 'the second secret of this shop, long enough';

/** Starts a server with these secrets on the one database of these tests. */
const startWith = async (secrets: Secrets): Promise<Shop> => {
  const tokens = createTokenService(await registerSecrets(database.db, secrets));
  return forFile(startShop({ tokens, database: { ...database, close: async () => {} } }));
};

const bought: Record<'whole' | 'single' | 'shared' | 'parent' | 'moved', Holder> = Object.create(null);

const database = await forFile(openTestDatabase());
const before = await startWith([first]);
const span = await newSlot(before);
for (const name of ['whole', 'single', 'shared', 'parent', 'moved'] as const)
  bought[name] = await buyTicket(before, span, { adults: 2, email: `${name}@visitor.example` });
const shareToken = (await before.call('shareTicket', { params: bought.shared.params })).share_token;
const body = { option_values: adults(1) };
const partToken = (await before.call('splitTicket', { params: bought.parent.params, body })).reservation_token;
const after = await startWith([second, first]);
const ops = await forFile(openOps(after));

const codesOf = async (shop: Shop, token: string) => {
  const { entry_code, people } = await ticketOf(shop, token);
  return [entry_code, ...people.map((person) => person.entry_code)];
};

describe('after a rotation of the secret', () => {
  it('an older link shows the codes that were printed before', async () => {
    const token = bought.whole.params.reservation_token;
    const codes = await codesOf(before, token);
    expect(codes.every((code) => code.length === 16)).toBe(true);
    expect(await codesOf(after, token)).toEqual(codes);
  });

  it('older share links and links of split-off tickets are shown and open', async () => {
    expect((await ticketOf(after, bought.shared.params.reservation_token)).share_token).toBe(shareToken);
    expect(await after.call('getSharedTicket', { params: { share_token: shareToken } })).toMatchObject({ quantity: 2 });
    const { children } = await ticketOf(after, bought.parent.params.reservation_token);
    expect(children.map(({ reservation_token }) => reservation_token)).toEqual([partToken]);
  });

  it('looking up an older reservation returns the same link', async () => {
    const query = { email: 'whole@visitor.example', reservation_number: bought.whole.number };
    expect(await after.call('getReservation', { query })).toEqual(bought.whole.params);
  });

  it('the same request with the same key returns the earlier response, without a second effect', async () => {
    const key = newKey();
    const body = choiceOf((await slotAt(before, 1)).id, 1);
    const placed = await before.call('createOrder', { body, key });
    expect(await after.call('createOrder', { body, key })).toEqual(placed);
  });

  it('the gate admits by codes printed before, the whole ticket or one person, once each', async () => {
    const whole = await codesOf(before, bought.whole.params.reservation_token);
    const [, person = ''] = await codesOf(before, bought.single.params.reservation_token);
    const { entry_code: byShare } = await before.call('getSharedTicket', { params: { share_token: shareToken } });
    await makeToday(after, span);
    expect(await ops.code('gate', { code: whole[0] })).toBe('gate');
    expect(await ops.code('gate', { code: whole[0] })).toBe('used');
    expect(await ops.code('gate', { code: person })).toBe('gate');
    expect(await ops.code('gate', { code: byShare })).toBe('gate');
  });

  it('older mailed links, their order tokens and newsletters still open', async () => {
    const params = { token: (await requestMail(before)).link };
    const { order_token: token } = await before.call('getOrderMail', { params });
    expect(await after.call('getOrderMail', { params })).toEqual({ order_token: token });
    expect(await after.call('getOrder', { params: { token } })).toMatchObject({ status: 'open' });
    const [row] = await before.db.selectFrom('mail_magazines').select('id').execute();
    const id = createTokenService({ secrets: [first] }).token('magazine', row?.id ?? '');
    expect(await after.call('getMailMagazine', { params: { id } })).toMatchObject({ is_active: true });
  });

  it('the link that ends a newsletter is shown as it was issued', async () => {
    const { magazine_token } = await ticketOf(before, bought.whole.params.reservation_token);
    expect(magazine_token).toBeDefined();
    expect((await ticketOf(after, bought.whole.params.reservation_token)).magazine_token).toBe(magazine_token);
  });

  it('new tokens are made with the new secret', async () => {
    const holder = await buyTicket(after, await newSlot(after));
    const time_span_id = await newSlot(after);
    const moved = await after.call('changeDate', { params: holder.params, body: { time_span_id } });
    const byFirst = await before.send('getTicket', { params: paramsOf(moved.reservation_token) });
    expect(byFirst.status).toBe(410);
    expect(await ticketOf(after, moved.reservation_token)).toMatchObject({ state: 'valid' });
  });
});

describe('a server without a secret that its database needs', () => {
  it('does not start, and prints the fingerprint of the missing one; after the operator retired it, it starts', async () => {
    await expect(registerSecrets(database.db, [second])).rejects.toThrow(fingerprintOf(first));
    expect(await retireSecret(database.db, 'nothing')).toBe(false);
    expect(await retireSecret(database.db, fingerprintOf(first))).toBe(true);
    expect((await registerSecrets(database.db, [second])).secrets).toEqual([second]);
  });

  it('derives ids from the oldest secret, so that a rotation changes none of them', async () => {
    const fresh = await openTestDatabase();
    const one = createTokenService(await registerSecrets(fresh.db, [first]));
    const other = createTokenService(await registerSecrets(fresh.db, [second, first]));
    await fresh.close();
    expect(other.idOf('a calendar entry')).toBe(one.idOf('a calendar entry'));
    expect(other.token('order', 'x')).not.toBe(one.token('order', 'x'));
  });
});

describe('the secret of a data folder', () => {
  it('is rotated by a new first line; the old one is still accepted', () => {
    const { folder, remove } = temporaryFolder();
    const [made] = secretsOf({ DATA_DIR: folder });
    const rotated = rotateFolderSecret(folder);
    expect(rotated).toHaveLength(2);
    expect(rotated[1]).toBe(made);
    expect(secretsOf({ DATA_DIR: folder })).toEqual(rotated);
    writeFileSync(join(folder, 'secret'), `\n${readFileSync(join(folder, 'secret'), 'utf8')}\n\n`);
    expect(secretsOf({ DATA_DIR: folder })).toEqual(rotated);
    remove();
  });

  it('is not read if the settings contain secrets', () => {
    const settings = { DATA_DIR: '/nowhere', TICKET_SECRET: second, TICKET_SECRET_FALLBACKS: [first, second] };
    expect(secretsOf(settings)).toEqual([second, first]);
  });
});
