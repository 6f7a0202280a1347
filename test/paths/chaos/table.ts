import { act } from '@testing-library/react';
import { actorAt } from '@ticket-store/chart-tools/explore/simulated.ts';
import { expect, vi } from 'vitest';
import { onScreen } from '#machines/shared/on-screen.ts';
import { failureCodes } from '#src/domain/failures.ts';
import type { OrderStatus } from '#src/domain/order.ts';
import { typeAddress } from '#test/paths/driver.ts';
import { doEvent } from '../visitor.ts';
import { reloadPage } from './live-page.tsx';
import { answer, pendingRequests, planned, purchaseOf, type Scene } from './scene.ts';
import { payElsewhere } from './second-tab.ts';
import { idOf, isWrite, lost, oddities, type Refusal, refused } from './server.ts';
import type { Situation } from './situations.ts';

/** A disturbance of a page in any state. */

export type Disturbance = {
  /**
   * Its variants in a situation, none if it cannot happen. `few`: another variant of the state gets every disturbance, and this
   * one only those that may make a difference.
   */
  readonly variants: (situation: Situation, few: boolean) => readonly string[];
  /** Causes the disturbance. */
  readonly strike: (scene: Scene, variant: string) => Promise<void> | void;
};

const refusals: readonly Refusal[] = [...failureCodes, ...oddities];
/** Error codes that report the end of an order. */
const endings: Readonly<Record<string, OrderStatus>> = {
  session_timeout: 'expired',
  token_not_found: 'expired',
  order_closed: 'cancelled',
  payment_refunded: 'refunded',
};
const fewRefusals: readonly Refusal[] = ['session_timeout', 'no code'];

const paths = ({ pending: all }: Situation): readonly string[] => all;

/** Notifies all tabs of a browser that an order has ended in one of them. */
const notifyTabs = (): void =>
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'ticket-store:ended', newValue: '1' })));

const fire = ({ page: { simulated } }: Scene, timer: string, late = 0): void => {
  if (simulated.waiting().some((path) => path.endsWith(`/hold/${timer}`))) simulated.resolve(timer, late);
};

/** Lets the hold's time pass: first the warning, then the end. */
const passHold = (scene: Scene): void => {
  for (const timer of ['holdWarning', 'holdDeadline', 'holdRetry']) fire(scene, timer);
};

const retake = (scene: Scene, answerIt: (path: string) => void): void => {
  for (const path of pendingRequests(scene)) if (/\/hold\/(?:retake|extend)Hold$/.test(path)) answerIt(path);
};

const holdEnds: Record<string, (scene: Scene) => void> = {
  'seats held again': (scene) => {
    passHold(scene);
    retake(scene, (path) => answer(scene, path));
  },
  'seats released': (scene) => {
    passHold(scene);
    scene.server.status = 'expired';
    retake(scene, (path) => scene.page.simulated.reject(path, refused(path, 'session_timeout')));
  },
  'the connection is lost': (scene) => {
    passHold(scene);
    retake(scene, (path) => scene.page.simulated.reject(path, lost(path)));
  },
  'the device was asleep': (scene) => fire(scene, 'holdWarning', 900_000),
};

/** Actions of another tab or browser on the order. */
const elsewhere: Record<string, (scene: Scene) => void | Promise<void>> = {
  pays: (scene) => endElsewhere(scene, 'paid', notifyTabs),
  'pays, without notification': (scene) => endElsewhere(scene, 'paid'),
  'is paying': (scene) => endElsewhere(scene, 'checking', notifyTabs),
  cancels: (scene) => endElsewhere(scene, 'cancelled', notifyTabs),
  'cancels, without notification': (scene) => endElsewhere(scene, 'cancelled'),
  'is copied and pays': async (scene) => {
    await payElsewhere(scene);
    notifyTabs();
  },
};
const endElsewhere = (scene: Scene, status: OrderStatus, notify?: () => void): void => {
  scene.server.status = status;
  notify?.();
};

const quarter = 15_000;

const spoken = '[aria-busy="true"], [role="status"], [role="progressbar"], [role="alert"]';

export const disturbances: Record<string, Disturbance> = {
  'the reply is lost': {
    variants: (situation) => paths(situation).flatMap((path) => (isWrite(path) ? [path, `${path} (done)`] : [path])),
    strike: (scene, variant) => {
      const [path = '', done] = variant.split(' ');
      // The server executed the call, but for a payment nothing shows that, so it is queried.
      if (done && ['postCheckout', 'confirmPayment'].includes(idOf(path)) && scene.server.status === 'open')
        scene.server.status = 'paid';
      if (done && idOf(path) === 'cancelOrder') scene.server.status = 'cancelled';
      scene.page.simulated.reject(path, lost(path));
    },
  },
  'the reply arrives twice': {
    variants: (situation, few) => (few ? [] : paths(situation)),
    strike: (scene, path) => {
      const { app } = scene.page;
      const parent = actorAt(app, path.split('/').slice(0, -1));
      const type = `xstate.done.actor.${idOf(path)}`;
      const event = { ...planned(parent, type), type };
      answer(scene, path);
      const before = onScreen(app).state;
      if (parent?.getSnapshot().status === 'active') act(() => parent.send(event));
      expect(onScreen(app).state, 'after the second reply').toBe(before);
    },
  },
  'it is refused': {
    variants: (situation, few) =>
      paths(situation).flatMap((path) => (few ? fewRefusals : refusals).map((code) => `${path}: ${code}`)),
    strike: ({ page: { simulated }, server }, variant) => {
      const [path = '', code] = variant.split(': ');
      const refusal = refusals.find((one) => one === code) ?? 'thrown';
      const error = refused(path, refusal);
      if ('details' in error && !Object(error.details).unknown) server.deny(path, simulated.input(path));
      const ended = path.startsWith('app/purchase') ? endings[variant.split(': ')[1] ?? ''] : undefined;
      if (ended) server.status = ended;
      simulated.reject(path, error);
    },
  },
  'the reply takes 15 seconds': {
    variants: (situation, few) => (few ? [] : paths(situation)),
    strike: async (scene) => {
      const { app } = scene.page;
      const before = onScreen(app).state;
      await act(async () => void vi.advanceTimersByTime(quarter));
      expect(onScreen(app).state, 'while the request is pending').toBe(before);
      expect(document.querySelectorAll('h1').length, 'headings').toBeLessThanOrEqual(1);
      expect(document.body.textContent, 'the page has text').toMatch(/\S/);
      if (onScreen(app).actor.getSnapshot().hasTag('pending'))
        expect(document.querySelector(spoken), 'a pending indicator').not.toBeNull();
    },
  },
  'the hold expires': {
    variants: ({ isHeld }, few) => (isHeld ? Object.keys(holdEnds).slice(0, few ? 2 : undefined) : []),
    strike: (scene, variant) => holdEnds[variant]?.(scene),
  },
  Back: {
    variants: ({ journey }) => (journey.steps.length > 0 ? [''] : []),
    strike: () => {
      if (Number(Object(history.state).index) > 0) act(() => history.back());
    },
  },
  'a reload': {
    variants: () => [''],
    strike: async (scene) => {
      scene.page = await reloadPage(scene.page, scene.input, scene.input.lang);
    },
  },
  'another language': {
    variants: (_, few) => (few ? [] : ['']),
    strike: async (scene) => {
      const { app } = scene.page;
      const chosen = { type: 'language.choose', lang: 'en' };
      // A wall screen has no list of languages, so its address changes the language.
      if (document.querySelector('[data-event="language.choose"]')) doEvent(chosen, app);
      else act(() => typeAddress(`${location.hash.slice(1)}?lang=en`));
      if (app.getSnapshot().context.lang === 'en') scene.page = await reloadPage(scene.page, scene.input, 'en');
      else expect(purchaseOf(scene)?.matches('checkout'), 'the list is closed').toBe(true);
    },
  },
  'another tab': {
    variants: ({ hasOrder }, few) => (hasOrder ? Object.keys(elsewhere).slice(0, few ? 2 : undefined) : []),
    strike: (scene, variant) => elsewhere[variant]?.(scene),
  },
};
