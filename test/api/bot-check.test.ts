import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { demoCatalogue } from '#server/catalogue/demo/catalogues.ts';
import { exampleSites, siteCodes } from '#test/tools/example-sites.ts';
import { changeRows } from './kit/arrange.ts';
import { botToken, clearFaults, newKey, postToSandbox, setFault, tomorrow } from './kit/buyer.ts';
import type { Answer } from './kit/call.ts';
import { venueOf } from './kit/ops.ts';
import { forFile, problemOf, startShop } from './kit/shop.ts';

const sites = exampleSites(siteCodes, { mori: { origins: ['https://www.tower.example'] } });
const shop = await forFile(startShop({ timeout: 400, sites }));
const mori = venueOf(shop, 'mori');
const product_uuid = demoCatalogue('mori')?.products[0]?.uuid ?? 'none';
const query = { from: tomorrow, to: tomorrow, lang: 'ja', product_uuid };
const { time_spans } = await mori.call('searchProducts', { query });
const slot = time_spans.find(({ remaining }) => remaining > 40);
const option_values = [{ id: 'mori-deck-adult', count: 1 }];
const chosen = { time_span_id: slot?.id, quantity: 1, option_values, set_products: [] };
const body = { lang: 'ja', product_uuid, ...chosen };
beforeEach(async () => {
  await clearFaults(shop);
  shop.logged.length = 0;
});

/** Creates an order at the site; with a null token the header is omitted. */
const order = (token: string | null, sent: { key?: string; body?: object } = {}): Promise<Answer> =>
  mori.send('createOrder', { body, headers: token === null ? {} : { 'x-recaptcha-token': token }, ...sent });

const nextScores = (...scores: number[]) => postToSandbox(shop, 'recaptcha/scores', scores);

const events = () => shop.logged.filter(({ event }) => event.startsWith('bot_check'));
const reasons = () => events().map(({ event, facts }) => `${event} ${facts.because ?? facts.message ?? facts.error}`);

describe('an order on a site with the bot check', () => {
  it.each([
    ['the placeholder', async () => 'none'],
    ['no header', async () => null],
    ['an empty one', async () => ''],
  ])('is rejected with %s, without a call to the verifier', async (_, made) => {
    await setFault(shop, { route: 'recaptcha.siteverify', fault: 'unavailable' });
    expect(problemOf(await order(await made()))).toMatchObject({ status: 403, code: 'bot_check_failed' });
    expect(reasons()).toEqual(['bot_check_refused no token']);
  });

  it.each([
    ['a token that was never issued', async () => 'x'.repeat(86), 'timeout-or-duplicate'],
    ['a token of another shape', async () => 'x'.repeat(400), 'invalid-input-response'],
    ['a token for another action', () => botToken(shop, { action: 'login' }), 'another action'],
    ['a token of another host', () => botToken(shop, { hostname: 'robots.example' }), 'another host'],
  ])('is refused with %s, which is not logged', async (_, made, because) => {
    const token = await made();
    expect(problemOf(await order(token)).code).toBe('bot_check_failed');
    expect(reasons()).toEqual([`bot_check_refused ${because}`]);
    expect(JSON.stringify(shop.logged)).not.toContain(token);
  });

  it('is accepted with a token of a page at an origin that the site names', async () => {
    expect((await order(await botToken(shop, { hostname: 'www.tower.example' }))).status).toBe(200);
  });

  it('is rejected below the minimum score and accepted at it', async () => {
    await nextScores(0.4, 0.5);
    expect(problemOf(await order(await botToken(shop))).code).toBe('bot_check_failed');
    expect(events()[0]?.facts).toEqual({ site: 'mori', because: 'score', score: 0.4 });
    expect((await order(await botToken(shop))).status).toBe(200);
  });

  it('that is repeated with its key gets the same response, without a call to the verifier', async () => {
    const key = newKey();
    const token = await botToken(shop);
    const first = await order(token, { key });
    expect(await order(token, { key })).toMatchObject({ status: 200, text: first.text });
    expect(await order('none', { key })).toMatchObject({ status: 200, text: first.text });
    expect(events()).toEqual([]);
  });

  it('that was refused gets the same refusal with its key and token, for two minutes, as no other order does', async () => {
    const key = newKey();
    const token = await botToken(shop);
    const sent = { key, body: { ...body, time_span_id: 'no-such-slot' } };
    for (let times = 0; times < 3; times += 1)
      expect(problemOf(await order(token, sent)).code).toBe('product_change_date_error');
    expect(events()).toEqual([]);
    for (const other of [{ ...sent, key: newKey() }, { ...sent, body }, {}])
      expect(problemOf(await order(token, other)).code).toBe('bot_check_failed');
    expect(problemOf(await order('x'.repeat(86), sent)).code).toBe('bot_check_failed');
    await changeRows(shop, 'effects', {}, { done_at: sql`done_at - interval '2 minutes'` });
    expect(problemOf(await order(token, sent)).code).toBe('bot_check_failed');
    expect(problemOf(await order(await botToken(shop), sent)).code).toBe('product_change_date_error');
  });

  it.each(['unavailable', 'drop_before', 'hang'])(
    'is accepted while the verifier is %s, which is logged',
    async (fault) => {
      await setFault(shop, { route: 'recaptcha.siteverify', fault });
      expect((await order(await botToken(shop))).status).toBe(200);
      expect(events()).toMatchObject([{ level: 'error', event: 'bot_check_without_verdict', facts: { site: 'mori' } }]);
    },
  );
});
