import { readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { orderReply } from 'ticket-store/test/paths/answers.ts';
import { settingsOf } from 'ticket-store/test/tools/example-sites.ts';
import { describe, expect, it } from 'vitest';
import { gatherFacts } from './facts.ts';
import { localised } from './simulation/samples.ts';

const facts = gatherFacts();

it('the scripts of the page load only each other', () => {
  const folder = new URL('page/', import.meta.url);
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.ts'))) {
    const script = stripTypeScriptTypes(readFileSync(new URL(name, folder), 'utf8'));
    for (const [line, from = ''] of script.matchAll(/^(?:import|\}).* from '(.*)';$/gm))
      expect(from, line).toMatch(/^\.\/\w/);
  }
});

describe('the facts about a chart', () => {
  const chart = (id: string) => facts.charts.find(({ graph }) => graph.id === id);

  it('name its state as the page does, and the charts below it', () => {
    expect(chart('order')?.above).toEqual(['purchase', 'order']);
    expect(chart('change-date')?.above).toEqual(['changedate']);
    expect(chart('hold')?.above).toBeNull();
    expect(chart('purchase')?.runs).toContainEqual({ actor: 'hold', chart: 'hold' });
  });

  it('have the doc comments of guards', () => {
    expect(chart('purchase')?.comments.mayReturn).toBe(
      'A step was changed from the last page, and the payment chosen before still stands: total and visit are the same.',
    );
  });
});

const place = { site: settingsOf('mori'), lang: 'kr', now: 1_800_000_000_000 } as const;

it('simulated answers are of the site and language, and made now: an order that was read, a mail that was sent', () => {
  expect(localised(orderReply({}), place)).toMatchObject({
    output: { at: place.now, order: { main_product: { product_name: place.site.title.kr } } },
  });
  expect(localised({ output: { sent_to: 'hanako@example.jp', at: 0 } }, place)).toEqual({
    output: { sent_to: 'hanako@example.jp', at: place.now },
  });
});
