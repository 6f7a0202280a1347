import { createHmac } from 'node:crypto';

/** The value of `Stripe-Signature`: HMAC-SHA256 of `<unix seconds>.<raw body>` with the endpoint's secret. */
export function signatureHeader(body: string, secret: string, unixSeconds: number): string {
  const v1 = createHmac('sha256', secret).update(`${unixSeconds}.${body}`).digest('hex');
  return `t=${unixSeconds},v1=${v1}`;
}
