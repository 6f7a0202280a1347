import type { Attempt, StartFacts } from './adapter.ts';

/** An attempt to pay that has just been started. */
export const attemptFixture = (more: Partial<Attempt> = {}): Attempt => ({
  id: '4a1d2a66-0000-8000-8000-000000000001',
  order_id: '4a1d2a66-0000-8000-8000-000000000002',
  method: 'stripe_secure',
  state: 'started',
  provider_id: null,
  token: null,
  data: null,
  amount: 3800,
  reason: null,
  r_hash: '',
  return_base: '',
  created_at: new Date(),
  asked_at: new Date(),
  unconfirmed_since: null,
  confirmed_at: null,
  browser_hash: null,
  seller: null,
  looked_up_at: null,
  looks_until: null,
  awaits_visitor: false,
  look_wanted_at: null,
  returned: null,
  alarm: null,
  alarm_code: null,
  alarmed_at: null,
  compared_at: null,
  compare_wanted_at: null,
  parts_refunded: 0,
  ...more,
});

/** Facts to start an attempt with. */
export const factsFixture = (more: Partial<StartFacts> = {}): StartFacts => ({
  site: 'borderless',
  lang: 'ja',
  returnUrl: 'https://shop.example/back?r=1',
  noticeUrl: 'https://shop.example/notice',
  returned: {},
  save: async () => undefined,
  ...more,
});
