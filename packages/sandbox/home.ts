import { html } from 'hono/html';
import { TEST_CARDS, type TestCard } from './cards.ts';
import type { SandboxContext } from './context.ts';
import { gmoCards, gmoNames } from './gmo/tokens.ts';
import { ledgerReport } from './ledger-report.ts';
import { operatorForms } from './operator-forms.ts';

const AUTHENTICATION: Record<TestCard['authentication'], string> = {
  none: '—',
  optional: 'when asked for · 要求時のみ',
  'optional-broken': 'fails when asked for · 要求すると失敗',
  required: 'always · 毎回',
  'required-broken': 'look-up fails · 照会エラー',
  prepared: 'when the buyer is present · 購入者がいる時',
};

const outcome = (card: TestCard): string => {
  if (card.authentication === 'required-broken') return 'generic_decline';
  return card.decline ?? 'succeeded';
};
const spaced = (number: string) =>
  number.length === 15 ? number.replace(/(.{4})(.{6})/, '$1 $2 ') : number.replace(/(.{4})(?=.)/g, '$1 ');
const yen = (amount: number) => `¥${amount.toLocaleString('ja-JP')}`;
const when = (unix: number) => `${new Date(unix * 1000).toISOString().replace('T', ' ').slice(0, 19)} UTC`;

/** The sandbox's front page: test cards, the venue's commands, ledger, events, and links. */
export function homePage({ ledger, mailsUrl, operator }: SandboxContext) {
  const { totals, payments, events } = ledgerReport(ledger);
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Payment sandbox · 決済サンドボックス</title>
    <link rel="stylesheet" href="assets/home.css">
    ${operator ? html`<script type="module" src="assets/operator.ts"></script>` : ''}
  </head>
  <body>
    <main>
      <h1>Payment sandbox <span lang="ja">決済サンドボックス</span></h1>
      <p>Stands in for the card company. No real money moves, and real cards are refused.
        <span lang="ja">カード会社の代わりをする試験環境です。実際の請求は行われません。</span></p>

      <h2>Test cards <span lang="ja">テストカード</span></h2>
      <p>Any future expiry date and any security code (3 digits, American Express 4).
        <span lang="ja">有効期限は未来の月、セキュリティコードは任意の3桁（アメックスは4桁）。</span></p>
      <div class="scroll" role="region" tabindex="0" aria-label="Test cards">
        <table>
          <thead><tr><th scope="col">Number</th><th scope="col">Brand</th><th scope="col">3-D Secure</th><th scope="col">Outcome</th></tr></thead>
          <tbody>
            ${TEST_CARDS.map(
              (card) => html`<tr>
              <td><code>${spaced(card.number)}</code></td><td>${card.brand}</td>
              <td>${AUTHENTICATION[card.authentication]}</td>
              <td class="${outcome(card) === 'succeeded' ? 'good' : 'bad'}">${outcome(card)}</td>
            </tr>`,
            )}
          </tbody>
        </table>
      </div>

      <h2>GMO</h2>
      <p>${Object.entries(gmoCards).map(([number, refusal]) => html`<code>${spaced(number)}</code>${refusal ? ` (${refusal})` : ''} `)}
        — name on the card <span lang="ja">カード名義</span>:
        ${Object.entries(gmoNames).map(([name, code]) => html`<code>${name}</code> ${code} `)}
        <code>BUSY</code> 902 <code>TDS</code> 3-D Secure 2. PayPay: buttons on its page. <span lang="ja">PayPayは画面のボタンで選びます。</span></p>

      <h2>SB Payment Service</h2>
      <p>The test cards above, without a name. PayPay and Alipay: buttons on their page.
        <span lang="ja">上のテストカードを使えます（名義は不要）。PayPayとAlipayは画面のボタンで選びます。</span></p>

      ${operator ? operatorForms() : ''}

      <h2>Ledger <span lang="ja">台帳</span></h2>
      <p class="sums"><span>Captured <b>${yen(totals.captured)}</b></span> <span>Refunded <b>${yen(totals.refunded)}</b></span>
        <span>Net <b>${yen(totals.net)}</b></span> <a href="ledger">JSON</a></p>
      ${
        payments.length === 0
          ? html`<p class="quiet">No payments yet. <span lang="ja">まだ決済はありません。</span></p>`
          : html`<div class="scroll" role="region" tabindex="0" aria-label="Ledger">
        <table>
          <thead><tr><th scope="col">Time</th><th scope="col">Payment</th><th scope="col">Order</th><th scope="col">Status</th>
            <th scope="col">Amount</th><th scope="col">Captured</th><th scope="col">Refunded</th></tr></thead>
          <tbody>
            ${payments.map(
              (payment) => html`<tr>
              <td>${when(payment.created)}</td><td><code>${payment.payment_intent}</code></td><td>${payment.order_id ?? '—'}</td>
              <td class="${payment.status === 'succeeded' ? 'good' : ''}">${payment.status}${payment.error ? ` (${payment.error})` : ''}</td>
              <td class="sum">${yen(payment.amount)}</td><td class="sum">${yen(payment.captured)}</td><td class="sum">${yen(payment.refunded)}</td>
            </tr>`,
            )}
          </tbody>
        </table>
      </div>`
      }

      <h2>Events <span lang="ja">通知</span></h2>
      ${
        events.length === 0
          ? html`<p class="quiet">No events yet. <span lang="ja">まだ通知はありません。</span></p>`
          : html`<ul class="events">${events
              .slice(0, 50)
              .map(
                (event) =>
                  html`<li><code>${event.type}</code> ${event.payment_intent} — ${event.delivery}, ${event.attempts} × sent</li>`,
              )}</ul>`
      }

      <h2>Addresses <span lang="ja">アドレス</span></h2>
      <ul>
        ${mailsUrl ? html`<li><a href="${mailsUrl}">Mails <span lang="ja">メール</span></a> — what the shop wrote to its visitors</li>` : ''}
        <li><code>/sandbox/stripe.js</code> — load it before <code>loadStripe('pk_test_sandbox')</code></li>
        <li><code>/v1/…</code> — Stripe API, key <code>sk_test_sandbox</code></li>
        <li><a href="faults"><code>/sandbox/faults</code></a> — faults set for the next calls (POST to set)</li>
      </ul>
    </main>
  </body>
</html>`;
}
