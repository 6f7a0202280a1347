import { i18n } from '@lingui/core';
import type { AddressedStep } from '@ticket-store/chart-tools/explore/realise.ts';
import { htmlLang, type Lang } from '#src/domain/lang.ts';
import { messageFiles } from '#src/mirrors/message-files.ts';
import { chromiumExclusions } from '#test/paths/exclusions.ts';
import { seenOf } from '#test/paths/page.ts';
import { findState, mirrorOf } from './mirror.ts';
import type { Responder } from './outcomes.ts';
import { type ReportLog, stateIn, takenIn } from './reports.ts';
import type { Scene } from './scene.ts';

/** How long the page may take for one step, ms. */
export const timeout = 120_000;

let loadedLang: Lang | undefined;
/** Loads the texts of a language, to compare headings. */
const loadLang = async (lang: Lang): Promise<void> => {
  if (loadedLang === lang) return;
  const [first, rest] = await Promise.all([messageFiles[lang].first(), messageFiles[lang].rest()]);
  i18n.loadAndActivate({ locale: htmlLang[lang], messages: { ...rest.messages, ...first.messages } });
  loadedLang = lang;
};

/** The state that the page must show by its charts' messages; the reason while these are incomplete. */
const expectedOf = async ({ reports }: ReportLog) => {
  try {
    const mirror = mirrorOf(reports);
    await loadLang(mirror.getSnapshot().context.lang);
    return seenOf(mirror);
  } catch (thrown) {
    return String(thrown);
  }
};

/**
 * Compares the page with its charts: state, headings, address, and whether it waits for the visitor. A page that opens the shop
 * by itself has no heading until it is open. Throws if they do not agree in time.
 */
export const look = async ({
  visitor: { page },
  log,
  isOpening,
}: Pick<Scene, 'visitor' | 'log' | 'isOpening'>): Promise<void> => {
  let differs = '';
  for (const end = performance.now() + timeout; performance.now() < end; await log.more(20)) {
    const expected = await expectedOf(log);
    // While the page reloads there is nothing to compare.
    const seen = await page
      .evaluate(() => ({
        state: document.documentElement.dataset.state ?? '',
        headings: [...document.querySelectorAll('h1')].map((h1) => h1.textContent),
        hash: location.hash,
      }))
      .catch(() => null);
    if (typeof expected === 'string' || seen === null) {
      differs = `${expected}`;
      continue;
    }
    const { state, headings, address, tags } = expected;
    const wanted = JSON.stringify({ state, headings, hash: address === null ? seen.hash : `#${address}` });
    const isOpen = isOpening || headings.length > 0;
    if (wanted === JSON.stringify(seen) && tags.length === 1 && isOpen) return;
    differs = `the charts report ${wanted}, the page shows ${JSON.stringify(seen)}`;
  }
  throw new Error(differs);
};

const excluded = new Set(chromiumExclusions.map(({ definition }) => definition));

/**
 * Waits until the actor has reported, after entry `from`, that it took the planned transitions and is in the planned state;
 * meanwhile its calls are answered. Returns the entry behind that report. Throws with what it took instead.
 */
export const follow = async (
  log: ReportLog,
  step: AddressedStep,
  from: number,
  responder?: Responder,
): Promise<number> => {
  const actor = step.actor.join('/');
  const takes = step.takes.filter((id) => !excluded.has(id));
  let seen: string[] = [];
  for (const end = performance.now() + timeout; performance.now() < end; await log.more(20)) {
    seen = [];
    let found = 0;
    for (const [at, one] of log.reports.slice(from).entries()) {
      if (one.actor !== actor) continue;
      const taken = takenIn(one);
      seen.push(...taken);
      found += taken.filter((id, index) => id === takes[found + index]).length;
      const isThere = one.kind === 'state' && found >= takes.length && (step.ends || stateIn(one) === step.state);
      if (isThere) return from + at + 1;
    }
    // What is called after the planned transition was taken is the next actor's.
    if (found === 0) await responder?.pump();
  }
  const current = JSON.stringify(findState(log.reports, actor)?.value ?? 'nowhere');
  const took = seen.join(', ') || 'nothing';
  throw new Error(`planned "${step.state}" by ${step.takes.join(', ')}; took ${took}; is in ${current}`);
};
