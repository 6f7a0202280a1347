import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findChromium } from '#test/tools/chromium.mjs';
import { runPaths } from '#test/tools/paths/command.ts';
import { sampled } from '#test/tools/sample.ts';
import { startOwnShop } from './kit/host.ts';

/**
 * The output of `npm run paths -- --format vitest` must run by itself: it is written to a folder and run there. With Playwright's
 * own runner, for every state and walk: `npm run tool -- exports`.
 */

const shop = await startOwnShop();
// Inside the repository, so that packages resolve.
const folder = resolve(import.meta.dirname, '../../reports/generated');
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await shop.close();
});

/** Runs test files on the shop. Returns the exit code followed by the output. */
const runFile = (text: string, timeout = 30_000): Promise<string> => runFiles({ 'asked.test.ts': text }, timeout);

const runFiles = async (files: Readonly<Record<string, string>>, timeout = 30_000): Promise<string> => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const { VITEST: _, NODE_ENV: __, ...env } = process.env;
  const vitest = resolve(import.meta.dirname, '../../node_modules/vitest/vitest.mjs');
  const run = spawn(process.execPath, [vitest, 'run', '--root', folder], {
    env: { ...env, NO_COLOR: '1', SHOP_URL: shop.url, SHOP_PATIENCE: String(timeout), CHROMIUM_PATH: findChromium() },
  });
  const printed: string[] = [];
  for (const stream of [run.stdout, run.stderr]) stream.on('data', (part) => printed.push(String(part)));
  const code = await new Promise((done) => run.on('close', done));
  return `${code}\n${printed.join('')}`;
};

const purchase = 'done(order), customer.submit, done(putCustomer), done(payment), checkout.submit, done(checkout)';
const soldOut =
  'product.choose, done(search), option.set, day.choose, done(search), timespan.choose, done(checkStock), order.submit, error(placeOrder)';
const fileFor = (machine: string, by: string) =>
  runPaths(['--machine', machine, '--by', by, '--format', 'vitest', '--replies', 'shop']);

describe('a generated file in front of the shop’s own replies', () => {
  it('completes a purchase by visible controls', async () => {
    const text = await fileFor('purchase', `${purchase}, @complete`);
    expect(text).toContain("await visitor.click('checkout.submit');");
    expect(await runFile(text)).toMatch(/^0\n[\s\S]*1 passed/);
  });

  it('injects the failures of its path', async () => {
    const text = await fileFor('order', `${soldOut}, @choosing`);
    expect(text).toContain("await visitor.failing('POST', '/orders', ");
    expect(await runFile(text)).toMatch(/^0\n[\s\S]*1 passed/);
  });

  it('reports the current state and the available controls when the shop differs from the path', async () => {
    const text = await fileFor('purchase', `${purchase}, @complete`);
    const astray = text.replace("at('purchase.sign-in.editing')", "at('purchase.payment')");
    expect(await runFile(astray, 4000)).toMatch(
      /^1\n[\s\S]*The page is in "purchase\.sign-in\.editing"[\s\S]*offered: [\s\S]*customer\.submit/,
    );
  });

  it.each([
    ['ticket.showing', /does not let readTicket end so by itself/],
    ['order.placing', /order\.placing passes/],
  ])('is refused with its reason for %s', async (state, reason) => {
    await expect(runPaths(['--to', state, '--format', 'playwright', '--replies', 'shop'])).rejects.toThrow(reason);
  });
});

/** States of every kind of chart: on screen, beside it, pending, final, behind a provider and a timer. */
const states = sampled('generated files', [
  [
    'ticket.recalling',
    'receipt.unreachable',
    'share.sharing',
    'shared-ticket.unreachable',
    'mail-release.mail-release.stopping',
  ],
  ['hold.warned', 'hold.adrift', 'toast.clearing', 'dialog.open', 'coupon.removing', 'catalogue.failed'],
  ['checkout.challenging', 'checkout.away', 'checkout.declined', 'send.sent', 'revoke.revoked', 'signage.showing'],
]);

describe('a generated file with the replies of its walk', () => {
  it('comes to each drawn state', async () => {
    const texts = await Promise.all(states.map((state) => runPaths(['--to', state, '--format', 'vitest'])));
    const files = Object.fromEntries(texts.map((text, index) => [`to-${index}.test.ts`, text]));
    expect(await runFiles(files)).toMatch(new RegExp(`^0\\n[\\s\\S]*${states.length} passed`));
  });

  it('walks a visit that was saved on the charts page', async () => {
    const arrows = [
      ['purchase.order | done(order) [3]'],
      ['purchase.sign-in.editing | customer.submit [1]'],
      ['purchase.sign-in.saving | done(putCustomer) [1]'],
    ];
    const steps = arrows.map((taken, at) => ({ after: at * 900, event: 'of the visit', arrows: taken }));
    const saved = join(mkdtempSync(join(tmpdir(), 'visit-')), 'visit.json');
    writeFileSync(saved, JSON.stringify({ format: 'ticket-store visit 1', site: 'borderless', lang: 'en', steps }));
    const text = await runPaths(['--visit', saved, '--format', 'vitest']);
    expect(text).toContain("await visitor.click('customer.submit');\n");
    expect(await runFile(text)).toMatch(/^0\n[\s\S]*1 passed/);
    const astray = text.replaceAll("at('purchase.payment.choosing')", "at('purchase.confirm')");
    expect(await runFile(astray, 4000)).toMatch(/^1\n[\s\S]*The page is in "purchase\.payment\.choosing"/);
  });

  it('reports the state of a chart that is in another one', async () => {
    const text = await runPaths(['--to', 'hold.warned', '--format', 'vitest']);
    const astray = text.replaceAll("('app/purchase/hold', 'warned')", "('app/purchase/hold', 'lost')");
    expect(await runFile(astray, 4000)).toMatch(/^1\n[\s\S]*app\/purchase\/hold is in "warned", not in "lost"/);
  });

  it('reports a request that the page does not make', async () => {
    const text = await runPaths(['--to', 'order.placed', '--format', 'vitest']);
    const astray = text.replace("reply('POST', '/orders'", "reply('PUT', '/orders/{token}'");
    expect(await runFile(astray, 4000)).toMatch(
      /^1\n[\s\S]*does not request PUT \/orders\/\{token\}; it waits for .*POST \/api\/v1\/orders/,
    );
  });
});
