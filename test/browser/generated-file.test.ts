import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findChromium } from '#test/tools/chromium.mjs';
import { runPaths } from '#test/tools/paths/command.ts';
import { startOwnShop } from './kit/host.ts';

/** The output of `npm run paths -- --format playwright` must run by itself: it is written to a folder and run there. */

const shop = await startOwnShop();
// Inside the repository, so that packages resolve.
const folder = resolve(import.meta.dirname, '../../reports/generated');
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await shop.close();
});

/** Runs a test file on the shop. Returns the exit code followed by the output. */
const runFile = async (text: string, timeout = 30_000): Promise<string> => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'asked.test.ts'), text);
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
const fileFor = (machine: string, by: string) => runPaths(['--machine', machine, '--by', by, '--format', 'playwright']);

describe('a generated Playwright file', () => {
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
});
