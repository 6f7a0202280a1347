import { expect } from 'vitest';
import { Problem } from '#server/shared/problem.ts';
import { type CallName, contract } from '#src/api/contract/index.ts';
import { failureCodes } from '#src/domain/failures.ts';
import { cutCall, holdCall, rejectCall } from './hold.ts';
import type { RestoreCase, Scene } from './restore.ts';
import { changeDate, send } from './restore-moves.ts';
import { inquiry, mailRelease } from './restore-others.ts';
import { receipt, share, sharedTicket, ticket } from './restore-tickets.ts';
import type { Visitor } from './visitor.ts';
import * as walk from './walk.ts';

/** A state, how to reach it, and the call that is pending there. */
export type ReachableState = {
  readonly state: string;
  readonly go: RestoreCase['go'];
  readonly waits?: CallName | undefined;
};

const onPage = (page: string, rows: Readonly<Record<string, RestoreCase>>): ReachableState[] =>
  Object.entries(rows).map(([state, { go, waits, shown }]) => ({ state: shown ?? `${page}.${state}`, go, waits }));

/** Types a coupon's code without submitting it. */
const typeCoupon = async ({ visitor }: Scene): Promise<void> => {
  await walk.toPayment(visitor);
  await visitor.fill('coupon', 'TYPED');
};
const thenClick =
  (go: (scene: Scene) => Promise<unknown>, event: string): RestoreCase['go'] =>
  async (scene) => {
    await go(scene);
    await scene.visitor.click(event);
  };
const typeCustomer = async ({ visitor }: Scene): Promise<void> => {
  await walk.toSignIn(visitor);
  await walk.fillCustomer(visitor);
};

/** The checkout has a table of its own (disturb.ts). */
const purchase: ReachableState[] = [
  { state: 'purchase.order.choosing', go: async ({ visitor }) => void (await walk.toChosen(visitor)) },
  {
    state: 'purchase.order.placing',
    go: thenClick(({ visitor }) => walk.toChosen(visitor), 'order.submit'),
    waits: 'createOrder',
  },
  { state: 'purchase.sign-in.editing', go: typeCustomer },
  { state: 'purchase.sign-in.saving', go: thenClick(typeCustomer, 'customer.submit'), waits: 'putOrder' },
  { state: 'purchase.payment.choosing', go: typeCoupon },
  { state: 'purchase.payment.couponing', go: thenClick(typeCoupon, 'coupon.apply'), waits: 'createOrderCoupon' },
  {
    state: 'purchase.cancelling',
    go: thenClick(
      thenClick(({ visitor }) => walk.toPayment(visitor), 'order.cancel'),
      'dialog.ok',
    ),
    waits: 'deleteOrder',
  },
  { state: 'purchase.confirm', go: async ({ visitor }) => void (await walk.toConfirm(visitor)) },
];

export const states: readonly ReachableState[] = [
  ...purchase,
  ...onPage('ticket', ticket),
  ...onPage('receipt', receipt),
  ...onPage('share', share),
  ...onPage('shared', sharedTicket),
  ...onPage('send', send),
  ...onPage('changedate', changeDate),
  ...onPage('reservation-inquiry', inquiry),
  ...onPage('mail-release', mailRelease),
];

const waitForState = async ({ page }: Visitor, state: string): Promise<void> => {
  await page.locator(`html[data-state="${state}"]`).waitFor();
  await page.locator('h1').waitFor();
};

/** The contents of text fields by name. */
const typed = ({ page }: Visitor): Promise<Record<string, string>> =>
  page
    .locator('#main :is(input[type=text], input[type=email], input[type=tel], textarea)')
    .evaluateAll((fields: HTMLInputElement[]) => Object.fromEntries(fields.map(({ name, value }) => [name, value])));

/** Reaches a state without a pending call and disturbs the page there. */
const atRest = (happen: (visitor: Visitor) => Promise<unknown>, isUnchanged = false) => ({
  fits: ({ waits }: ReachableState) => waits === undefined,
  variants: [''] as readonly string[],
  play: async (scene: Scene, { go, state }: ReachableState): Promise<void> => {
    await go(scene);
    await waitForState(scene.visitor, state);
    const before = await typed(scene.visitor);
    await happen(scene.visitor);
    if (isUnchanged && state.startsWith('purchase.')) await expect.poll(() => typed(scene.visitor)).toEqual(before);
  },
});

type Disturbance = {
  readonly fits: (reached: ReachableState) => boolean;
  readonly variants: readonly string[];
  readonly play: (scene: Scene, reached: ReachableState, variant: string) => Promise<void>;
};

const isAwaited = ({ waits }: ReachableState): boolean => waits !== undefined;
const quarter = 15_000;

export const disturbances: Readonly<Record<string, Disturbance>> = {
  'the reply is lost': {
    fits: isAwaited,
    variants: ['before it is sent', 'after the answer'],
    play: async (scene, { go, waits = 'getOrder' }, variant) => {
      await cutCall(scene.visitor, waits, variant === 'after the answer' ? variant : 'before it is sent');
      await go(scene);
    },
  },
  'it is refused': {
    // Rejections of the order's own calls; failures.test.ts covers those of links and tickets.
    fits: isAwaited,
    variants: failureCodes,
    play: async (scene, { go, waits = 'getOrder' }, variant) => {
      const code = failureCodes.find((one) => one === variant) ?? 'bad_request';
      await rejectCall(scene.visitor, waits, new Problem(code));
      await go(scene);
    },
  },
  'the reply takes 15 seconds': {
    fits: isAwaited,
    variants: [''],
    play: async (scene, { go, waits = 'getOrder', state }) => {
      await scene.visitor.page.clock.install();
      const paused = await holdCall(scene.visitor, waits, 'in flight');
      await go(scene);
      await paused.reached;
      await scene.visitor.page.clock.fastForward(quarter);
      await waitForState(scene.visitor, state);
      expect(
        await scene.visitor.page.locator('[aria-busy="true"], [role=status], [role=progressbar]').count(),
      ).toBeGreaterThan(0);
      paused.release();
    },
  },
  'a reload': atRest(({ page }) => page.reload(), true),
  Back: atRest(async ({ page }) => {
    await page.goBack();
    // A visitor who came by a link leaves the shop with "back" and may go forward again.
    if (page.url() === 'about:blank') await page.goForward();
  }),
  'another language': atRest(({ page }) => page.locator('[data-event="language.choose"]').selectOption('kr'), true),
  'a second tab': atRest(async (visitor) => expectWayOn(await visitor.twin()), true),
};

/** After any disturbance the page must be complete and idle, with a way to go on. */
export const expectWayOn = async ({ page, click }: Visitor): Promise<void> => {
  const inMain = (which: string) => page.locator(`#main ${which}`).filter({ visible: true });
  const offered = ':is([data-primary], a[href], button[data-event]):not(:disabled, [aria-disabled="true"])';
  // After unsubscribing nothing is left to do, so the shop's logo and footer are the way on.
  const ways = inMain(offered).or(page.locator('[data-state^="mail-release.mail-release-completion"] a[href]'));
  const dialog = page.locator('dialog[open]');
  await expect.poll(() => inMain('[aria-busy="true"]').count()).toBe(0);
  for (let closed = 0; closed < 3 && (await dialog.isVisible()); closed += 1) await click('dialog.ok');
  await page.locator('h1').waitFor();
  expect(await page.locator('h1').count()).toBe(1);
  await ways.first().waitFor();
};

export const isWrite = ({ waits }: ReachableState): boolean => waits !== undefined && contract[waits].method !== 'GET';
