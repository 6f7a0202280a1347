import { orderReply } from 'ticket-store/test/paths/answers.ts';
import { settingsOf } from 'ticket-store/test/tools/example-sites.ts';
import { expect, it } from 'vitest';
import { localised } from './simulation/samples.ts';

const place = { site: settingsOf('mori'), lang: 'kr', now: 1_800_000_000_000 } as const;

it('simulated answers are of the site and language, and made now: an order that was read, a mail that was sent', () => {
  expect(localised(orderReply({}), place)).toMatchObject({
    output: { at: place.now, order: { main_product: { product_name: place.site.title.kr } } },
  });
  expect(localised({ output: { sent_to: 'hanako@example.jp', at: 0 } }, place)).toEqual({
    output: { sent_to: 'hanako@example.jp', at: place.now },
  });
});
