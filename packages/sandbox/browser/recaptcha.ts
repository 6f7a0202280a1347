/**
 * Simulates Google's script of reCAPTCHA v3 (docs/payments.md#bot-check): tokens come from this script's own origin, and its
 * badge is at the bottom of the page.
 */
const source = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : location.href;
const rendered = new URL(source).searchParams.get('render');
const address = new URL('execute', source).href;

const showBadge = (): void => {
  const badge = document.createElement('div');
  badge.className = 'grecaptcha-badge';
  badge.textContent = 'protected by reCAPTCHA';
  document.body.append(badge);
};

Object.assign(window, {
  grecaptcha: {
    ready(work: () => void): void {
      setTimeout(work, 0);
    },
    async execute(siteKey: string, about: { action?: string } = {}): Promise<string> {
      if (siteKey !== rendered) throw new Error(`Invalid site key or not loaded in api.js: ${siteKey}`);
      const body = new URLSearchParams({ key: siteKey, action: about.action ?? '', hostname: location.hostname });
      const reply = await fetch(address, { method: 'POST', body });
      if (!reply.ok) throw new Error('reCAPTCHA could not connect');
      return reply.text();
    },
  },
});
showBadge();
