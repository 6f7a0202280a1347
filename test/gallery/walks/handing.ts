import { buyTicket, changeRows, newSlot } from '#test/api/kit/arrange.ts';
import type { Scene } from '../scenes.ts';
import { arrive, type Walk } from './walk.ts';

export const handingScenes = [
  ...['send.choosing', 'send.errors', 'send.checking', 'send.sent', 'send.by-link', 'send.split'],
  ...['changedate.choosing', 'changedate.chosen', 'changedate-confirm.asking', 'changedate-complete.done'],
  ...['changedate.closed', 'changedate-confirm.paying'],
] as const satisfies readonly Scene[];

/** Parts of a ticket are sent, two people by mail, one by a link; the others change the date. */
export const handing: Walk<(typeof handingScenes)[number]> = async function* (guide) {
  const { visitor, shop } = guide;
  const { page, click, clickTo, fill, at } = visitor;
  const [slot, other] = [await newSlot(shop), await newSlot(shop)];
  await newSlot(shop, { surcharge: 500 });
  const { reservation_token: token } = (await buyTicket(shop, slot, { adults: 3, children: 1 })).params;

  await arrive(guide, `#/tickets/send/${token}`, 'send.choosing');
  yield 'send.choosing';
  await fill('admission-adult', '0');
  await fill('admission-child', '0');
  await click('send.check');
  await page.getByRole('alert').first().waitFor();
  yield 'send.errors';
  await fill('admission-adult', '2');
  await fill('email', 'taro.yamada@visitor.example');
  await fill('note', '入口で会いましょう');
  await clickTo('send.check', 'send.checking');
  yield 'send.checking';
  await clickTo('send.submit', 'send.sent');
  yield 'send.sent';
  await clickTo('send.again', 'send.choosing');
  await click('way.choose', 'link');
  await fill('admission-child', '0');
  yield 'send.by-link';
  await clickTo('send.check', 'send.checking');
  await clickTo('send.submit', 'send.sent');
  yield 'send.split';

  await arrive(guide, `#/tickets/changedate/${token}`, 'changedate.changedate.choosing');
  await visitor.control('timespan.choose', other).waitFor();
  yield 'changedate.choosing';
  await clickTo('timespan.choose', 'changedate.changedate.choosing', other);
  yield 'changedate.chosen';
  await clickTo('date.check', 'changedate.confirm.asking');
  yield 'changedate-confirm.asking';
  await clickTo('date.submit', 'changedate.complete');
  yield 'changedate-complete.done';
  await page.goBack();
  await at('changedate.changedate.closed');
  yield 'changedate.closed';

  const { reservation_token: next } = (await buyTicket(shop, slot)).params;
  await changeRows(shop, 'products', { site: 'borderless' }, { date_change_fee: 200 });
  await arrive(guide, `#/tickets/changedate/${next}`);
  await click('timespan.choose', other);
  await click('date.check');
  await clickTo('date.submit', 'changedate.confirm.paying');
  yield 'changedate-confirm.paying';
  await changeRows(shop, 'products', { site: 'borderless' }, { date_change_fee: 0 });
};
