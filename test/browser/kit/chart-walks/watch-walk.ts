import type { AddressedStep } from '@ticket-store/chart-tools/explore/realise.ts';
import { endedChild } from '@ticket-store/chart-tools/explore/step.ts';
import { expect } from 'vitest';
import type { EventObject } from 'xstate';
import { Failure, type FailureDetails } from '#src/domain/failures.ts';
import type { InspectionReport } from '#src/mirrors/inspect/inspector.ts';
import { isPageRequest } from '#test/paths/event-address.ts';
import { fieldsOf } from '#test/paths/event-parts.ts';
import type { Moment } from '#test/paths/properties/moment.ts';
import { watchPage } from '#test/paths/properties/page.ts';
import { readFacts } from '#test/paths/properties/page-facts.ts';
import type { Seen, WalkStep } from '#test/paths/properties/seen.ts';
import { broken, watchSeen } from '#test/paths/properties/watch.ts';
import { timeout } from './look.ts';
import { createObserver } from './observer.ts';
import { type PageNow, type PageRule, readStorage } from './page-rules.ts';
import type { Scene } from './scene.ts';
import { serverRules } from './server-rules.ts';
import { storageRules } from './storage-rules.ts';

/** The rules of `test/paths/properties`, and those of storage and the server's books, over the walks in Chromium. */

/** A failure lost its class on the way from the page. */
const revived = ({ error, ...event }: Readonly<Record<string, unknown>>) => {
  const { details } = fieldsOf(error);
  return { ...event, ...(error !== undefined && { error: isDetails(details) ? new Failure(details) : error }) };
};
const isDetails = (details: unknown): details is FailureDetails =>
  typeof details === 'object' && details !== null && 'code' in details;

/** The event in a message of a chart; undefined in other messages. */
const eventIn = (one: InspectionReport | undefined): EventObject | undefined => {
  if (one?.kind !== 'event') return undefined;
  const { type, ...fields } = fieldsOf(one.event);
  return { ...revived(fields), type: String(type) };
};

/** Of a request that cannot fail a real page only has the answer. */
const isSame = (type: string, planned: string): boolean =>
  type === planned || (endedChild(type) !== undefined && endedChild(type) === endedChild(planned));

const judge = async (rule: PageRule, moment: Moment, page: PageNow): Promise<void> => {
  if (!rule.when(moment)) return;
  try {
    await rule.must(moment, page);
  } catch (thrown) {
    throw broken(rule, thrown);
  }
};

/** Screen and storage of the page; null during a reload. */
const readPage = async ({ visitor: { page } }: Scene) => {
  const facts = await page.evaluate(readFacts).catch(() => null);
  const stored = await readStorage(page).catch(() => null);
  return facts && stored && { facts, stored };
};

/**
 * Judges a walk from the page that is open. Call the result when the page has arrived at a step. What ends by itself, such as a
 * timer that is over, too, when time passes, is judged like a step.
 */
export const watchWalk = async (scene: Scene) => {
  const { log, fixture, requests, isOpening } = scene;
  const observer = createObserver({ isOpening });
  let cursor = 0;
  const begin = () => {
    for (const one of log.reports.slice(cursor)) observer.add(one);
    cursor = log.reports.length;
    return observer.seen();
  };
  await expect.poll(() => begin().state, { timeout }).not.toBe('');
  const opened = await readPage(scene);
  const first = begin();
  if (opened === null) throw new Error('The page is not open.');
  const charts = watchSeen(first);
  const look = watchPage(first.app.getSnapshot().context.site, opened.facts);

  /** Judges what happened since the step before, event by event; `address` is the page's in the end. */
  const judgeEvents = (step: AddressedStep, address: string | undefined): Moment[] => {
    const moments: Moment[] = [];
    const [path, known] = [step.actor.join('/'), cursor];
    let did: WalkStep | undefined = step.automatic ? step : undefined;
    /** Sent while its chart is still on the way to the state in which the page is left. */
    let left: WalkStep | undefined;
    const end = (seen: Seen): void => {
      if (did) moments.push(charts(did, seen));
    };
    for (const one of log.reports.slice(known)) {
      const event = eventIn(one);
      const ended = endedChild(event?.type ?? '');
      const isOwn = one.actor === path && event !== undefined && isSame(event.type, step.event.type);
      const isEnd = ended !== undefined && observer.isWaiting(`${one.actor}/${ended}`);
      const next = event && { actor: one.actor.split('/'), event };
      const isLeft = event?.type === 'checkout.left';
      if (isLeft) left = next;
      else if (next && (isOwn || isEnd)) {
        if (did) end(observer.seen());
        did = next;
      }
      observer.add(one);
      cursor += 1;
      if (left && one.kind === 'state' && one.actor === left.actor.join('/')) {
        if (did) end(observer.seen());
        did = left;
        left = undefined;
      }
    }
    end(observer.seen(address));
    return moments;
  };

  return async (step: AddressedStep): Promise<void> => {
    const page = await readPage(scene);
    const moments = judgeEvents(step, page?.facts.hash.slice(1));
    const last = moments.at(-1);
    if (page === null || last === undefined) return;
    const pageNow = { ...page.stored, requests, shop: fixture.shop };
    for (const moment of moments) for (const rule of serverRules) await judge(rule, moment, pageNow);
    // The page may have gone on by itself since it was read.
    if (last.event.type !== step.event.type && !isPageRequest(step.event)) return;
    look(last, last.now, page.facts);
    for (const rule of storageRules) await judge(rule, last, pageNow);
  };
};
