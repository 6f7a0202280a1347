import { spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import Stripe from 'stripe';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { openSandbox, refusal } from './fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
afterAll(() => rmSync(folder, { recursive: true }));
const pay = { amount: 3000, currency: 'jpy', confirm: true, payment_method: 'pm_card_visa' };

describe('the ledger', () => {
  it('sums by order id, also for unusual order ids', async () => {
    const { stripe, url } = await openSandbox({}, onTestFinished);
    for (const order_id of ['a', 'a', 'constructor']) {
      await stripe.paymentIntents.create({ ...pay, metadata: { order_id } });
    }
    await refusal(stripe.paymentIntents.create({ ...pay, payment_method: 'pm_card_visa_chargeDeclined' }));
    const { totals, orders, payments } = await (await fetch(`${url}/sandbox/ledger`)).json();
    expect(totals).toEqual({ payments: 4, captured: 9000, refunded: 0, net: 9000 });
    expect(orders).toEqual({
      a: { payments: 2, charges: 2, captured: 6000, refunded: 0 },
      constructor: { payments: 1, charges: 1, captured: 3000, refunded: 0 },
    });
    expect(payments[0]).toMatchObject({ status: 'requires_payment_method', error: 'generic_decline', captured: 0 });
    const home = await (await fetch(`${url}/sandbox/`)).text();
    expect(home).toContain('¥9,000');
  });

  it('escapes text from the shop', async () => {
    const { stripe, url } = await openSandbox({}, onTestFinished);
    await stripe.paymentIntents.create({ ...pay, metadata: { order_id: '<script>alert(1)</script>' } });
    const home = await (await fetch(`${url}/sandbox/`)).text();
    expect(home).toContain('&lt;script&gt;');
    expect(home).not.toContain('<script>');
  });

  it('survives a restart, with its idempotency keys and without card numbers', async () => {
    const ledgerFile = join(folder, 'deep', 'ledger.jsonl');
    const first = await openSandbox({ ledgerFile }, onTestFinished);
    const paid = await first.stripe.paymentIntents.create(pay, { idempotencyKey: 'k' });
    await first.close();
    appendFileSync(ledgerFile, '{"kind":"charge","row":{"id":"ch_torn"');
    const second = await openSandbox({ ledgerFile }, onTestFinished);
    expect((await second.stripe.paymentIntents.create(pay, { idempotencyKey: 'k' })).id).toBe(paid.id);
    expect((await second.stripe.refunds.create({ payment_intent: paid.id })).amount).toBe(3000);
    expect(readFileSync(ledgerFile, 'utf8')).not.toContain('4242424242424242');
  });

  it('is stored by the process that main starts', async () => {
    const child = spawn(process.execPath, ['packages/sandbox/main.ts'], {
      env: { ...process.env, SANDBOX_PORT: '0', SANDBOX_LEDGER: join(folder, 'process.jsonl') },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line = ''] = await new Promise<string[]>((resolve) => {
      createInterface(child.stdout).once('line', (text) => resolve([text]));
    });
    const port = /^sandbox listening on http:\/\/127\.0\.0\.1:(\d+)$/.exec(line)?.[1];
    const stripe = new Stripe('sk_test_sandbox', { host: '127.0.0.1', port: Number(port), protocol: 'http' });
    expect((await stripe.paymentIntents.create(pay)).status).toBe('succeeded');
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(readFileSync(join(folder, 'process.jsonl'), 'utf8')).toContain('"kind":"charge"');
  });
});
