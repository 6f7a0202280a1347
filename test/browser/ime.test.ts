import type { CDPSession } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openFixture } from './kit/fixture.ts';
import { fillTypedCard, stopOffering } from './kit/pay.ts';
import { toPaymentAt } from './kit/site-walk.ts';
import type { Visitor } from './kit/visitor.ts';
import * as walk from './kit/walk.ts';

/** Japanese, Chinese and Korean are typed by composition; the Enter that ends a composition must not submit the form. */
const { shop, lane } = await openFixture();

/** Actions of an input method in the focused field. */
const methodOf = (session: CDPSession) => ({
  compose: (text: string) =>
    session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length }),
  /** Ends the composition with this text. */
  commit: (text: string) => session.send('Input.insertText', { text }),
  /** The key event that Safari sends after the end of a composition: key Enter, key code 229. */
  lateEnter: async () => {
    const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 };
    await session.send('Input.dispatchKeyEvent', { type: 'keyDown', text: '\r', ...key });
    await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
  },
});

/** Records the page's write requests. */
const writesOf = ({ page }: Visitor): string[] => {
  const writes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') writes.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  return writes;
};

const typist = async (visitor: Visitor) => ({
  ...methodOf(await visitor.page.context().newCDPSession(visitor.page)),
  enter: () => visitor.page.keyboard.press('Enter'),
});

describe('an input method', () => {
  it('ends a composition in the customer form by Enter without submitting', async () => {
    const visitor = await lane.visit();
    const { field, at, state } = visitor;
    await walk.toSignIn(visitor);
    await walk.fillCustomer(visitor);
    await field('fullname').fill('');
    const method = await typist(visitor);
    const writes = writesOf(visitor);

    await field('fullname').focus();
    await method.compose('やまだ');
    await method.enter();
    expect(await field('fullname').inputValue()).toBe('やまだ');
    await method.commit('山田');
    await method.lateEnter();
    await method.compose('はなこ');
    // No error is shown while composing.
    expect(await visitor.page.locator('.field .error').count()).toBe(0);
    await method.commit('花子');
    expect(await state()).toBe('purchase.sign-in.editing');
    expect(writes).toEqual([]);
    expect(await field('fullname').inputValue()).toBe('山田花子');

    await method.enter();
    await at('purchase.payment.choosing');
    expect(writes.filter((write) => write.startsWith('PUT'))).toHaveLength(1);
  });

  it('ends a composition in the shop’s own card form by Enter without submitting', async () => {
    const visitor = await lane.visit();
    await stopOffering(shop, 'artizon', 'stripe_secure');
    await toPaymentAt(visitor, shop, { site: 'artizon', lang: 'ja' });
    await fillTypedCard(visitor, 'gmo', { name: '' });
    const method = await typist(visitor);
    await visitor.field('card_name').focus();
    await method.compose('H');
    await method.enter();
    await method.commit('HANAKO');
    await method.lateEnter();
    expect(await visitor.state()).toBe('purchase.payment.choosing');
    expect(await visitor.field('card_name').inputValue()).toBe('HANAKO');
    await method.enter();
    await visitor.at('purchase.confirm');
  });
});
