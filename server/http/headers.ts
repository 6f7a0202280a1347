/** Headers of every answer (quality-bars S5, S11). Pages add their own policy in `static.ts`. */
export const strictHeaders: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
};

/** Sent only where the visitor came by https. */
export const transportSecurity = 'max-age=31536000; includeSubDomains';

const stripeHosts = {
  script: 'https://js.stripe.com https://*.js.stripe.com',
  frame: 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  connect: 'https://api.stripe.com',
};

/**
 * In: hashes of the page's own inline styles, and the sandbox's origin (null with real providers).
 * Out: the headers of an HTML page: nothing inline runs, only the payment provider's scripts and frames come from
 * elsewhere (payments.md §6).
 */
export const pageHeaders = (styleHashes: readonly string[], sandbox: string | null): Record<string, string> => {
  const outside = sandbox ? { script: sandbox, frame: sandbox, connect: sandbox } : stripeHosts;
  const policy = [
    `default-src 'none'`,
    `script-src 'self' ${outside.script}`,
    `style-src 'self'${styleHashes.map((hash) => ` '${hash}'`).join('')}`,
    `img-src 'self' data:`,
    `font-src 'self'`,
    `manifest-src 'self'`,
    `connect-src 'self' ${outside.connect}`,
    `frame-src ${outside.frame}`,
    `form-action 'self'${sandbox ? ` ${sandbox}` : ''}`,
    `base-uri 'none'`,
    `object-src 'none'`,
    `frame-ancestors 'none'`,
  ];
  const payment = sandbox ? `(self "${sandbox}")` : '(self "https://js.stripe.com")';
  return {
    'content-security-policy': policy.join('; '),
    'permissions-policy': `payment=${payment}, camera=(), microphone=(), geolocation=(), browsing-topics=()`,
    'cache-control': 'no-cache',
    'content-type': 'text/html; charset=utf-8',
  };
};
