import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { machines } from 'ticket-store/machines/index.ts';
import { startOwnShop } from 'ticket-store/test/browser/kit/host.ts';
import { findChromium } from 'ticket-store/test/tools/chromium.mjs';
import { sampled } from 'ticket-store/test/tools/sample.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { runPaths } from '../../paths/command.ts';

/**
 * The output of `npm run tool -- chart paths --format vitest` must run by itself: it is written to a folder and run there. A file for
 * Playwright's own runner differs in its head alone. With FULL=1 every state of every chart is reached.
 */

const shop = await startOwnShop();
// Inside the repository, so that packages resolve.
const folder = resolve(import.meta.dirname, '../../../../reports/generated');
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await shop.close();
});

/** Runs test files on the shop. Returns the exit code followed by the output. */
const runFiles = async (texts: readonly string[], timeout = 30_000): Promise<string> => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [index, text] of texts.entries()) writeFileSync(join(folder, `to-${index}.test.ts`), text);
  const { VITEST: _, NODE_ENV: __, ...env } = process.env;
  const vitest = resolve(import.meta.dirname, '../../../../node_modules/vitest/vitest.mjs');
  const run = spawn(process.execPath, [vitest, 'run', '--root', folder], {
    env: { ...env, NO_COLOR: '1', SHOP_URL: shop.url, SHOP_PATIENCE: String(timeout), CHROMIUM_PATH: findChromium() },
  });
  const printed: string[] = [];
  for (const stream of [run.stdout, run.stderr]) stream.on('data', (part) => printed.push(String(part)));
  const code = await new Promise((done) => run.on('close', done));
  return `${code}\n${printed.join('')}`;
};

const fileFor = (...args: string[]) => runPaths([...args, '--format', 'vitest']);
/** States of every kind of chart: on screen, beside it, pending, final, behind a provider and a timer. */
const states = sampled('generated files', [
  ['ticket.recalling', 'receipt.unreachable', 'share.sharing', 'mail-release.mail-release.stopping'],
  ['hold.warned', 'hold.adrift', 'toast.clearing', 'dialog.open', 'coupon.rereading', 'catalogue.failed'],
  ['checkout.challenging', 'checkout.away', 'checkout.declined', 'send.sent', 'revoke.revoked', 'signage.showing'],
]);

describe('a generated file', () => {
  it('comes to each drawn state by the replies of its walk', async () => {
    const wanted = process.env.FULL
      ? Object.keys(machines).map((chart) => ['--machine', chart, '--cover', 'states'])
      : states.map((state) => ['--to', state]);
    const texts = await Promise.all(wanted.map((args) => fileFor(...args)));
    expect(await runFiles(texts)).toMatch(/^0\n[\s\S]* passed/);
  });

  it('reports where the page, a chart or a request differs from its path, and the available controls', async () => {
    const hold = await fileFor('--to', 'hold.warned');
    const placed = await fileFor('--to', 'order.placed');
    const printed = await runFiles(
      [
        placed.replace("at('purchase.order.choosing')", "at('purchase.payment')"),
        hold.replaceAll("('app/purchase/hold', 'warned')", "('app/purchase/hold', 'lost')"),
        placed.replace("reply('POST', '/orders'", "reply('PUT', '/orders/{token}'"),
      ],
      10_000,
    );
    expect(printed).toMatch(/^1\n[\s\S]*3 failed/);
    for (const line of [
      /The page is in "purchase\.order\.choosing"[\s\S]*offered: [\s\S]*product\.choose/,
      /app\/purchase\/hold is in "warned", not in "lost"/,
      /does not request PUT \/orders\/\{token\}; it waits for .*POST \/api\/v1\/orders/,
    ])
      expect(printed).toMatch(line);
  });
});
