import { clearFaults, setFault } from '#test/api/kit/buyer.ts';
import { resendNotices, settleProcessing } from './notices.ts';
import { answerPage, type Card } from './pay.ts';
import { catchWay, followWay, holdReturn } from './returns.ts';
import type { Scene } from './scene.ts';

/** Actions of visitors and providers in the matrix, from the payment step on. */
export type Play = (scene: Scene) => Promise<unknown>;

const waiting = 'purchase.checkout.waiting';

/** Pays with the fields of the shop's own page. */
export const byCard: Play = (scene) => scene.pay();

/** Goes to the provider's page and clicks one of its buttons. */
export const onPage =
  (value: string, card?: Card): Play =>
  async (scene) => {
    await scene.pay(card);
    await answerPage(scene.visitor, value);
  };

/** The payment step shows the reason, nothing is lost, and the next try succeeds. */
export const refusedThen =
  (first: Play, next: Play): Play =>
  async (scene) => {
    await first(scene);
    await scene.visitor.at('purchase.payment.choosing');
    await scene.visitor.page.getByRole('alert').first().waitFor();
    await next(scene);
  };

/** The same during a fault of the provider. */
export const withFault =
  (play: Play, route: string, fault: string, times = 9): Play =>
  async (scene) => {
    await setFault(scene.shop, { route, fault, times });
    await play(scene);
  };

/** The provider's page opens in another browser, as on phones, and that browser returns to the shop. */
export const elsewhere =
  (value: string, card?: Card): Play =>
  async (scene) => {
    const { caught } = await catchWay(scene.visitor, scene.shop.sandbox.url);
    await scene.pay(card);
    scene.visitor = await scene.elsewhere();
    await followWay(scene.visitor, await caught);
    await answerPage(scene.visitor, value);
  };

/** The provider's notice arrives before the browser is back from its page. */
export const noticeBeforeReturn: Play = async (scene) => {
  const release = await holdReturn(scene.visitor, scene.shop.sandbox.url);
  const clicked = onPage('success')(scene);
  await scene.until('paid');
  release();
  await clicked;
};

/** The provider's notice arrives before its response to the shop's own call. */
export const noticeBeforeAnswer =
  (route: string): Play =>
  async (scene) => {
    await setFault(scene.shop, { route, fault: 'hold', phase: 'after', id: 'answer' });
    await scene.pay();
    await scene.shop.sandbox.sandbox.faults.whenHeld('answer');
    await scene.until('paid');
    await clearFaults(scene.shop);
  };

/** Only a correctly signed notice reports it; until then the result is unknown and the visitor must wait. */
export const resentNotice =
  (play: Play): Play =>
  async (scene) => {
    await play(scene);
    await scene.visitor.at(waiting);
    await resendNotices(scene.shop, scene.order);
  };

/** The hold ends while the visitor is on a page that asks something; then they answer. */
export const late =
  (answer: (scene: Scene) => Promise<void>, isSoldOut = false, card?: Card): Play =>
  async (scene) => {
    await scene.pay(card);
    await scene.waitForPrompt();
    await scene.pass();
    if (isSoldOut) await scene.sellOut();
    await answer(scene);
  };

/** A payment stays pending longer than a hold; its seats are held as long as the provider reports it as pending. */
export const slowMoney =
  (play: Play): Play =>
  async (scene) => {
    await play(scene);
    await scene.visitor.at(waiting);
    await scene.pass();
    await settleProcessing(scene.shop, scene.order);
  };

/** The response to the call that takes the money is lost, and the provider cannot be queried for half an hour. */
export const lostAnswer =
  (route: string, question: string): Play =>
  async (scene) => {
    const silent = { route: question, fault: 'unavailable', times: 99 };
    await setFault(scene.shop, { route, fault: 'drop_after' }, silent);
    await scene.pay();
    await scene.visitor.at(waiting);
    await scene.pass();
    await clearFaults(scene.shop);
  };
