import { createCoverage } from '@ticket-store/chart-tools/explore/coverage.ts';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { randomly } from '#test/tools/sample.ts';
import { impossible } from './impossible.ts';
import { seenIn, type WalkStep } from './properties/seen.ts';
import { watchWrites } from './properties/writes.ts';
import { openCharts } from './shortcut.ts';
import { happenings, type Visit } from './visits.ts';
import { writes } from './writes.ts';

/** Any visit, against a server that remembers every Idempotency-Key. */

afterEach(() => sessionStorage.clear());

describe('a server that remembers keys', () => {
  it('never sees one twice for other content, nor a repetition under another key, in any visit', () => {
    const start = fc.constantFrom(...writes);
    const choices = fc.array(fc.nat({ max: 9_999 }), { minLength: 12, maxLength: 40 });
    const sent = new Set<string>();
    const coverage = createCoverage();
    fc.assert(
      fc.property(start, choices, (write, numbers) => {
        sessionStorage.clear();
        const charts = openCharts(write.site, undefined, coverage.inspect);
        write.reach(charts);
        const watch = watchWrites(seenIn(charts.app, charts.simulated));
        write.send(charts);
        const visit: Visit = { ...charts, inspect: coverage.inspect };
        const look = (did: WalkStep): void => {
          const now = seenIn(visit.app, visit.simulated);
          for (const { path, input } of now.waiting) if ('key' in input) sent.add(path);
          watch(did, now);
        };
        look({ actor: ['app'], event: { type: 'sent' } });
        const walked: string[] = [`${write.call} was sent`];
        for (const number of numbers) {
          const kinds = happenings(visit);
          const kind = kinds[number % kinds.length] ?? [];
          const happening = kind[Math.floor(number / kinds.length) % kind.length];
          if (!happening) break;
          walked.push(happening.name);
          const did = happening.run();
          try {
            look(did);
          } catch (cause) {
            throw new Error(`${cause instanceof Error ? cause.message : cause}\n  ${walked.join('\n  ')}`, { cause });
          }
        }
        visit.app.stop();
      }),
      randomly('visits', 600, 60),
    );
    expect(sent.size).toBeGreaterThan(5);
    const { crossings } = coverage.results();
    const taken = impossible.flatMap(({ machine, crossing }) =>
      crossings[machine]?.filter((one) => crossing.test(one)),
    );
    expect(taken, 'state × arrow that was held to be impossible').toEqual([]);
  });
});
