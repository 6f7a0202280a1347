// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkout } from '#src/api/contract/checkout.ts';
import { correctEmail } from '#src/api/contract/tickets.ts';
import { browserHeader } from '#src/api/endpoint.ts';

/** Simulates a page load: module state is reset, the browser's storage stays. */
const load = async (): Promise<() => string> => {
  vi.resetModules();
  return (await import('./browser-secret.ts')).browserSecret;
};
const minutes = (count: number) => vi.setSystemTime(Date.now() + count * 60_000);

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("the browser's secret", () => {
  it('has 128 bits and is the same in every tab and after a reload', async () => {
    const [tab, other] = [await load(), await load()];
    const secret = tab();
    expect(secret).toMatch(/^[\da-f]{32}$/);
    expect(Object.values(localStorage).join(), 'stored before it is used').toContain(secret);
    expect([tab(), other(), (await load())()]).toEqual([secret, secret, secret]);
  });

  it('stays the same while it is used, and is replaced after 30 minutes without use', async () => {
    const tab = await load();
    const secret = tab();
    for (let times = 0; times < 3; times += 1) {
      minutes(29);
      expect(tab()).toBe(secret);
    }
    minutes(31);
    expect(tab()).not.toBe(secret);
  });

  describe('of a browser that paid', () => {
    const params = { token: 'a-token' };
    const agreed = {
      payment_method: 'free',
      payment: { token: 'tok_1', brand: '', last4: '' },
      lang: 'ja',
      price: 0,
    } as const;
    const replies: Record<string, object> = {
      checkout: { status: 'checking', retry_after: 3 },
      email: { reservation_token: 'ticket-2', sent_to: 'h***@visitor.example' },
    };
    /** A page that pays and corrects the address; the secrets that it sends. */
    const open = async () => {
      const sent: (string | null)[] = [];
      vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
        sent.push(new Headers(init?.headers).get(browserHeader));
        return Response.json(Object.entries(replies).find(([name]) => String(url).includes(name))?.[1]);
      });
      await load();
      const { call } = await import('#src/api/call.ts');
      return {
        sent,
        pay: () => call(checkout, { params, body: agreed, key: 'k'.repeat(32) }),
        correct: () => call(correctEmail, { params, body: { email: 'h@visitor.example' }, key: 'c'.repeat(32) }),
      };
    };

    it('is the same 24 hours later, when the mail address of the purchase is corrected, and then another one', async () => {
      const before = await open();
      await before.pay();
      minutes(24 * 60);
      const later = await open();
      await later.correct();
      expect(later.sent).toEqual(before.sent);
      minutes(90);
      await later.correct();
      expect(later.sent[1]).not.toBe(before.sent[0]);
    });

    it.each([
      ['half an hour after the visitor has the device forget a ticket', 'ticket-1', 31],
      ['when the clock of the device was set back by more than that', null, -60],
    ])('is another one %s', async (_, forgotten, later) => {
      const page = await open();
      await page.pay();
      const { forgetLink } = await import('./forgotten-links.ts');
      if (forgotten) forgetLink(forgotten);
      minutes(later);
      await page.correct();
      expect(page.sent[1]).not.toBe(page.sent[0]);
    });
  });

  it.each(['', 'short 1', '{"secret":1}', `${'g'.repeat(32)} 1`])(
    'replaces an invalid stored value: %j',
    async (text) => {
      const name = (await load())() && Object.keys(localStorage)[0];
      localStorage.setItem(name ?? '', text);
      expect((await load())()).toMatch(/^[\da-f]{32}$/);
    },
  );

  it('stays the same until the next page load if storage is blocked', async () => {
    const refuse = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
    const tab = await load();
    expect(tab()).toBe(tab());
  });
});
