import { describe, expect, it } from 'vitest';
import { contract } from '#src/api/contract/index.ts';
import { sampled } from '#test/tools/sample.ts';
import { openFixture } from './kit/fixture.ts';
import { holdCall, type Moment, moments } from './kit/hold.ts';
import { type Chart, openScene, type RestoreCase, type RestoreCases, readPage, watchWrites } from './kit/restore.ts';
import { changeDate, send } from './kit/restore-moves.ts';
import { inquiry, mailRelease, signage } from './kit/restore-others.ts';
import { revoke } from './kit/restore-revoke.ts';
import { receipt, share, sharedTicket, ticket } from './kit/restore-tickets.ts';
import type { Visitor } from './kit/visitor.ts';

/** A reload in every state of the secondary pages. */
const { shop, lane } = await openFixture();

/** Each chart's page, as `data-state` begins, and its states. */
const charts = {
  ticket: { page: 'ticket', rows: ticket },
  receipt: { page: 'receipt', rows: receipt },
  share: { page: 'share', rows: share },
  'shared-ticket': { page: 'shared', rows: sharedTicket },
  send: { page: 'send', rows: send },
  revoke: { page: 'revoke', rows: revoke },
  'change-date': { page: 'changedate', rows: changeDate },
  inquiry: { page: 'reservation-inquiry', rows: inquiry },
  'mail-release': { page: 'mail-release', rows: mailRelease },
  signage: { page: 'signage', rows: signage },
} as const satisfies { [N in Chart]: { page: string; rows: RestoreCases<N> } };

type Case = { title: string; state: string; moment: Moment; row: RestoreCase };

const isWrite = ({ waits }: RestoreCase) => waits !== undefined && contract[waits].method !== 'GET';

/** Writes are reloaded at every moment of the call, other calls only while in flight. */
const casesOf = ({ page, rows }: (typeof charts)[Chart]): Case[] =>
  Object.entries<RestoreCase>(rows).flatMap(([state, row]) => {
    const at = isWrite(row) ? moments : (['in flight'] as const);
    return at.map((moment) => {
      const title = `${page}.${state}${row.waits ? `, ${row.waits} ${moment}` : ''}`;
      return { title, state: `${page}.${state}`, moment, row };
    });
  });
const cases = Object.values(charts).map(casesOf);
const [shares, moves, others] = [
  ['share', 'revoke'],
  ['send', 'changedate'],
  ['reservation-inquiry', 'mail-release'],
].map((pages) => cases.flat().filter(({ state, row }) => isWrite(row) && pages.includes(state.split('.')[0] ?? '')));
const groups = [
  ...cases.map((some) => some.filter(({ row }) => !isWrite(row))),
  ...[shares, moves, others].map((some) => some ?? []),
];

const waitForState = async ({ page }: Visitor, state: string): Promise<void> => {
  await page.locator(`html[data-state="${state}"]`).waitFor();
  await page.locator('h1').waitFor();
};

describe('a reload', () => {
  it.each(sampled('restore', groups))('in $title', async ({ state, moment, row }) => {
    const visitor = await lane.visit({ lang: 'en' });
    const scene = await openScene(shop, visitor);
    const { go, waits, shown = state, after, check } = row;
    const writes = watchWrites(visitor);
    const paused = waits && (await holdCall(visitor, waits, moment));
    await go(scene);
    await paused?.reached;
    await waitForState(visitor, shown);
    const before = { hash: visitor.hash(), ...(await readPage(visitor)) };
    await visitor.page.reload();
    paused?.release();
    await waitForState(visitor, after ?? shown);
    if (!after) await expect.poll(() => readPage(visitor)).toEqual({ text: before.text, fields: before.fields });
    if (!after) expect(visitor.hash()).toBe(before.hash);
    for (const [what, keys] of writes()) expect({ what, keys: keys.size }).toEqual({ what, keys: 1 });
    await check?.(scene);
  });
});
